import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A server of tools, as a CLI is told of it. */
export type ServerConfig =
  | { readonly type: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: 'stdio'; readonly command: string; readonly args: readonly string[] }

/** Where the real CLI puts its own id of a call. */
const meta = 'claudecode/toolUseId'
const hello = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'scripted', version: '1' },
}

/** What a tool gave back. */
interface Answer {
  readonly result?: {
    readonly isError?: boolean
    readonly content?: readonly { readonly text?: string }[]
  }
}

/** The tools of one tab. A call that fails, or whose server dies, rejects. */
export class Tools {
  #config: ServerConfig | null = null
  #server: StdioServer | null = null

  /** Takes the server over; one that is a process begins at once, as with the real CLI. */
  use(config: ServerConfig | null): void {
    this.#config = config
    if (config?.type === 'stdio') this.#server = new StdioServer(config)
  }

  async call(name: string, input: object, call: string): Promise<string> {
    const { result } = await this.#ask('tools/call', { name, arguments: input, _meta: { [meta]: call } })
    const text = (result?.content ?? []).map((part) => part.text ?? '').join('\n')
    if (result === undefined || result.isError === true) throw new Error(text)
    return text
  }

  #ask(method: string, params: object): Promise<Answer> {
    const config = this.#config
    if (config === null) return Promise.reject(new Error('There are no tools.'))
    if (config.type === 'http') return post(config, { jsonrpc: '2.0', id: 1, method, params })
    if (this.#server === null || this.#server.isGone) this.#server = new StdioServer(config)
    return this.#server.ask(method, params)
  }
}

async function post(
  { url, headers }: Extract<ServerConfig, { type: 'http' }>,
  body: object,
): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The tools answer ${String(answer.status)}.`)
  const text = await answer.text()
  const data = /^data: (.*)$/m.exec(text)?.[1]
  return JSON.parse(data ?? text) as Answer
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
