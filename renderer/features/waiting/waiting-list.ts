import { upperFirst } from '../../entities/agent/agent-state.ts'
import type { Cap } from '../../../main/contract/budget/budget.ts'
import type { HeartbeatId } from '../../../main/contract/timers/heartbeats.ts'
import { timerNames } from '../../../main/contract/timers/timer-words.ts'
import type { GatheringNeeds, GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import { circlesIn, type RemoteCircle } from '../../entities/machine/circle-words.ts'
import { interrupts } from '../../../main/contract/mail/priorities.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { AgentId, Card, CardId, MessageId } from '../../../main/contract/api/model.ts'
import type { Spender } from '../../entities/budget/budget-acts.ts'
import type { CapCardId } from '../../state/view-store.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { LinkId } from '../../../main/contract/links/links.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { TabProposalId } from '../../../main/contract/agents/tab-proposals.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { folderName } from '../../entities/folder/short-path.ts'

export interface WaitingThing {
  /** Stable for the same thing: id of the card or message, or the folder asked about. */
  readonly key: string
  readonly agent: AgentId
  /** The agent's name, or the gathering's topic. */
  readonly agentName: string
  /** The gathering that waits for the user, and for what. */
  readonly gathering: GatheringId | null
  readonly needs: GatheringNeeds
  /** A card, a message that asks or is held, or a held timer; null: the folder's trust. */
  readonly card: CardId | MessageId | HeartbeatId | TabProposalId | CapCardId | null
  readonly tabProposal?: TabProposalId
  /** The card of the program, and its working folder. */
  readonly asks: { readonly card: Card; readonly cwd: string } | null
  readonly words: string
  /** ms; null if unknown. */
  readonly since: number | null
  /** Held, but nothing is blocked by it. */
  readonly isHeld: boolean
  /** What has reached its limit and continues with one click. */
  readonly spender?: Spender
  /** What *Raise limit* adds. */
  readonly raiseBy?: Cap
  readonly link?: LinkId
  readonly circle?: GatheringId
  /** Messages of the user that wait since they stopped a turn: sent or withdrawn together. */
  readonly own?: readonly PendingView[]
}

/** Everything that waits for the user, oldest first, held things last. A folder is asked about once. */
export function waitingFor(
  agents: readonly AgentView[],
  gatherings: readonly GatheringView[] = [],
  links: readonly LinkView[] = [],
  fleet: FleetView | null = null,
): readonly WaitingThing[] {
  const names = new Map(agents.map((agent) => [agent.id, agent.name]))
  const things = [
    ...agents.filter((agent) => !agent.closed).flatMap(thingsOf),
    ...gatherings.flatMap((one) => callOf(one, names)),
    ...links.flatMap((one) => linkCall(one, names)),
    ...circlesIn(fleet).flatMap(circleCall),
  ]
  const once = new Map(things.toReversed().map((thing) => [thing.key, thing]))
  return things
    .filter((thing) => once.get(thing.key) === thing)
    .sort((a, b) => Number(a.isHeld) - Number(b.isHeld) || (a.since ?? Infinity) - (b.since ?? Infinity))
}

const plain = { gathering: null, needs: null, card: null, asks: null, since: null, isHeld: true } as const

function thingsOf(agent: AgentView): readonly WaitingThing[] {
  const of = { ...plain, agent: agent.id, agentName: agent.name }
  const cards = agent.cards.map((card) => ({
    ...of,
    key: card.id,
    card: card.id,
    asks: { card, cwd: agent.cwd },
    words: card.title === '' ? `Permission: ${card.tool.name}` : card.title,
    since: card.askedAt,
    isHeld: false,
  }))
  const own = agent.pending.filter(isOwnHeld)
  const mail = agent.pending.flatMap((message) => {
    if (own.includes(message)) return []
    const words = mailWords(message)
    const { id, card, stateAt: since } = message
    return words === null ? [] : [{ ...of, key: id, card: id, words, since, isHeld: card === null }]
  })
  const held = own
    .slice(0, 1)
    .map(({ id, stateAt: since }) => ({ ...of, key: id, card: id, words: ownWords(own), since, own }))
  const timers = agent.heartbeats
    .filter((timer) => timer.state === 'held')
    .map(({ id, intent, dueAt: since }) => {
      const words = `Resume the ${timerNames[intent]} that is held?`
      return { ...of, key: id, card: id, words, since }
    })
  const seats = (agent.awaySeat?.asked ? [agent.awaySeat] : []).map(({ topic, by }) => {
    const words = `${by} invites it to a gathering: ${topic}`
    return { ...of, key: `seat ${agent.id} ${topic}`, words }
  })
  const tabProposals = agent.tabProposals.map(({ id, name, at: since }) => {
    const words = `proposes an agent: ${name}`
    return { ...of, key: id, card: id, tabProposal: id, words, since }
  })
  const rules = agent.handlers.asks.map(({ handler, message, name, command, at: since }) => {
    const words = `${name}: ${command === null ? 'close its tab?' : `run ${command}?`}`
    return { ...of, key: `${handler} ${message}`, card: message, words, since }
  })
  const caps = [
    ...(agent.isTurnCapped ? [{ kind: 'turn', words: 'A turn reached its limit: raise it?' } as const] : []),
    ...(agent.spending.state === 'over'
      ? [{ kind: 'tab', words: 'It reached its limit: raise it?' } as const]
      : []),
  ].map(({ kind, words }) => {
    const id: CapCardId = `${kind}-cap-${agent.id}`
    const { raiseBy } = agent.spending
    return { ...of, key: id, card: id, words, spender: { of: kind, id: agent.id }, raiseBy }
  })
  const asking = [...mail, ...held, ...timers, ...seats, ...tabProposals, ...rules, ...caps]
  if (cards.length > 0 || agent.needs === null) return [...cards, ...asking]
  const whole = { ...of, since: agent.since, isHeld: false }
  if (agent.trust === 'ask') {
    const words = `Trust the folder ${folderName(agent.cwd)}?`
    return [{ ...whole, key: `folder ${agent.cwd}`, words }, ...asking]
  }
  return asking.length > 0 ? asking : [{ ...whole, key: `agent ${agent.id}`, words: 'Needs you' }]
}

/** A gathering of another machine invites the user, or gives them the piece. */
function circleCall({ machine, seat }: RemoteCircle): readonly WaitingThing[] {
  const { circle, topic, by, status, turn } = seat
  const about = { ...plain, agent: nobody, agentName: topic, circle }
  if (status === 'asked')
    return [{ ...about, key: `seat ${circle}`, words: `${by} invites you to this gathering` }]
  if (status !== 'taken' || turn === null) return []
  const words = `Your turn (you have the piece), on ${machine}`
  return [{ ...about, key: turn.id, words, since: Date.parse(turn.since), isHeld: false }]
}

/**
 * A link that has reached its cost limit, or that a user of another machine wants to open with a local agent.
 */
function linkCall(link: LinkView, names: ReadonlyMap<AgentId, string>): readonly WaitingThing[] {
  const { id, members, pauseReason, spending, machines, opened } = link
  if (pauseReason === 'asked' && machines && machines.home !== null) {
    const [agent = nobody] = machines.asked
    const agentName = names.get(agent) ?? ''
    const words = `${opened.name} wants to link this agent: join?`
    return [{ ...plain, key: `link-asked-${id}`, agent, agentName, words, link: id, since: opened.at }]
  }
  if (pauseReason !== 'cap') return []
  const agentName = members.map((one) => names.get(one) ?? 'a deleted agent').join(' ⇄ ')
  const [agent = nobody] = members
  const key = `link-cap-${id} ${String(spending.cap.usd)} ${String(spending.cap.tokens)}`
  const words = 'reached its limit: raise it?'
  return [
    {
      ...plain,
      key,
      agent,
      agentName,
      words,
      link: id,
      spender: { of: 'link', id },
      raiseBy: spending.raiseBy,
    },
  ]
}

const nobody: AgentId = 'agt-'

/** A gathering that waits for the user's turn, their decision on a proposal, or its limit. */
function callOf(of: GatheringView, names: ReadonlyMap<AgentId, string>): readonly WaitingThing[] {
  const { id, topic, needs, convened, piece, paused } = of
  if (needs === null || of.state === 'closed') return []
  const by = convened.by.kind === 'agent' ? convened.by.id : nobody
  const about = { ...plain, agent: by, agentName: topic, gathering: id, needs }
  const since = paused?.at ?? null
  switch (needs) {
    case 'piece': {
      const { turnId: key = id, since: from = null } = piece ?? {}
      return [{ ...about, key, words: 'Your turn (you have the piece)', since: from, isHeld: false }]
    }
    case 'cap': {
      const key = `${id} ${of.maxTurns} ${of.maxCost}`
      return [{ ...about, key, words: 'reached its limit: raise it?', since, isHeld: false }]
    }
    case 'paused':
      return [{ ...about, key: `${id} paused ${since ?? ''}`, words: 'is paused until you resume it', since }]
    case 'proposal': {
      const agentName = names.get(by) ?? convened.name
      const words = `proposes a gathering: ${topic}`
      return [{ ...about, key: id, agentName, words, since: convened.at }]
    }
  }
}

const isOwnHeld = ({ from, state, hold }: PendingView): boolean =>
  from.kind === 'user' && state === 'held' && hold === 'interrupted'

function ownWords(own: readonly PendingView[]): string {
  const first = own[0]?.preview ?? ''
  const more = own.length > 1 ? ` and ${String(own.length - 1)} more` : ''
  return `Your message is held since you stopped it: “${begun(first)}”${more}`
}

/** The first 60 characters of the first line. */
const begun = (text: string): string => {
  const line = text.split('\n', 1)[0] ?? ''
  return [...line].length > 60 ? `${[...line].slice(0, 59).join('')}…` : line
}

function mailWords(message: PendingView): string | null {
  const asked = questionOf(message)
  return asked === null || message.preview === '' ? asked : `${asked} “${begun(message.preview)}”`
}

/** The question about a message; null if it only waits. */
function questionOf({ card, state, hold, fromName, priority, reason }: PendingView): string | null {
  if (card !== null)
    return interrupts(priority)
      ? `${upperFirst(priority)} message from ${fromName}`
      : `Deliver ${fromName}’s message now?`
  if (state !== 'held') return null
  switch (hold) {
    case 'loop':
      return `Deliver ${fromName}’s message, a possible loop?`
    case 'consent':
      return reason?.kind === 'firstTimeSender'
        ? `${fromName} wants to write to it`
        : `Allow messages from ${fromName}?`
    case 'policy':
      return `Deliver ${fromName}’s message?`
    case 'handler':
      return `${fromName}’s message is held by your rule`
    case 'restored':
      return `Send ${fromName}’s message from the backup again?`
    case 'interrupted':
    case null:
      return `${fromName}’s message is held: send it again?`
    case 'paused':
    case 'answering':
      return null
  }
}
