import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'

/** A server of tools, as a CLI is told of it. */
export type ServerConfig =
  | { readonly type: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly type: 'pipe'; readonly ask: AskOverPipe }

/** Asks a server of whoever started the CLI, over the CLI's own pipes. */
export type AskOverPipe = (message: object) => Promise<Answer>

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
