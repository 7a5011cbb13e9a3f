import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { toolPaths } from '../../../contract/api/agents-api.ts'
import type { OwnServer } from '../../../contract/agents/tool-calls.ts'
import type { Identity } from '../../../ports/ports.ts'
import type { OpenedTools } from '../../../ports/tools.ts'
import { close, listen } from '../../../testkit/local-server.ts'
import { answerAs, type Request } from './tool-answers.ts'

/** `token` is null for requests over pipes. */
interface Heard {
  readonly token: string | null
  readonly method: string
  readonly path: string
  readonly proxied: boolean
}

/** Stand-in for Janus's tools over HTTP and pipes. Calls are recorded beside each identity's file. */
export class ToolHost {
  readonly heard: Heard[] = []
  /** Requests without a valid token. */
  refused = 0
  /** Called when a client disconnects before its call was answered. */
  onGone: (method: string) => void = () => {}
  readonly #files = new Map<string, string>()
  readonly #server: Server

  static async start(): Promise<ToolHost> {
    const host = new ToolHost()
    await listen(host.#server)
    return host
  }

  private constructor() {
    this.#server = createServer((req, res) => void this.#answer(req, res))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Issues a token for the file, which revokes earlier ones. */
  identity(file: string, token = `secret-of-${String(this.#files.size)}-tools`): Identity {
    for (const [old, its] of this.#files) if (its === file) this.#files.delete(old)
    this.#files.set(token, file)
    const urlOf = (server: keyof typeof toolPaths) =>
      `http://127.0.0.1:${String(this.port)}${toolPaths[server]}`
    return {
      file,
      tools: {
        urls: { 'janus-agents': urlOf('janus-agents'), 'janus-history': urlOf('janus-history') },
        token,
      },
    }
  }

  /** Opens a tool server over pipes; calls are recorded beside `file`. `listed`: `_meta` of each tool. */
  open(server: OwnServer, file: string, listed?: object): OpenedTools {
    let connected: Transport | null = null
    const running = new Set<string>()
    const answer = async (transport: Transport, request: Request): Promise<void> => {
      this.heard.push({ token: null, method: request.method, path: toolPaths[server], proxied: false })
      if (request.id === undefined) return
      running.add(request.method)
      const result = await answerAs(`${file}.calls`, request, listed)
      running.delete(request.method)
      // The process may be gone by now.
      if (connected !== null) await transport.send({ jsonrpc: '2.0', id: request.id, result: { ...result } })
    }
    return {
      connect: async (transport) => {
        connected = transport
        transport.onmessage = (message) => void answer(transport, message as Request)
        transport.onclose = () => {
          connected = null
          running.forEach((method) => this.onGone(method))
        }
        await transport.start()
      },
      close: () => connected?.close() ?? Promise.resolve(),
    }
  }

  close(): Promise<void> {
    return close(this.#server)
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const token = (req.headers.authorization ?? '').replace('Bearer ', '')
    const file = this.#files.get(token)
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const path = req.url ?? ''
    if (file === undefined) {
      this.refused++
      return void res.writeHead(401).end()
    }
    if (req.method !== 'POST') return void res.writeHead(405, { allow: 'POST' }).end()
    const request = JSON.parse(Buffer.concat(chunks).toString()) as Request
    this.heard.push({ token, method: request.method, path, proxied: path.startsWith('http') })
    res.on('close', () => {
      if (!res.writableFinished) this.onGone(request.method)
    })
    if (request.id === undefined) return void res.writeHead(202).end()
    const result = await answerAs(`${file}.calls`, request)
    const body = JSON.stringify({ jsonrpc: '2.0', id: request.id, result })
    res.writeHead(200, { 'content-type': 'application/json' }).end(body)
  }
}
