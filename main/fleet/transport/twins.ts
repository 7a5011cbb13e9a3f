import { randomBytes } from 'node:crypto'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { Keys, Signer } from './keys.ts'
import type { Twin } from './shapes.ts'
import { splitMessage, openTwin, readWirePart, seal } from './wire.ts'

interface TwinsOptions {
  readonly machine: MachineName
  readonly life: string
  readonly signer: Signer
  readonly keys: Keys
}

/** Sends a question to all Januses with this key and resolves to their answers; rejects without a connection. */
export type AskTwins = (question: Uint8Array) => Promise<readonly Uint8Array[]>

/**
 * Detects other Januses with this machine's key: two would take each other's mail. A Janus asks before it
 * becomes active, and regularly after that. The first one stays active, the other stays inactive until it
 * restarts, even if nobody answers any more, since the first may only be asleep. Answers are signed and
 * contain the question's nonce, so the server can neither forge nor replay them.
 */
export class Twins {
  readonly #options: TwinsOptions
  #stands: Twin['stands'] = 'comes'

  constructor(options: TwinsOptions) {
    this.#options = options
  }

  get isAside(): boolean {
    return this.#stands === 'aside'
  }

  /** A new connection: a Janus that became active meanwhile is the first one. */
  come(): void {
    if (!this.isAside) this.#stands = 'comes'
  }

  answer(question: Uint8Array): Uint8Array {
    const asked = Buffer.from(question.subarray(0, 16)).toString('hex')
    const twin: Twin = { asked, life: this.#options.life, stands: this.#stands }
    return splitMessage(seal('twin', twin, this.#options.signer))[0] ?? new Uint8Array()
  }

  /** Returns whether another one exists, and decides whether this one is active. */
  async ask(ask: AskTwins): Promise<boolean> {
    const question = randomBytes(16)
    const answers = await ask(question)
    const twins = answers.flatMap((data) => this.#read(data, question.toString('hex')))
    if (twins.some((twin) => this.#yieldsTo(twin))) this.#stands = 'aside'
    else if (!this.isAside) this.#stands = 'is'
    return twins.length > 0
  }

  #read(data: Uint8Array, asked: string): Twin[] {
    const { machine, life, signer, keys } = this.#options
    const part = readWirePart(data)
    if (part === null) return []
    const twin = openTwin(part, { from: machine, key: signer.key, keys })
    return 'why' in twin || twin.asked !== asked || twin.life === life ? [] : [twin]
  }

  /** If both have the same state, the ids decide. */
  #yieldsTo({ stands, life }: Twin): boolean {
    if (stands === this.#stands) return life < this.#options.life
    return stands === 'is' && this.#stands === 'comes'
  }
}
