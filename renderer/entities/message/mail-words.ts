import type { MessageId } from '../../../main/contract/api/model.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { countsAsWaiting, type PendingView } from '../../../main/contract/mail/mail-views.ts'
import { becauseWords, briefBecauseWords } from '../../../main/contract/mail/message-words.ts'

export const firstWords = (preview: string): string => plainLine(preview.replace(/\s+/g, ' ').trim())

/** Removes ids that only the agent's tools need. */
export const withoutIds = (text: string): string =>
  text.replace(/\b(?:msg|lnk|hb|tsk)-[0-9a-z]{6,}[:,]? ?/g, '')

interface Standing {
  readonly sign: 'ring' | 'half'
  readonly words: string
  /** For narrow places, where the end is cut. */
  readonly brief: string
}

/** What it waits for; empty if its place says it. */
export function waitingStatus(message: PendingView): Standing {
  if (message.state === 'written')
    return plain('half', message.inInput ? 'delivered, not read yet' : 'on its way')
  const words = becauseWords(message, 'user')
  if (words === '') return plain('ring', message.now ? 'at its next step' : '')
  return { sign: 'ring', words, brief: briefBecauseWords(message) }
}

const plain = (sign: Standing['sign'], words: string): Standing => ({ sign, words, brief: words })

/** Messages with the same reason as the one above, which is shown only once. */
export function repeatedReasons(waiting: readonly PendingView[]): ReadonlySet<MessageId> {
  const briefs = waiting.map((one) => waitingStatus(one).brief)
  return new Set(waiting.flatMap(({ id }, at) => (at > 0 && briefs[at] === briefs[at - 1] ? [id] : [])))
}

const messages = (count: number): string => (count === 1 ? '1 message' : `${count} messages`)

/** Counts messages of Janus separately: the badges leave them out. */
export function notesWords(notes: readonly Pick<PendingView, 'from' | 'absorbed'>[]): string {
  const count = notes.filter(countsAsWaiting).length
  const added = notes.length - count
  const parts = [count === 0 ? '' : messages(count), added === 0 ? '' : `${messages(added)} from Janus`]
  return `${parts.filter((part) => part !== '').join(' and ')} will be sent with the next prompt`
}

/** Why an urgent message asks, and what is safe whatever the user decides. */
export function cardWhy(agent: AgentView, hasDraft: boolean): string {
  const name = agent.name
  if (hasDraft) return `You have an unsent draft to ${name}. It is kept whatever you choose.`
  if (agent.cards.length > 0) return `${name}’s question to you stays open whatever you choose.`
  return `You are in a conversation with ${name}.`
}

/** What Deliver now does in the agent's current state. */
export function handleWords(agent: AgentView): string {
  if (agent.cards.length > 0) return 'If you deliver it now, the agent reads it as soon as you have answered.'
  if (agent.status !== 'working') return 'If you deliver it now, it starts a turn at once.'
  return `If you deliver it now, ${agent.name} reads it at its next step and continues afterwards.`
}
