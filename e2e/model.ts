import { fileURLToPath } from 'node:url'
import { Program } from './program.ts'

/** A block of a message; only what the tests look at. */
interface Block {
  readonly type: string
  readonly text?: string
  readonly content?: string | readonly Block[]
}

/** What a CLI asked the model; only what the tests look at. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[]
  readonly tools?: readonly { readonly name: string }[]
}

const script = fileURLToPath(new URL('../dist/rehearsal.js', import.meta.url))

/** The rehearsal model as a process of its own, and what it was asked. */
export class Model {
  readonly url: string
  readonly #program: Program

  static async start(cwd: string): Promise<Model> {
    const program = Program.start([script], { PATH: process.env['PATH'] }, cwd)
    const [, url = ''] = await program.prints(/^rehearsal: (\S+)$/m)
    return new Model(program, url)
  }

  private constructor(program: Program, url: string) {
    this.#program = program
    this.url = url
  }

  /** All requests of a conversation so far, oldest first; the CLI's own background calls have no tools. */
  async requests(): Promise<ModelRequest[]> {
    const response = await fetch(`${this.url}/rehearsal/requests`)
    const requests = (await response.json()) as ModelRequest[]
    return requests.filter((request) => (request.tools ?? []).length > 0)
  }

  /** Forgets what it was asked so far. */
  async forget(): Promise<void> {
    await this.#ask('requests', 'DELETE')
  }

  /** The newest request whose conversation has these words in it. */
  async lastWith(words: string): Promise<ModelRequest> {
    const found = (await this.requests()).findLast((request) => wordsOf(request).includes(words))
    if (found === undefined) throw new Error(`No request has "${words}" in it.`)
    return found
  }

  /** Resolves when an answer waits at `wait: NAME`. */
  async held(name: string): Promise<void> {
    await this.#ask(`held/${name}`)
  }

  /** Lets all answers that wait at `wait: NAME` go on. */
  async release(name: string): Promise<void> {
    await this.#ask(`release/${name}`, 'POST')
  }

  /** Lets all answers that wait at `wait: NAME` go on, and all that come to it later. */
  async open(name: string): Promise<void> {
    await this.#ask(`open/${name}`, 'POST')
  }

  async #ask(what: string, method = 'GET'): Promise<void> {
    const answer = await fetch(`${this.url}/rehearsal/${what}`, { method })
    const words = await answer.text()
    if (!answer.ok) throw new Error(`The model does not know what ${what} is: ${words}`)
  }

  async stop(): Promise<void> {
    await this.#program.end('SIGTERM')
  }
}

/** All text of a request, prompts and tool results included, in order. */
export function wordsOf(request: ModelRequest): string {
  return request.messages.map(({ content }) => textOf(content)).join('\n')
}

/** The last user message of a request: a prompt or a tool's result. */
export function lastPrompt(request: ModelRequest): string {
  return textOf(request.messages.findLast(({ role }) => role === 'user')?.content ?? '')
}

/** How often the user or a peer said it: in how many user messages' text blocks the words stand. */
export function timesSaid(request: ModelRequest, words: string): number {
  const said = request.messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) =>
      typeof content === 'string' ? [content] : content.flatMap((block) => block.text ?? []),
    )
  return said.join('\n').split(words).length - 1
}

function textOf(content: string | readonly Block[]): string {
  if (typeof content === 'string') return content
  return content.map((block) => block.text ?? textOf(block.content ?? '')).join('\n')
}
