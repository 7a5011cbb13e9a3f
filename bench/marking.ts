import { connect, type Socket } from 'node:net'

/** Something that a process noted. `here`: it is there, by this name. */
export interface Mark {
  readonly kind: 'here' | 'said' | 'heard'
  readonly words: string
  /** Microseconds on the system's own steady clock. */
  readonly at: number
}

/** Notes are kept back for so long, in ms: nobody is to be busy with them while others still wait for words. */
const LATER = 400

/** What is looked for in what is said: `mark-` and a name without spaces. */
const markPattern = /\bmark-[\w-]+/g

/** Now, in microseconds; the same clock in every process of the system. */
export const steadyNow = (): number => Number(process.hrtime.bigint() / 1000n)

/** The last mark in a text, or null. */
export const markIn = (text: string): string | null => text.match(markPattern)?.at(-1) ?? null

/** Notes what passes through a process, and tells it to the bench at `path`; ends with the bench. */
export class Marking {
  readonly #socket: Socket

  constructor(path: string, name: string) {
    this.#socket = connect(path)
    this.#socket.on('error', () => process.exit(1))
    this.#socket.on('close', () => process.exit(0))
    this.#tell({ kind: 'here', words: name, at: steadyNow() })
  }

  /** Notes that a text passes at this moment, if it carries a mark. */
  note(kind: 'said' | 'heard', text: string, at: number): void {
    const words = markIn(text)
    if (words !== null) setTimeout(() => this.#tell({ kind, words, at }), LATER)
  }

  #tell(mark: Mark): void {
    tellAll(this.#socket, mark)
  }
}

/** Writes one line of JSON. */
export function tellAll(socket: Socket, message: object): void {
  socket.write(`${JSON.stringify(message)}\n`)
}
