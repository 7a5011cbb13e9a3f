import { once } from 'node:events'
import { existsSync, watch, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ToolEndpoints } from '../../ports.ts'
import { asObject, asText, type Json } from './shapes.ts'

/** Stands in for Janus's tools over HTTP, with the tools `echo` and `hold`: for tests only. */
export interface ToolHost {
  readonly endpoints: ToolEndpoints
  /** What came without the token. */
  readonly refused: number
  close(): Promise<void>
}

const token = 'token-of-the-tests'

/** `folder`: where `hold` says with a file `held-NAME` that it runs, and is let end by one named `go-NAME`. */
export async function startToolHost(folder: string): Promise<ToolHost> {
  let refused = 0
  const server = createServer((req, res) => {
    void (async () => {
      const body = await read(req)
      if (req.headers.authorization !== `Bearer ${token}`) {
        refused++
        return res.writeHead(401).end()
      }
      if (req.method !== 'POST') return res.writeHead(405).end()
      const message = asObject(JSON.parse(body))
      if (!('id' in message)) return res.writeHead(202).end()
      const result = await answer(message, folder)
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result }))
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    endpoints: { urls: { 'janus-agents': `${url}/agents`, 'janus-history': `${url}/history` }, token },
    get refused() {
      return refused
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => undefined)
    },
  }
}

async function read(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

async function answer(message: Json, folder: string): Promise<object> {
  const params = asObject(message['params'])
  const given = asObject(params['arguments'])
  switch (message['method']) {
    case 'initialize':
      return {
        protocolVersion: params['protocolVersion'],
        capabilities: { tools: {} },
        serverInfo: { name: 'tool-host', version: '1.0.0' },
      }
    case 'tools/list':
      return { tools: [toolOf('echo', 'text'), toolOf('hold', 'name')] }
    case 'tools/call': {
      const isHold = params['name'] === 'hold'
      const text = isHold ? await hold(folder, asText(given['name'])) : `echo ${asText(given['text'])}`
      return { content: [{ type: 'text', text }] }
    }
    default:
      return {}
  }
}

const toolOf = (name: string, field: string): object => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
})

function hold(folder: string, name: string): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!existsSync(join(folder, `go-${name}`))) return
      watcher.close()
      resolve(`held ${name}`)
    }
    const watcher = watch(folder, look)
    writeFileSync(join(folder, `held-${name}`), '')
    look()
  })
}
