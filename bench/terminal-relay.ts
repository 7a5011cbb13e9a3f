import { setTimeout as rest } from 'node:timers/promises'

/** How often panes are looked at, and how long a sending takes, in ms; as the relay was described. */
const SECOND = 1000

/** One of those who are relayed to each other. */
export interface Participant {
  readonly name: string
  readonly number: number
  readonly pane: string
}

/** What the relay does with terminals. */
export interface Terminals {
  capture(panes: readonly string[]): Promise<string[]>
  type(pane: string, text: string): Promise<void>
  enter(pane: string): Promise<void>
}

/**
 * Agents linked through their terminals: looks at every pane once a second, takes what is new there since the last
 * look for words of its agent, and types them to all others, one after the other, under the name of who said it.
 */
export class TerminalRelay {
  readonly #terminals: Terminals
  readonly #all: readonly Participant[]
  readonly #wait: (ms: number) => Promise<unknown>
  #baselines: readonly number[] = []
  #open = true
  #over: Promise<void> = Promise.resolve()

  constructor(
    terminals: Terminals,
    all: readonly Participant[],
    wait: (ms: number) => Promise<unknown> = rest,
  ) {
    this.#terminals = terminals
    this.#all = all
    this.#wait = wait
  }

  /** Takes what is in the panes as said before, and begins to look. */
  async start(): Promise<void> {
    this.#baselines = (await this.#look()).map(({ length }) => length)
    this.#over = this.#run()
  }

  /** Resolves when it has done what it was at. */
  async stop(): Promise<void> {
    this.#open = false
    await this.#over
  }

  async #run(): Promise<void> {
    while (this.#open) {
      await this.#wait(SECOND)
      if (await this.#relay(await this.#look()))
        // What was typed into the panes is no word of theirs.
        this.#baselines = (await this.#look()).map(({ length }) => length)
    }
  }

  /** Whether anybody had said anything. */
  async #relay(pages: readonly (readonly string[])[]): Promise<boolean> {
    let any = false
    for (const [at, speaker] of this.#all.entries()) {
      const words = (pages[at] ?? []).slice(this.#baselines[at]).join('\n').trim()
      if (words === '') continue
      any = true
      for (const listener of this.#all) if (listener !== speaker) await this.#send(speaker, listener, words)
    }
    return any
  }

  async #send({ name, number }: Participant, { pane }: Participant, words: string): Promise<void> {
    await this.#terminals.type(pane, `${name} (${number}):\n\n${words}`)
    await this.#wait(SECOND)
    await this.#terminals.enter(pane)
  }

  /** The lines of each pane, without the empty ones below. */
  async #look(): Promise<string[][]> {
    const pages = await this.#terminals.capture(this.#all.map(({ pane }) => pane))
    return pages.map((page) => page.trimEnd().split('\n'))
  }
}
