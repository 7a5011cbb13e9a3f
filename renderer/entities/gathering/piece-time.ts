import type { PieceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { clockDuration } from '../../components/duration.ts'

interface PieceTime {
  /** What is left of the turn, from 0 to 1; null before its clock starts. */
  readonly share: number | null
  /** `1:12 left`, `1:12 left, clock paused`. */
  readonly words: string
  /** `1:12`. */
  readonly brief: string
}

/** `interval` is the time between reminders, in ms. */
export function pieceTime(piece: PieceView, interval: number, now: number): PieceTime {
  const word = piece.stopped ? stopWord(piece.stopped.by, piece.done) : null
  if (piece.clockFrom === null) {
    const left = clockDuration(piece.waitsFrom + interval - now)
    return { share: null, words: word ?? `begins within ${left}`, brief: word ?? left }
  }
  const left = Math.max(0, piece.until - (piece.stopped?.at ?? now))
  const share = Math.min(1, left / Math.max(1, piece.until - piece.clockFrom))
  const brief = clockDuration(left)
  // A speaker who is done needs no more time.
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

/** Whether the host holds the piece. */
export const isHeld = (piece: PieceView | null): boolean => piece?.stopped?.by.includes('hold') ?? false

export const isLastBeat = ({ beat, beats }: Pick<PieceView, 'beat' | 'beats'>): boolean => beat >= beats

/** `reminder 2 of 3`. */
export const beatLabel = (beat: number, beats: number): string =>
  beat === 0 ? `before reminder 1 of ${beats}` : `reminder ${beat} of ${beats}`
