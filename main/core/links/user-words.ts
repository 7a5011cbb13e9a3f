import { userKey } from '../../contract/mail/authors.ts'
import { usualPriority } from '../../contract/mail/priorities.ts'
import { messageLimit } from '../../contract/api/limits.ts'
import type { Crossed, Link, Sent } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { Step } from '../step/step.ts'
import { wakeByUser } from '../mail/mail.ts'
import { accept, acceptFromJanus, inState, refuse, refusalOf } from '../mail/mailbox.ts'
import { utf8Length } from '../words/text.ts'
import { record } from './link-log.ts'
import { beginEpisode } from './links.ts'
import { mentionsOf } from './naming.ts'
import { nameIn } from './queries.ts'

type Said = EventOf<'link.said'>

/**
 * The user writes into a link: mentioned members start a turn; Janus tells the others with their next prompt.
 */
export function sayInLink(step: Step, event: Said): Answer {
  const found = step.links.get(event.link)
  const problem = problemOf(step, found, event.text)
  if (problem || !found) return problem ?? refuse('not_found', 'You have no such link.')
  const { named, all, unknown } = mentionsOf(step, found, event.text, event.byName)
  if (unknown.length > 0 && !event.quiet) return refuse('unknown_agent', unknownWords(step, found, unknown))
  const woken = event.quiet ? [] : all ? found.members : named.map(({ id }) => id)
  for (const to of woken) {
    const unfit = refusalOf(step, { from: event.by, to, body: event.text })
    if (unfit) return unfit
  }
  beginEpisode(step, found)
  const link = step.links.get(event.link) ?? found
  const crossing = step.ids.next('crs')
  const sent = link.members.map((to): Sent => {
    const crossed = { link: link.id, crossing, carriage: 'absorb' } as const
    const isNamed = woken.includes(to)
    const earlier = unreadIn(step, link, to)
    if (isNamed) wakeByUser(step, to)
    const message = earlier
      ? addTo(step, earlier, event, crossed)
      : isNamed
        ? wake(step, to, event, crossed)
        : tell(step, to, event, crossed)
    // It begins a new budget period in all of the member's links.
    if (isNamed) step.announce('message.sent', { message })
    const carriage = message.crossed?.carriage ?? 'absorb'
    return { to, toName: nameIn(link, to, step.find), message: message.id, carriage }
  })
  const author = { agent: userKey, name: event.byName, turn: step.ids.next('trn'), turnNumber: 0 }
  const said = { id: crossing, kind: 'said', text: event.text, sent } as const
  record(step, link, { ...author, depth: 0, causes: [], costUsd: 0 }, said)
  const now = { ...(step.links.get(link.id) ?? link), rows: link.rows + 1 }
  step.link(now)
  return { kind: 'link', link: now }
}

function problemOf(step: Step, link: Link | undefined, text: string): Answer | null {
  if (link?.closed !== null) return refuse('wrong_state', 'That link is closed. Reopen it first.')
  if (!step.limits.links) return refuse('wrong_state', 'Links are switched off. Switch them on first.')
  if (link.mode === 'paused') return refuse('wrong_state', 'That link is paused. Choose another mode first.')
  if (link.mode !== 'mentions')
    return refuse(
      'wrong_state',
      'Set the mode of that link to mentions first, or write to one of its members.',
    )
  if (text.trim() === '') return refuse('empty_message', 'The message is empty.')
  return text.trimStart().startsWith('/')
    ? refuse('bad_request', 'A command is for one agent: write it in the tab of that agent.')
    : null
}

function unknownWords(step: Step, link: Link, [first = '']: readonly string[]): string {
  const names = link.members.map((id) => nameIn(link, id, step.find)).join(', ')
  return `Nobody in this link is called ${first}. Members: ${names}. Correct the name, put it in backticks, or send it without starting a turn.`
}

/** The user's earlier message in this link that the member hasn't read. */
export function unreadIn(step: Step, { id }: Link, member: AgentId): Message | undefined {
  return step
    .get(member)
    .mailbox.find(
      ({ state, from, crossed }) => state === 'queued' && from.kind === 'user' && crossed?.link === id,
    )
}

/** Appends to the unread message, so that one turn answers both. */
function addTo(step: Step, earlier: Message, event: Said, crossed: Crossed): Message {
  const body = `${earlier.body}\n\n${event.text}`
  if (utf8Length(body) > messageLimit) return wake(step, earlier.to, event, crossed)
  step.message({ ...earlier, body }, true)
  return earlier
}

function wake(
  step: Step,
  to: AgentId,
  { by: from, byName: fromName, text: body }: Said,
  crossed: Crossed,
): Message {
  const carried = { ...crossed, carriage: 'converse' } as const
  return accept(step, { from, fromName, to, body, crossed: carried, priority: usualPriority.user })
}

export function tell(step: Step, to: AgentId, { text }: Said, crossed: Crossed): Message {
  const body = `Your user said in your link ${crossed.link}:\n${text}`
  // Janus's messages have no limit, but these contain the user's text: the user's limit applies.
  const { count, bytes } = step.limits.mailbox.user
  const waiting = step
    .get(to)
    .mailbox.filter(({ from, crossed, state }) => from.kind === 'system' && crossed && state !== 'read')
  const length = waiting.reduce((sum, one) => sum + utf8Length(one.body), utf8Length(body))
  const message = acceptFromJanus(step, { to, body, crossed, priority: 'low' })
  if (waiting.length >= count || length > bytes)
    step.message(inState(step, message, 'dropped', { kind: 'mailboxFull' }), false)
  return message
}
