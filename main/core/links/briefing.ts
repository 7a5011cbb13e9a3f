import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { acceptFromJanus, inState } from '../mail/mailbox.ts'
import { linksText } from './links-text.ts'
import type { Step } from '../step/step.ts'
import { isCopy, nameIn, openLinksOf } from './queries.ts'

/** Marks Janus's briefings about links, so that a newer one replaces an unread one. */
const mark = 'links'

/**
 * Tells an agent before its next prompt with whom it is linked, after a line of `news`; `rules`: with the
 * rules of links. Includes what an unread earlier briefing said.
 */
export function briefMember(step: Step, to: AgentId, news: string, rules: boolean): void {
  const stale = step.get(to).mailbox.filter((message) => message.state === 'queued' && isBrief(message))
  for (const message of stale) step.message(inState(step, message, 'dropped', { kind: 'superseded' }), false)
  const withRules = rules || stale.some(({ metadata }) => metadata['rules'] === 'true')
  // Agents aren't told of links that the user hasn't accepted.
  const links = openLinksOf(step.links, to).filter(
    (link) => !isCopy(link) || !link.machines?.asked.includes(to),
  )
  const earlier = stale.flatMap(({ metadata }) => metadata['news'] ?? [])
  const lines = [...earlier, news].filter((line) => line !== '').slice(-5)
  if (lines.length === 0 && links.length === 0) return
  const body = linksText(lines, links, to, (link, id) => nameIn(link, id, step.find), withRules)
  acceptFromJanus(step, {
    to,
    body,
    priority: 'low',
    metadata: { about: mark, rules: String(withRules && links.length > 0), news: lines.join('\n') },
  })
}

export function isBrief({ from, metadata }: Message): boolean {
  return from.kind === 'system' && metadata['about'] === mark
}
