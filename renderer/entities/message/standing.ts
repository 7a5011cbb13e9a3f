import type { LinkDelivery } from '../../../main/contract/links/links.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { Because } from '../../../main/contract/mail/message-reasons.ts'
import type { MessageId } from '../../../main/contract/api/model.ts'
import type { OrderException, MessageState } from '../../../main/contract/mail/messages.ts'
import type { Priority } from '../../../main/contract/mail/priorities.ts'
import { useMessage, type KnownMessage } from '../../state/mail.ts'
import type { MessageOutcome, StateChange } from '../../state/logs.ts'
import { useMirror, type Settled } from '../../state/store.ts'

/** The state of a message as main reports it. Times are in ms, null if unknown here. */
export interface MessageStatus extends Because {
  readonly state: MessageState
  readonly inInput: boolean
  readonly stateAt: number | null
  readonly acceptedAt: number | null
  readonly expectsReply: boolean
  readonly ahead: OrderException | null
  /** Number of the turn that read it. */
  readonly turn: number | null
  /** Place in the receiver's queue, from 1; null if it does not wait. */
  readonly place: number | null
  readonly priority: Priority | null
  /** For a crossing: whether it starts a turn of its receiver, as decided now. */
  readonly carriage: LinkDelivery | undefined
  readonly steps: readonly StateChange[]
}

interface Waiting {
  readonly view: PendingView
  readonly place: number | null
}

const indexes = new WeakMap<Settled['agents'], ReadonlyMap<MessageId, Waiting>>()

/** Finds a waiting message in all mailboxes; indexed once per state. */
export function waitingIn(agents: Settled['agents'], id: MessageId): Waiting | undefined {
  const index = indexes.get(agents) ?? indexOf(agents)
  return index.get(id)
}

function indexOf(agents: Settled['agents']): ReadonlyMap<MessageId, Waiting> {
  const index = new Map<MessageId, Waiting>()
  for (const agent of Object.values(agents)) {
    let place = 0
    for (const view of agent.pending) {
      const isInLine = view.state === 'queued' && !view.absorbed
      if (isInLine) place += 1
      index.set(view.id, { view, place: isInLine ? place : null })
    }
  }
  indexes.set(agents, index)
  return index
}

/** Merges what is known, newest first: the mailbox, then the feed, then a request. */
export function standingOf(
  waiting: PendingView | undefined,
  place: number | null,
  fate: MessageOutcome | undefined,
  known: KnownMessage | null,
): MessageStatus | null {
  const now = waiting ?? fate ?? known
  if (!now) return null
  const { state, inInput, expectsReply, ahead } = now
  return {
    state,
    inInput,
    ...becauseOf(waiting, fate, known),
    expectsReply,
    ahead,
    stateAt: now.stateAt,
    acceptedAt: waiting?.acceptedAt ?? known?.acceptedAt ?? null,
    turn: fate?.turn ?? known?.turn ?? null,
    place,
    priority: waiting?.priority ?? known?.priority ?? null,
    carriage: waiting?.crossed?.carriage ?? fate?.carriage ?? known?.crossed?.carriage,
    steps: fate?.steps ?? [],
  }
}

/** The feed reports what became of a message, but not what it waits for. */
function becauseOf(
  waiting: PendingView | undefined,
  fate: MessageOutcome | undefined,
  known: KnownMessage | null,
): Because {
  if (waiting) return { reason: waiting.reason, waitReason: waiting.waitReason }
  if (fate) return { reason: fate.reason, waitReason: null }
  return { reason: known?.reason ?? null, waitReason: known?.waitReason ?? null }
}

/** Follows a message: in its receiver's mailbox while it waits, then by the feed, else by one request. */
export function useStanding(id: MessageId | null): MessageStatus | null {
  const waiting = useMirror((now) => (id === null ? undefined : waitingIn(now.agents, id)?.view))
  const place = useMirror((now) => (id === null ? null : (waitingIn(now.agents, id)?.place ?? null)))
  const fate = useMirror((now) => (id === null ? undefined : now.fates[id]))
  const wasRead = fate?.state === 'read' || fate?.state === 'answered'
  // The feed names the turn that read a message only while that is recent.
  const isTold = waiting !== undefined || (fate !== undefined && !(wasRead && fate.turn === null))
  const known = useMessage(isTold ? null : id)
  return standingOf(waiting, place, fate, known)
}
