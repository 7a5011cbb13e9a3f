import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { type Mark } from './marking.ts'

/** What was noted about one saying: when it ended in its speaker's process, and when it came to each listener's. */
export interface Heard {
  /** Microseconds on the system's own steady clock, the same in all processes. */
  readonly said: number
  readonly heard: readonly number[]
}

/** Where other processes say what they noted, on a socket of the file system. */
export class Marks {
  /** Path of the socket. */
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

  /** Resolves when the saying has come to so many listeners. */
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
