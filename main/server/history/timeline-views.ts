import { allTokens } from '../../contract/budget/budget.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Actor, MessageId, TurnId } from '../../contract/api/model.ts'
import type { TimelineFact } from '../../contract/history/timeline-entries.ts'
import type {
  MessageFate,
  TimelineCause,
  TimelineRow,
  TimelineTurn,
} from '../../contract/history/timeline.ts'
import type { Turn } from '../../core/step/frames-and-turns.ts'
import { firstLine } from '../../core/words/text.ts'
import type { PlacedTimelineEntry } from '../../ports/ports.ts'
import { messageFinder } from './log-pages.ts'
import { whyOf } from '../mail/mail-views.ts'
import { turnNumbers, type RequestContext } from '../api/request-context.ts'

type Parts = Pick<RequestContext, 'engine' | 'store' | 'status'>

const shownText = 300

/** Adds present data: the message's state, its cause, and the cost of the turns that it started. */
export function timelineRow(
  parts: Parts,
  { owner: _, agents: __, ...entry }: PlacedTimelineEntry,
): TimelineRow {
  const { fact } = entry
  const find = messageFinder(parts)
  const message = fact.kind === 'message' ? find(fact.message) : null
  return {
    ...entry,
    from: entry.from && namedNow(parts, entry.from),
    to: entry.to.map((one) => namedNow(parts, one)),
    text: inOneLine(entry.text),
    message: message && fateOf(parts, message),
    cause: message && causeOf(parts, message, find),
    ...useOf(parts, fact, find),
  }
}

/** Turns that it started, and their tokens; for a gathering's text, the tokens of its own turn. */
function useOf(
  parts: Parts,
  fact: TimelineFact,
  find: (id: MessageId) => Message | null,
): Pick<TimelineRow, 'turns' | 'tokens'> {
  const turns = turnsOf(parts, fact, find)
  const all = 'costUsd' in fact ? [saidIn(parts, fact)] : turns.map(({ tokens }) => tokens)
  const known = all.filter((tokens) => tokens !== null)
  return { turns, tokens: known.length === 0 ? null : known.reduce((sum, tokens) => sum + tokens, 0) }
}

function saidIn(parts: Parts, { gathering, n }: Extract<TimelineFact, { costUsd: number }>): number | null {
  const [row] = parts.store.utterances(gathering, n + 1, 1)
  const turn = row?.n === n && row.turn !== null ? findTurn(parts, row.turn) : null
  return turn && costed(turn).tokens
}

/** Present names of agents; for an unnamed user ("You"), the user's name. */
function namedNow({ engine, status }: Parts, actor: Actor): Actor {
  if (actor.by.kind === 'user' && actor.name === 'You') return { ...actor, name: status().user }
  const tab = actor.by.kind === 'agent' ? engine.state.agents.get(actor.by.id) : undefined
  return tab ? { ...actor, name: tab.agent.name } : actor
}

function inOneLine(text: string): string {
  const line = text.slice(0, 4 * shownText).replace(/\s+/gu, ' ')
  return firstLine(line, shownText)
}

function fateOf(parts: Parts, message: Message): MessageFate {
  const { engine } = parts
  const { isReply, expectsReply, priority, thread, state, stateAt, turn } = message
  return {
    as: isReply ? 'replied' : expectsReply ? 'asked' : 'said',
    priority,
    thread,
    state,
    stateAt,
    ...whyOf(engine.state, message),
    turn: turn === null ? null : turnNumbers(parts)(turn),
    isGone: !engine.state.agents.has(message.to),
  }
}

/** The message that it answers, else the first message of the turn in which it was sent. */
function causeOf(
  parts: Parts,
  { replyTo, causes }: Message,
  find: (id: MessageId) => Message | null,
): TimelineCause | null {
  const [id, how] = replyTo === null ? [causes[0], 'began' as const] : [replyTo, 'answers' as const]
  const cause = id === undefined ? null : find(id)
  if (!cause) return null
  const from = namedNow(parts, { by: cause.from, name: cause.fromName })
  return { how, from, message: cause.id, words: firstLine(cause.body, 80) }
}

/** A turn started by several messages is shown with the first of them. */
function turnsOf(
  parts: Parts,
  fact: TimelineFact,
  find: (id: MessageId) => Message | null,
): readonly TimelineTurn[] {
  switch (fact.kind) {
    case 'message':
      return turnsBegun(parts, [fact.message], find)
    case 'link':
      return 'sent' in fact ? turnsBegun(parts, fact.sent, find) : []
    case 'timer': {
      if (fact.did !== 'fired') return []
      const turn = parts.store.turnOfTimer(fact.heartbeat, fact.turn)
      return turn ? [costed(turn)] : []
    }
    case 'gathering':
    case 'card':
    case 'agent':
      return []
  }
}

function turnsBegun(
  parts: Parts,
  messages: readonly MessageId[],
  find: (id: MessageId) => Message | null,
): readonly TimelineTurn[] {
  return messages.flatMap((id) => {
    const turnId = find(id)?.turn ?? null
    const turn = turnId === null ? null : findTurn(parts, turnId)
    return turn?.begun[0] === id ? [costed(turn)] : []
  })
}

function findTurn({ engine, store }: Parts, id: TurnId): Turn | null {
  for (const { turn } of engine.state.agents.values()) if (turn?.id === id) return turn
  return store.turn(id)
}

const costed = ({ agent, n, costUsd, tokens, isPriced, endedAt }: Turn): TimelineTurn => ({
  agent,
  n,
  costUsd: endedAt === null || !isPriced ? null : costUsd,
  tokens: endedAt === null ? null : allTokens(tokens),
})
