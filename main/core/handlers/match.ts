import type { ReceiverState, HandlerWhen } from '../../contract/handlers/handlers.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { situationOf } from '../turns/timing.ts'
import { openLinksOf } from '../links/queries.ts'
import type { AgentState, State } from '../step/state.ts'
import { isHalted } from '../step/status.ts'
import { folded } from '../words/text.ts'

/** Characters of a message that are searched. */
const lookedThrough = 64 * 1024

/** The agent's activity, in the terms of handlers. */
export function doingOf(state: AgentState, now: number): ReceiverState {
  if (isHalted(state)) return 'halted'
  if (state.gatheringId !== null) return 'sitting'
  switch (situationOf(state, now)) {
    case 'asking':
      return 'asking'
    case 'composing':
    case 'conversing':
      return 'conversing'
    case 'working':
      return 'working'
    case 'idle':
      return state.process === 'off' ? 'asleep' : 'idle'
  }
}

/** Whether a message matches a condition. `doing`: the receiver's activity; null: ignored. */
export function matches(
  when: HandlerWhen,
  message: Pick<Message, 'from' | 'to' | 'body' | 'priority' | 'expectsReply'>,
  links: State['links'],
  doing: ReceiverState | null,
): boolean {
  const { priorities, question } = when
  if (message.from.kind !== 'agent' || !isFrom(when.from, message.from.id, message.to, links)) return false
  if (priorities.length > 0 && !priorities.includes(message.priority)) return false
  if (question !== 'any' && (question === 'yes') !== message.expectsReply) return false
  if (doing !== null && when.doing.length > 0 && !when.doing.includes(doing)) return false
  return when.words === null || contains(when.words, message.body)
}

function isFrom(wanted: HandlerWhen['from'], from: AgentId, to: AgentId, links: State['links']): boolean {
  if (wanted === 'any') return true
  if (wanted !== 'linked') return wanted.includes(from)
  return openLinksOf(links, to).some(({ members }) => members.includes(from))
}

/** Cached, since all handlers of an agent check the same message. */
let last = { body: '', words: '' }

function contains({ which, texts }: NonNullable<HandlerWhen['words']>, body: string): boolean {
  if (last.body !== body) last = { body, words: folded(body.slice(0, lookedThrough)) }
  const { words } = last
  const has = (text: string): boolean => words.includes(folded(text))
  return which === 'all' ? texts.every(has) : texts.some(has)
}
