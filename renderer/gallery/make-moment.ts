import type { Moment } from '../../main/contract/history/moments.ts'
import type { Actor } from '../../main/contract/api/model.ts'
import type { MessageFate, TimelineRow } from '../../main/contract/history/timeline.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { ago, by, person } from './make.ts'
import { messageIdOf } from './make-mail.ts'

/** The person, Janus, and an agent as ones who did something. */
export const you: Actor = { by: person, name: 'Mo' }
export const janus: Actor = { by: { kind: 'system' }, name: 'Janus' }
export const whoIs = ({ id, name }: AgentView): Actor => ({ by: by(id), name })

/** The `n`-th row of the timeline, so many minutes ago; usually the person's words to nobody in particular. */
export function moment(n: number, minutesAgo: number, changes: Partial<TimelineRow>): TimelineRow {
  return {
    n,
    id: `moment ${n}`,
    at: ago(minutesAgo),
    from: you,
    to: [],
    link: null,
    gathering: null,
    text: '',
    sealed: false,
    row: null,
    message: null,
    cause: null,
    turns: [],
    tokens: null,
    fact: { kind: 'message', message: messageIdOf(n) } satisfies Moment['fact'],
    ...changes,
  }
}

/** What became of a message: read and answered, unless told otherwise. */
export const fate = (n: number, changes: Partial<MessageFate> = {}): MessageFate => ({
  as: 'said',
  priority: 'normal',
  thread: messageIdOf(n),
  state: 'answered',
  stateAt: ago(0),
  turn: n,
  isGone: false,
  reason: null,
  waits: null,
  ...changes,
})
