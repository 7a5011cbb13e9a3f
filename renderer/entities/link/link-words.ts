import type { LinkMode } from '../../../main/contract/links/links.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentId, Author } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { MessageReason } from '../../../main/contract/mail/message-reasons.ts'

type Tie = Pick<LinkView, 'name' | 'members' | 'machines'>
type Agents = Readonly<Record<AgentId, AgentView>>

export const agentAuthor = (id: AgentId): Author => ({ kind: 'agent', id })

/** The member's current name; of a remote agent, the one its machine reported. */
export const memberName = (
  id: AgentId,
  agents: Agents,
  { machines }: Pick<LinkView, 'machines'> = {},
): string => agents[id]?.name ?? machines?.names[id] ?? 'a deleted agent'

/** The user's name for the link, else `Scout ⇄ Builder`. */
export const linkNames = ({ name, members, machines }: Tie, agents: Agents): string =>
  name ?? members.map((id) => memberName(id, agents, machines ? { machines } : {})).join(' ⇄ ')

/** Whether a link is in the list of tabs: the user is a member, or has named it. */
export const isRoom = ({ name, mode, closed }: Pick<LinkView, 'name' | 'mode' | 'closed'>): boolean =>
  closed === null && (mode === 'mentions' || name !== undefined)

const conjunction = new Intl.ListFormat('en-GB')

/** `Scout and Builder`, `Scout, Builder and Critic`. */
export const listed = (names: readonly string[]): string => conjunction.format(names)

/** Side of the spine; with more than two members everybody is on the left. */
export const sideOf = ({ members }: Tie, from: AgentId): 'left' | 'right' =>
  members.length > 2 || from === members[0] ? 'left' : 'right'

/** The user can't be a member of a link between machines. */
export const modesFor = (isOverMachines: boolean): readonly LinkMode[] =>
  linkModes.filter((mode) => mode !== 'mentions' || !isOverMachines)

/** In the order they are offered. */
export const linkModes: readonly LinkMode[] = ['answers', 'converse', 'absorb', 'mentions', 'paused']

export const linkModeWords: Readonly<Record<LinkMode, { readonly word: string; readonly about: string }>> = {
  answers: {
    word: 'Replies only',
    about: 'Replies start a turn; other messages are read with the next prompt',
  },
  converse: { word: 'All messages', about: 'Every message starts a turn' },
  absorb: { word: 'Muted', about: 'Messages start no turn; they are read with the next prompt' },
  mentions: {
    word: 'Mentions',
    about: 'You are a member: @Name starts a turn of that agent; others read it with their next prompt',
  },
  paused: { word: 'Paused', about: 'Messages are held until the link resumes' },
}

export const crossingHelp =
  'How many final messages are exchanged before the link pauses until you write to a member'

/** Continues a text that ends in "held". */
export function holdWords(reason: MessageReason | null): string {
  const act = reason?.kind === 'link' ? reason.act : 'paused'
  switch (act) {
    case 'gathering':
      return ': a member is in a gathering'
    case 'rests':
      return ': link on hold'
    case 'paused':
    case 'wentOn':
    case 'closed':
    case 'left':
      return ': link paused'
  }
}

/** The mode of a link, or why it carries nothing. */
export function standingWord(link: {
  readonly mode: LinkMode
  readonly pauseReason: LinkView['pauseReason']
  readonly closed: unknown
}): string {
  if (link.closed !== null) return 'Closed'
  if (link.pauseReason === null || link.mode === 'paused') return linkModeWords[link.mode].word
  if (link.pauseReason === 'off') return 'Links off'
  return link.pauseReason === 'budget' || link.pauseReason === 'cap' ? 'Limit reached' : 'On hold'
}

type OfMachines = Pick<LinkView, 'machines'>

/** Whether a message of this machine's user extends the limit. */
export function raisesLimitByWord({
  machines,
  pauseReason,
}: Pick<LinkView, 'machines' | 'pauseReason'>): boolean {
  if (pauseReason === 'asked') return false
  return !machines?.home || (pauseReason !== 'loop' && machines.spent !== true)
}

/**
 * How to resume a link that has reached its limit; if another machine owns it, that machine's user may have
 * to.
 */
export function resumeWords({ machines }: OfMachines): string {
  if (!machines?.home) return 'Extend the limit or write to a member to continue.'
  return machines.spent
    ? `Messages from other machines have restarted the count several times; now only ${machines.home}’s user can extend it.`
    : 'Write to a member to continue.'
}

/** Why nothing crosses after a message in a loop was discarded, and until when. */
export const loopWords = ({ machines }: OfMachines): string =>
  machines?.home
    ? `The user of ${machines.home} discarded a message in a loop. It resumes with their next message to a member.`
    : 'You discarded a message as a possible loop.'
