import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { IdentityFile } from '../../contract/api/agents-api.ts'
import { randomUUID } from 'node:crypto'
import type { Wire } from './wire.ts'

/** A server of tools, as a CLI is told of it. */
export type ServerConfig =
  | { readonly type: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly type: 'pipe'; readonly ask: AskOverPipe }

/** Asks a server of whoever started the CLI, over the CLI's own pipes. */
type AskOverPipe = (message: object) => Promise<Answer>

/** Where the real CLI puts its own id of a call. */
export const callIdMeta = 'claudecode/toolUseId'
const hello = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'scripted', version: '1' },
}

/** What is asked of a tool, as `Tools` notes it before, with null, and once more when it was answered. */
export interface Noted {
  readonly input: object
  readonly result: object | null
}

/** What a tool gave back. */
export interface Answer {
  readonly result?: {
    readonly isError?: boolean
    readonly structuredContent?: object
    readonly content?: readonly { readonly text?: string }[]
  }
}

/** The tools of one tab. A call that fails, or whose server dies, rejects. */
export class Tools {
  readonly #notes: string
  #config: Promise<ServerConfig | null> = Promise.resolve(null)
  #server: StdioServer | null = null

  /** `notes`: the file to which each call is added, and each that was answered. */
  constructor(notes: string) {
    this.#notes = notes
  }

  /** Takes the server over; one that is a process begins at once, as with the real CLI. */
  use(config: Promise<ServerConfig | null>): void {
    this.#config = config.then((found) => {
      if (found?.type === 'stdio') this.#server = new StdioServer(found)
      return found
    })
  }

  async call(name: string, input: object, call: string): Promise<string> {
    this.#note({ input, result: null })
    const { result } = await this.#ask('tools/call', {
      name,
      arguments: input,
      _meta: { [callIdMeta]: call },
    })
    const text = (result?.content ?? []).map((part) => part.text ?? '').join('\n')
    if (result === undefined || result.isError === true) throw new Error(text)
    this.#note({ input, result: result.structuredContent ?? {} })
    return text
  }

  #note(noted: Noted): void {
    appendFileSync(this.#notes, `${JSON.stringify(noted)}\n`)
  }

  async #ask(method: string, params: object): Promise<Answer> {
    const config = await this.#config
    if (config === null) throw new Error('There are no tools.')
    if (config.type === 'pipe') return config.ask({ method, params })
    if (config.type === 'http') return post(config, { jsonrpc: '2.0', id: 1, method, params })
    if (this.#server === null || this.#server.isGone) this.#server = new StdioServer(config)
    return this.#server.ask(method, params)
  }
}

/** Over a connection of its own, so that none is left over. */
function post({ url, headers }: Extract<ServerConfig, { type: 'http' }>, body: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const accept = 'application/json, text/event-stream'
    const asked = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, accept, 'content-type': 'application/json' },
    })
    asked.on('error', reject)
    asked.on('response', (came) => {
      let text = ''
      came.setEncoding('utf8').on('data', (part: string) => (text += part))
      came.on('error', reject)
      came.on('end', () => {
        if (came.statusCode === 200 && came.complete) resolve(JSON.parse(text) as Answer)
        else reject(new Error(`The tools answer ${String(came.statusCode)}.`))
      })
    })
    asked.end(JSON.stringify(body))
  })
}

/** A server that is a process, spoken to in lines of JSON. */
class StdioServer {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, { done(answer: Answer): void; failed(error: Error): void }>()
  readonly #ready: Promise<unknown>
  #id = 0
  isGone = false

  constructor({ command, args }: Extract<ServerConfig, { type: 'stdio' }>) {
    this.#child = spawn(command, args)
    this.#child.stdin.on('error', () => {})
    this.#child.stderr.resume()
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer & { readonly id: number }
      this.#waiting.get(answer.id)?.done(answer)
      this.#waiting.delete(answer.id)
    })
    const gone = (): void => {
      this.isGone = true
      for (const { failed } of this.#waiting.values()) failed(new Error('The server of the tools is gone.'))
      this.#waiting.clear()
    }
    this.#child.on('error', gone)
    this.#child.on('close', gone)
    this.#ready = this.#ask('initialize', hello).then(() =>
      this.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n'),
    )
    this.#ready.catch(() => undefined)
  }

  async ask(method: string, params: object): Promise<Answer> {
    await this.#ready
    return this.#ask(method, params)
  }

  #ask(method: string, params: object): Promise<Answer> {
    const id = ++this.#id
    return new Promise((done, failed) => {
      if (this.isGone) return failed(new Error('The server of the tools is gone.'))
      this.#waiting.set(id, { done, failed })
      this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  }
}

/**
 * With `SCRIPTED_TOOL_SERVER`, the program of the tools' server, every other tab asks its tools through that process, as
 * other makers' agents do; which identity file in `SCRIPTED_STATE` is the tab's is told by the tools that it was given.
 */
export async function ownServer(given: ServerConfig | null, session: string): Promise<ServerConfig | null> {
  const { SCRIPTED_TOOL_SERVER: program, SCRIPTED_STATE: state } = process.env
  const isOdd = Number.parseInt(session.slice(-1), 16) % 2 === 1
  if (given?.type !== 'pipe' || program === undefined || state === undefined || !isOdd) return given
  const params = { name: 'list_agents', arguments: {} }
  const { result } = await given.ask({ method: 'tools/call', params })
  const { self } = (result?.structuredContent ?? {}) as { readonly self?: string }
  for (const name of globSync('agents/*/identity.json', { cwd: state })) {
    const file = join(state, name)
    if ((await nameOf(file)) !== self) continue
    return { type: 'stdio', command: process.execPath, args: [program, file, callIdMeta] }
  }
  return given
}

/** The name of the agent whose identity file this is; null where its token is good no more. */
async function nameOf(file: string): Promise<string | null> {
  try {
    const { url, token } = JSON.parse(readFileSync(file, 'utf8')) as IdentityFile
    const answer = await fetch(`${url}/agents`, { headers: { authorization: `Bearer ${token}` } })
    const { agents = [] } = (await answer.json()) as { agents?: { name: string; self?: boolean }[] }
    return agents.find((agent) => agent.self === true)?.name ?? null
  } catch {
    return null
  }
}

/** Servers of tools that are in the process which started the CLI: asked over its output, answered on its input. */
export class Pipe {
  readonly #wire: Wire
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  #id = 0

  constructor(wire: Wire) {
    this.#wire = wire
  }

  server(name: string): ServerConfig {
    return {
      type: 'pipe',
      ask: (message) =>
        new Promise((resolve) => {
          const request = randomUUID()
          this.#waiting.set(request, resolve)
          this.#wire.say({
            type: 'control_request',
            request_id: request,
            request: {
              subtype: 'mcp_message',
              server_name: name,
              message: { jsonrpc: '2.0', id: ++this.#id, ...message },
            },
          })
        }),
    }
  }

  /** Whether this answers one of its requests. */
  answered(request: string, response: object | undefined): boolean {
    const resolve = this.#waiting.get(request)
    this.#waiting.delete(request)
    resolve?.(response ?? {})
    return resolve !== undefined
  }
}
