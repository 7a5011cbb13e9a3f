import { connect, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { join } from 'node:path'

/** A process's report. `here`: the process is there, by this name. */
interface Mark {
  readonly kind: 'here' | 'said' | 'heard'
  readonly words: string
  readonly at: number // monotonic µs
}

/** Milliseconds that reports are delayed, so that they disturb nobody who still waits for messages. */
const LATER = 400

/** Mark in a message: `mark-` and a name without spaces. */
const markPattern = /\bmark-[\w-]+/g

/** Microseconds of the monotonic clock, which all processes share. */
export const steadyNow = (): number => Number(process.hrtime.bigint() / 1000n)

/** Reports the marks that pass through a process to the bench at `path`; ends with the bench. */
export class Marking {
  readonly #socket: Socket

  constructor(path: string, name: string) {
    this.#socket = connect(path)
    this.#socket.on('error', () => process.exit(1))
    this.#socket.on('close', () => process.exit(0))
    this.#tell({ kind: 'here', words: name, at: steadyNow() })
  }

  /** Reports the last mark in a text, if any. */
  note(kind: 'said' | 'heard', text: string, at: number): void {
    const words = text.match(markPattern)?.at(-1)
    if (words !== undefined) setTimeout(() => this.#tell({ kind, words, at }), LATER)
  }

  #tell(mark: Mark): void {
    this.#socket.write(`${JSON.stringify(mark)}\n`)
  }
}

/** A message's times: when it ended in its speaker's process, and when it reached each listener's. */
export interface Heard {
  readonly said: number // monotonic µs
  readonly heard: readonly number[]
}

/** Collects the reports of other processes on a Unix socket. */
export class Marks {
  readonly path: string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #marks: Mark[] = []
  #changed: () => void = () => {}

  static async open(folder: string): Promise<Marks> {
    const marks = new Marks(join(folder, 'marks'))
    await new Promise<void>((resolve) => marks.#server.listen(marks.path, resolve))
    return marks
  }

  private constructor(path: string) {
    this.path = path
    this.#server = createServer((socket) => {
      socket.on('error', () => {})
      this.#sockets.add(socket.once('close', () => this.#sockets.delete(socket)))
      createInterface({ input: socket }).on('line', (line) => this.#take(JSON.parse(line) as Mark))
    })
  }

  /** Resolves when the message has reached `listeners` listeners. */
  of(words: string, listeners: number): Promise<Heard> {
    return this.#until(() => {
      const found = this.#marks.filter((mark) => mark.words === words)
      const said = found.find(({ kind }) => kind === 'said')
      const heard = found.filter(({ kind }) => kind === 'heard').map(({ at }) => at)
      return said === undefined || heard.length < listeners ? null : { said: said.at, heard }
    })
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #take(mark: Mark): void {
    if (mark.kind !== 'here') this.#marks.push(mark)
    this.#changed()
  }

  async #until<T>(look: () => T | null): Promise<T> {
    for (;;) {
      const found = look()
      if (found !== null) return found
      await new Promise<void>((resolve) => (this.#changed = resolve))
    }
  }
}
