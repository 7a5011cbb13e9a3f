import type { Machine, UserSeat } from '../../core/step/machines.ts'

/** Limits what remote gatherings may store here, so that unrequested ones can't fill the disk. */

const mebi = 1024 * 1024
/** Per gathering: `asked` until the user accepts and after it is over, then `taken`. */
const most = {
  asked: { words: 200, bytes: 4 * mebi },
  taken: { words: 20_000, bytes: 64 * mebi },
} as const
/** Bytes of all gatherings of a machine that the user has not joined, since the user last decided about one. */
const mostUnasked = 16 * mebi
/** Bytes counted for a message at least, for its row and its index entries. */
const leastWeight = 1024

type Kept = Pick<UserSeat, 'words' | 'bytes'>

/** Whether a message of this size may be stored for a seat. */
export function hasRoom({ unasked = 0 }: Pick<Machine, 'unasked'>, seat: UserSeat, bytes: number): boolean {
  const { words, bytes: kept = 0, stands } = seat
  const limit = most[stands === 'asked' ? 'asked' : 'taken']
  const isWithin = words < limit.words && kept + bytes <= limit.bytes
  return isWithin && (stands === 'taken' || unasked + weightOf(bytes) <= mostUnasked)
}

/** Counts one message of this size for the seat and its machine. */
export function withWords(machine: Pick<Machine, 'unasked'>, seat: UserSeat, bytes: number) {
  const { unasked = 0 } = machine
  const kept: Kept = { words: seat.words + 1, bytes: (seat.bytes ?? 0) + bytes }
  return { kept, machine: seat.stands === 'taken' ? {} : { unasked: unasked + weightOf(bytes) } }
}

/** Whether a machine may ask the user to join; it always may ask once if none of its is in the list. */
export const mayAsk = ({ unasked = 0, circles = [] }: Pick<Machine, 'unasked' | 'circles'>): boolean =>
  circles.length === 0 || unasked + leastWeight <= mostUnasked

/** Counts the question: it has a timeline entry, and so has its end. */
export const withOneAsk = ({ unasked = 0 }: Pick<Machine, 'unasked'>) => ({ unasked: unasked + leastWeight })

/** Raises the counts of a gathering that is over, so that only a little more may follow. */
export function atTheEnd({ words, bytes = 0 }: Kept): Kept {
  return {
    words: Math.max(words, most.taken.words - most.asked.words),
    bytes: Math.max(bytes, most.taken.bytes - most.asked.bytes),
  }
}

const weightOf = (bytes: number): number => Math.max(leastWeight, bytes)
