import type { Link } from '../../contract/links/links.ts'
import { mentionsIn, type Mentions } from '../../contract/links/mentions.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { noticeRow } from '../agents/user-notices.ts'
import type { Step } from '../step/step.ts'
import { firstLine } from '../words/text.ts'
import { nameIn, type Around } from './queries.ts'

interface NamedMember {
  readonly id: AgentId
  readonly name: string
}

/**
 * Finds whom a text in a link mentions. The user may be mentioned by the names under which they opened it or
 * gave its purpose.
 */
export function mentionsOf(
  { find }: Pick<Around, 'find'>,
  link: Link,
  text: string,
  ...users: readonly string[]
): Mentions<NamedMember> {
  const members = link.members.map((id) => ({ id, name: nameIn(link, id, find) }))
  const known = [link.opened, link.purpose].flatMap((one) => (one?.by.kind === 'user' ? [one.name] : []))
  return mentionsIn(text, members, [...known, ...users])
}

/** The members that an agent's text mentions; nobody in other modes. Only the user can address `@all`. */
export function namedIn(around: Pick<Around, 'find'>, link: Link, text: string): readonly AgentId[] {
  return link.mode === 'mentions' ? mentionsOf(around, link, text).named.map(({ id }) => id) : []
}

export function isNamed(around: Pick<Around, 'find'>, link: Link, text: string, member: AgentId): boolean {
  return namedIn(around, link, text).includes(member)
}

const noticeLength = 200

export function tellUser(step: Step, links: readonly Link[], from: AgentId, text: string): void {
  const isMeant = links.some((link) => link.mode === 'mentions' && mentionsOf(step, link, text).user)
  if (isMeant && step.find(from)) noticeRow(step, from, firstLine(text, noticeLength))
}
