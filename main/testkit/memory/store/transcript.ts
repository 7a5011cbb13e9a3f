import type { FrameId } from '../../../contract/api/model.ts'
import { linesIn, notesOf, type Line, type Transcripts } from '../acts.ts'

/** Milliseconds from reading a note until it is in the transcript; measured 50 to 200. */
const noteWritten = 60

/** What a CLI has read, and when the transcript has it: what it had only read is lost when it crashes. */
export class MemoryTranscript {
  readonly #lines: Line[]
  readonly #later: (ms: number, fn: () => void) => void
  readonly #unwritten: Line[] = []

  /** `later`: schedules a callback unless the CLI dies. */
  constructor(transcripts: Transcripts, conversation: string, later: (ms: number, fn: () => void) => void) {
    this.#lines = linesIn(transcripts, conversation)
    this.#later = later
  }

  has(frame: FrameId): boolean {
    return [...this.#lines, ...this.#unwritten].some((line) => line.frame === frame)
  }

  get notes(): readonly string[] {
    return notesOf([...this.#lines, ...this.#unwritten])
  }

  /** Records a read prompt: a note is written later, all else at once, after what was read before. */
  read(line: Line): void {
    if (line.note) {
      this.#unwritten.push(line)
      this.#later(noteWritten, () => this.#write())
    } else {
      this.#write()
      this.#lines.push(line)
    }
  }

  #write(): void {
    this.#lines.push(...this.#unwritten.splice(0))
  }
}
