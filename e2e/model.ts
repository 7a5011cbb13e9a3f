import { fileURLToPath } from 'node:url'
import { Program } from './program.ts'

/** A content block; only the fields that tests use. */
interface Block {
  readonly type: string
  readonly text?: string
  readonly content?: string | readonly Block[]
}

/** A CLI's request to the model; only the fields that tests use. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[]
  readonly tools?: readonly { readonly name: string }[]
}

const script = fileURLToPath(new URL('../dist/rehearsal.js', import.meta.url))

/** The demo model in its own process, with a record of its requests. */
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

  /** All requests of conversations, oldest first; the CLI's own background calls have no tools. */
  async requests(): Promise<ModelRequest[]> {
    const response = await fetch(`${this.url}/rehearsal/requests`)
    const requests = (await response.json()) as ModelRequest[]
    return requests.filter((request) => (request.tools ?? []).length > 0)
  }

  async forget(): Promise<void> {
    await this.#ask('requests', 'DELETE')
  }

  async lastWith(words: string): Promise<ModelRequest> {
    const found = (await this.requests()).findLast((request) => wordsOf(request).includes(words))
    if (found === undefined) throw new Error(`No request has "${words}" in it.`)
    return found
  }

  async held(name: string): Promise<void> {
    await this.#ask(`held/${name}`)
  }

  async release(name: string): Promise<void> {
    await this.#ask(`release/${name}`, 'POST')
  }

  /** Continues all answers at `wait: NAME`, now and later. */
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

/** All text of a request in order, including prompts and tool results. */
export function wordsOf(request: ModelRequest): string {
  return request.messages.map(({ content }) => textOf(content)).join('\n')
}

/** The last user message of a request: a prompt or a tool's result. */
export function lastPrompt(request: ModelRequest): string {
  return textOf(request.messages.findLast(({ role }) => role === 'user')?.content ?? '')
}

/** Counts the text blocks of user messages that have this text; excludes tool results. */
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
