import type { PieceView, SeatState, SeatView } from '../../../../main/contract/gathering-views.ts'

/** Seats in the order of speaking, each `Name state`; the person is `Mo`. */
export const seatsOf = (...words: readonly string[]): readonly SeatView[] =>
  words.map((one, at): SeatView => {
    const [name = '', state = ''] = one.split(' ')
    return {
      ...{ number: at + 1, name, role: '', state: state as SeatState, taken: [], hand: false, reason: null },
      had: ['spoke', 'passed', 'silent', 'over'].includes(state),
      kind: name === 'Mo' ? 'human' : 'agent',
      agent: name === 'Mo' ? null : `agt-${name.toLowerCase()}`,
    }
  })

/** The piece with whoever speaks among these seats. */
export function pieceIn(seats: readonly SeatView[]): PieceView | null {
  const holder = seats.find((seat) => seat.state === 'speaks')
  if (!holder) return null
  return {
    ...{ turnId: 'grt-1', number: holder.number, name: holder.name, since: 0, beat: 1, beats: 3 },
    ...{ clockFrom: 0, waitsFrom: 0, stopped: null, until: 240_000, nextBeatAt: null },
    ...{ done: false, answering: false, lastWordAt: null },
  }
}
