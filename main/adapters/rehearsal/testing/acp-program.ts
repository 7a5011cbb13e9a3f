import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

interface Line {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly data?: unknown }
}

/** A program that speaks the Agent Client Protocol, version 1, with the least of a client: it allows everything. */
export class AcpProgram {
  /** What it has told of the conversation so far. */
  readonly updates: Readonly<Record<string, unknown>>[] = []
  /** What it told at the end of its last turn. */
  ended: Readonly<Record<string, unknown>> = {}
  readonly #child: ChildProcess
  readonly #exit: Promise<void>
  readonly #waiting = new Map<number, (line: Line) => void>()
  #errors = ''
  #asked = 0
  #session = ''

  /** Begins a conversation in a folder, with one server of tools. */
  static async start(
    command: readonly string[],
    folder: string,
    environment: Readonly<Record<string, string>>,
    servers: readonly object[],
  ): Promise<AcpProgram> {
    const program = new AcpProgram(command, folder, environment)
    await program.#ask('initialize', { protocolVersion: 1, clientCapabilities: {} })
    const begun = await program.#ask('session/new', { cwd: folder, mcpServers: servers })
    program.#session = (begun as { readonly sessionId: string }).sessionId
    return program
  }

  private constructor(
    [command = '', ...args]: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>>,
  ) {
    // A group of its own: some of them are several processes.
    this.#child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    this.#exit = new Promise((resolve) => this.#child.once('close', () => resolve()))
    this.#child.stdin?.on('error', () => {})
    this.#child.stderr?.on('data', (part: Buffer) => (this.#errors += String(part)))
    if (this.#child.stdout !== null)
      createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(line))
    void this.#exit.then(() => {
      const error = { message: `The program has ended. ${this.#errors.slice(-600)}` }
      for (const answer of this.#waiting.values()) answer({ error })
    })
  }

  /** Puts words before the agent; gives why the turn ended. */
  async prompt(text: string): Promise<string> {
    const prompt = [{ type: 'text', text }]
    this.ended = (await this.#ask('session/prompt', {
      sessionId: this.#session,
      prompt,
    })) as typeof this.ended
    return String(this.ended['stopReason'])
  }

  /** Stops the turn. */
  cancel(): void {
    this.#send({ method: 'session/cancel', params: { sessionId: this.#session } })
  }

  /** What it has said so far. */
  said(): string {
    const chunks = this.updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
    return chunks.map(({ content }) => (content as { readonly text?: string }).text ?? '').join('')
  }

  async end(): Promise<void> {
    this.#child.stdin?.end()
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    await this.#exit
  }

  #hear(text: string): void {
    if (!text.startsWith('{')) return
    const line = JSON.parse(text) as Line
    if (line.method === undefined) {
      const answer = this.#waiting.get(line.id ?? 0)
      this.#waiting.delete(line.id ?? 0)
      return answer?.(line)
    }
    if (line.method === 'session/update') {
      this.updates.push(line.params?.['update'] as Readonly<Record<string, unknown>>)
    } else if (line.method === 'session/request_permission' && line.id !== undefined) {
      const options = line.params?.['options'] as readonly {
        readonly optionId: string
        readonly kind: string
      }[]
      const chosen = options.find(({ kind }) => kind === 'allow_once')
      this.#reply(line.id, { outcome: { outcome: 'selected', optionId: chosen?.optionId } })
    } else if (line.id !== undefined) this.#reply(line.id, {})
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ error, result }) =>
        error === undefined
          ? resolve(result)
          : reject(new Error(`${method}: ${error.message} ${JSON.stringify(error.data ?? '')}`)),
      )
      this.#send({ id, method, params })
    })
  }

  #reply(id: number, result: object): void {
    this.#send({ id, result })
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
}
