import type { ListenerView, SeatView, UtteranceView } from '../../main/contract/gatherings/gathering-views.ts'
import type { Phase, UtteranceId } from '../../main/contract/gatherings/gatherings.ts'
import type { MessageId, TurnId } from '../../main/contract/api/model.ts'
import type { MessageState } from '../../main/contract/mail/messages.ts'
import { ago, idOf } from './make.ts'
import { gatheringIdOf } from './make-gathering.ts'

const named = (prefix: string, count: number) => `${prefix}-${String(count).padStart(10, 'a')}`

/** The id of an utterance by its place. */
export const utteranceIdOf = (n: number) => named('utt', n) as UtteranceId

/** What became of an utterance at the other seats and the harvester; all of those not named have read it. */
export const heardIn = (
  n: number,
  seats: readonly SeatView[],
  by: number | null,
  states: Readonly<Record<number, MessageState>> = {},
): readonly ListenerView[] => [
  ...seats
    .filter((seat) => seat.number !== by)
    .map((seat): ListenerView => ({
      number: seat.number,
      to: seat.agent ?? idOf(20),
      name: seat.name,
      message: named('msg', n * 32 + seat.number) as MessageId,
      state: states[seat.number] ?? 'read',
      inInput: states[seat.number] === 'written',
    })),
  {
    number: 0,
    to: idOf(6),
    name: 'Scribe',
    message: named('msg', n * 32) as MessageId,
    state: states[0] ?? 'queued',
    inInput: false,
  },
]

/** Row `n` of the first gathering: what a seat said, with changes. */
export function utterance(
  n: number,
  seat: SeatView | null,
  text: string,
  changes: Partial<UtteranceView> = {},
): UtteranceView {
  return {
    id: utteranceIdOf(n),
    gathering: gatheringIdOf(1),
    n,
    kind: 'said',
    number: seat?.number ?? null,
    name: seat?.name ?? 'Janus',
    agent: seat?.agent ?? null,
    phase: 'hold',
    round: 1,
    beat: 2,
    beats: 3,
    grant: null,
    turn: named('trn', n) as TurnId,
    turnNumber: n,
    text,
    words: text.match(/\S+/g)?.length ?? 0,
    at: ago(24 - n),
    ms: 108_000,
    costUsd: 0.06,
    tools: 0,
    cut: false,
    sealed: false,
    sent: [],
    holder: seat?.number ?? null,
    soFar: { turns: n, costUsd: n * 0.06 },
    origin: null,
    ...changes,
  }
}

/** Row `n` that is nobody's: a phase begins, words are opened, something happened. */
export const row = (n: number, kind: 'phase' | 'opened' | 'note', phase: Phase, text = ''): UtteranceView =>
  utterance(n, null, text, { kind, phase, ms: 0, costUsd: 0 })
