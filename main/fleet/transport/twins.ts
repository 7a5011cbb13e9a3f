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

/** Asks all that have the key of this machine, and resolves to what they answer; rejects when there is no connection. */
export type AskTwins = (question: Uint8Array) => Promise<readonly Uint8Array[]>

/**
 * Other Januses that run with the key of this machine: two would take each other's mail, and each would be to the others what
 * the other is not. So a Janus asks before it takes part, and again and again. Who was there first goes on, the other
 * stands aside until it starts again: also when nobody answers any more, since the first may only be asleep. Each answer is
 * signed, and to one question only: the server cannot make one up, nor bring an old one again.
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

  /** A connection begins: the one who took part meanwhile was there first. */
  come(): void {
    if (!this.isAside) this.#stands = 'comes'
  }

  answer(question: Uint8Array): Uint8Array {
    const asked = Buffer.from(question.subarray(0, 16)).toString('hex')
    const twin: Twin = { asked, life: this.#options.life, stands: this.#stands }
    return splitMessage(seal('twin', twin, this.#options.signer))[0] ?? new Uint8Array()
  }

  /** Whether another one is there. After this one knows whether it takes part. */
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

  /** Of two that stand the same somebody has to. */
  #yieldsTo({ stands, life }: Twin): boolean {
    if (stands === this.#stands) return life < this.#options.life
    return stands === 'is' && this.#stands === 'comes'
  }
}
