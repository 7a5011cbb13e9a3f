import type { FrameId } from '../../../contract/api/model.ts'
import { linesIn, notesOf, type Line, type Transcripts } from '../acts.ts'

/** A note stands in the transcript so long after it was told as read, in ms: measured, 50 to 200. */
const noteWritten = 60

/** What one CLI has read, and when it stands in the transcript: what it dies with before is not there. */
export class MemoryTranscript {
  readonly #lines: Line[]
  readonly #later: (ms: number, fn: () => void) => void
  /** Notes that were read. */
  readonly #unwritten: Line[] = []

  /** `later`: does something after so many ms, if its CLI still lives. */
  constructor(transcripts: Transcripts, conversation: string, later: (ms: number, fn: () => void) => void) {
    this.#lines = linesIn(transcripts, conversation)
    this.#later = later
  }

  has(frame: FrameId): boolean {
    return [...this.#lines, ...this.#unwritten].some((line) => line.frame === frame)
  }

  /** Words of the notes that no prompt has followed yet. */
  get notes(): readonly string[] {
    return notesOf([...this.#lines, ...this.#unwritten])
  }

  /** Read: a note is written later, all else at once, behind what was read before it. */
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
