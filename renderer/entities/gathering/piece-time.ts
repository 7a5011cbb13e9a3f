import type { PieceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { clockDuration } from '../../components/duration.ts'

/** The clock of a turn with the piece, as it shows now. */
interface PieceTime {
  /** What is left of the turn, from 0 to 1; null while its clock has not begun. */
  readonly share: number | null
  /** `1:12 left`, `1:12 left, clock paused`. */
  readonly words: string
  /** The same for a list: `1:12`. */
  readonly brief: string
}

/** What is told of the time that a turn has left. `interval`: of a beat, in ms. */
export function pieceTime(piece: PieceView, interval: number, now: number): PieceTime {
  const word = piece.stopped ? stopWord(piece.stopped.by, piece.done) : null
  if (piece.clockFrom === null) {
    const left = clockDuration(piece.waitsFrom + interval - now)
    return { share: null, words: word ?? `begins within ${left}`, brief: word ?? left }
  }
  const left = Math.max(0, piece.until - (piece.stopped?.at ?? now))
  const share = Math.min(1, left / Math.max(1, piece.until - piece.clockFrom))
  const brief = clockDuration(left)
  // Who is done needs no more time.
  const words = piece.done && word !== null ? word : `${brief} left${word === null ? '' : `, ${word}`}`
  return { share, words, brief: word ?? brief }
}

function stopWord(by: NonNullable<PieceView['stopped']>['by'], isDone: boolean): string {
  if (by.includes('pause')) return 'paused'
  if (by.includes('everything')) return 'stopped'
  if (by.includes('spent')) return 'waits: limit reached'
  if (isDone && by.includes('hold')) return 'done, paused by you'
  return by.includes('hold') ? 'clock paused' : 'waits for you'
}

/** Is the piece held by a hand? */
export const isHeld = (piece: PieceView | null): boolean => piece?.stopped?.by.includes('hold') ?? false

/** Has the beat come that asks for last words? */
export const isLastBeat = ({ beat, beats }: Pick<PieceView, 'beat' | 'beats'>): boolean => beat >= beats

/** `reminder 2 of 3`. */
export const beatLabel = (beat: number, beats: number): string =>
  beat === 0 ? `before reminder 1 of ${beats}` : `reminder ${beat} of ${beats}`
