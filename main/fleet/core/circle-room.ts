import type { Machine, UserSeat } from '../../core/step/machines.ts'

/** How much of circles of other machines is kept for the user: what they have not asked for does not fill the disk. */

const mebi = 1024 * 1024
/** Of one circle: while the user has not said yes (or when it is over), and then; in words and bytes. */
const most = {
  asked: { words: 200, bytes: 4 * mebi },
  taken: { words: 20_000, bytes: 64 * mebi },
} as const
/** Bytes of all circles of one machine in which the user does not sit, since they decided about one the last time. */
const mostUnasked = 16 * mebi
/** What one word weighs at least, in bytes: it has a row, and stands in indexes. */
const leastWeight = 1024

type Kept = Pick<UserSeat, 'words' | 'bytes'>

/** Whether words of so many bytes may come to a seat. */
export function hasRoom({ unasked = 0 }: Pick<Machine, 'unasked'>, seat: UserSeat, bytes: number): boolean {
  const { words, bytes: kept = 0, stands } = seat
  const limit = most[stands === 'asked' ? 'asked' : 'taken']
  const isWithin = words < limit.words && kept + bytes <= limit.bytes
  return isWithin && (stands === 'taken' || unasked + weightOf(bytes) <= mostUnasked)
}

/** The seat and its machine with words of so many bytes more. */
export function withWords(machine: Pick<Machine, 'unasked'>, seat: UserSeat, bytes: number) {
  const { unasked = 0 } = machine
  const kept: Kept = { words: seat.words + 1, bytes: (seat.bytes ?? 0) + bytes }
  return { kept, machine: seat.stands === 'taken' ? {} : { unasked: unasked + weightOf(bytes) } }
}

/** Whether a machine may ask the user to a circle: where none of its stands in their list there is none to decide about. */
export const mayAsk = ({ unasked = 0, circles = [] }: Pick<Machine, 'unasked' | 'circles'>): boolean =>
  circles.length === 0 || unasked + leastWeight <= mostUnasked

/** Its machine with that counted: it stands in the timeline, and so does its end. */
export const withOneAsk = ({ unasked = 0 }: Pick<Machine, 'unasked'>) => ({ unasked: unasked + leastWeight })

/** What counts of a circle that is over: behind that comes little, however much came before. */
export function atTheEnd({ words, bytes = 0 }: Kept): Kept {
  return {
    words: Math.max(words, most.taken.words - most.asked.words),
    bytes: Math.max(bytes, most.taken.bytes - most.asked.bytes),
  }
}

const weightOf = (bytes: number): number => Math.max(leastWeight, bytes)
