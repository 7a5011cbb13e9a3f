import type { LinkMode } from '../../../main/contract/links/links.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentId, Author } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { MessageReason } from '../../../main/contract/mail/message-reasons.ts'

type Tie = Pick<LinkView, 'name' | 'members' | 'machines'>
type Agents = Readonly<Record<AgentId, AgentView>>

/** An agent as the one who said something. */
export const agentAuthor = (id: AgentId): Author => ({ kind: 'agent', id })

/** The present name of a member; of another machine, as its machine told it. */
export const memberName = (
  id: AgentId,
  agents: Agents,
  { machines }: Pick<LinkView, 'machines'> = {},
): string => agents[id]?.name ?? machines?.names[id] ?? 'a deleted agent'

/** What the user calls it, else `Scout ⇄ Builder`. */
export const linkNames = ({ name, members, machines }: Tie, agents: Agents): string =>
  name ?? members.map((id) => memberName(id, agents, machines ? { machines } : {})).join(' ⇄ ')

/** Whether a link stands in the list of tabs: the user is a member, or has named it. */
export const isRoom = ({ name, mode, closed }: Pick<LinkView, 'name' | 'mode' | 'closed'>): boolean =>
  closed === null && (mode === 'mentions' || name !== undefined)

const conjunction = new Intl.ListFormat('en-GB')

/** `Scout and Builder`, `Scout, Builder and Critic`. */
export const listed = (names: readonly string[]): string => conjunction.format(names)

/** On which side of the spine a speaker stands. Among more than two everybody speaks from the left. */
export const sideOf = ({ members }: Tie, from: AgentId): 'left' | 'right' =>
  members.length > 2 || from === members[0] ? 'left' : 'right'

/** The modes that a link can have: the user is no member of one over machines. */
export const modesFor = (isOverMachines: boolean): readonly LinkMode[] =>
  linkModes.filter((mode) => mode !== 'mentions' || !isOverMachines)

/** The modes of a link, in the order in which they are offered. */
export const linkModes: readonly LinkMode[] = ['answers', 'converse', 'absorb', 'mentions', 'paused']

/** The word of each mode, and what it does. */
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

/** What the message limit of a link counts, and what it does. */
export const crossingHelp =
  'How many final messages are exchanged before the link pauses until you write to a member'

/** Why a message that crossed a link is held; goes on from "held". */
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

/** How a link stands, in a word or two: its mode, or why it does not run. */
export function standingWord(link: {
  readonly mode: LinkMode
  readonly rests: LinkView['rests']
  readonly closed: unknown
}): string {
  if (link.closed !== null) return 'Closed'
  if (link.rests === null || link.mode === 'paused') return linkModeWords[link.mode].word
  if (link.rests === 'off') return 'Links off'
  return link.rests === 'budget' || link.rests === 'cap' ? 'Limit reached' : 'On hold'
}

type OfMachines = Pick<LinkView, 'machines'>

/** Whether a word of the user of this machine lets more cross. */
export function raisesLimitByWord({ machines, rests }: Pick<LinkView, 'machines' | 'rests'>): boolean {
  if (rests === 'asked') return false
  return !machines?.home || (rests !== 'loop' && machines.spent !== true)
}

/** What resumes a link that has used its message limit, in sentences; where another machine keeps it, its user may have to. */
export function resumeWords({ machines }: OfMachines): string {
  if (!machines?.home) return 'Extend the limit or write to a member to continue.'
  return machines.spent
    ? `Messages from other machines have restarted the count several times; now only ${machines.home}’s user can extend it.`
    : 'Write to a member to continue.'
}

/** Why nothing crosses since a message in a loop was discarded, and until when. */
export const loopWords = ({ machines }: OfMachines): string =>
  machines?.home
    ? `The user of ${machines.home} discarded a message in a loop. It resumes with their next message to a member.`
    : 'You discarded a message as a possible loop.'
