import { useEffect } from 'react'
import type { FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import { circleIn, circlesIn } from '../../entities/machine/circle-words.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { Card } from '../../../main/contract/api/model.ts'
import type { AgentView, AppStatus } from '../../../main/contract/api/views.ts'
import type { Mirror } from '../../state/mirror.ts'
import { askedOf } from '../../entities/tool/card-question-line.ts'
import { firstLineOf } from '../../../main/contract/agents/tool-calls.ts'
import { phaseNames } from '../../entities/gathering/gathering-words.ts'
import { isLastBeat } from '../../entities/gathering/piece-time.ts'
import { listed, linkNames } from '../../entities/link/link-words.ts'
import { timerNames } from '../../../main/contract/timers/timer-words.ts'
import { durationWords } from '../../components/duration.ts'
import { announce } from '../../components/voice.ts'
import { mirror } from '../../state/store.ts'

export type AnnouncedState = Pick<Mirror, 'agents' | 'links' | 'gatherings'> & {
  readonly status?: Pick<AppStatus, 'fleet'> | null
}

/**
 * What a screen reader announces for a change of state: something began, ended or needs the user; or a timer
 * fired.
 */
export function boundariesBetween(before: AnnouncedState, after: AnnouncedState): readonly string[] {
  const ofAgents = Object.values<AgentView>(after.agents).flatMap((agent) => {
    const then = before.agents[agent.id]
    if (!then) return []
    const time = timeUp(then, agent)
    const told = [
      ...(time === null ? [] : [plain(`${agent.name}: ${time}`)]),
      ...subagentsEnded(then, agent).map((words) => plain(`${agent.name}: ${words}`)),
    ]
    const words = boundaryOf(then, agent)
    return words === null ? told : [...told, { ...words, words: `${agent.name} ${words.words}` }]
  })
  const ofLinks = Object.values<LinkView>(after.links).flatMap((link) => {
    const then = before.links[link.id]
    const isNew = then !== undefined && then.pauseReason !== 'budget' && link.pauseReason === 'budget'
    return isNew ? [end(`The link ${linkNames(link, after.agents)} reached its limit`)] : []
  })
  // The first snapshot is not a change.
  const isFirst = Object.keys(before.agents).length === 0
  const ofCircles = isFirst ? [] : ofGatherings(before.gatherings, after.gatherings)
  const ofSeats = isFirst ? [] : ofCirclesThere(before.status?.fleet ?? null, after.status?.fleet ?? null)
  return [...ofAgents, ...ofLinks, ...ofCircles, ...ofSeats]
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ words }) => words)
}

function ofCirclesThere(before: FleetView | null, after: FleetView | null): readonly Boundary[] {
  if (before === after) return []
  return circlesIn(after).flatMap(({ machine, seat: { circle, topic, by, status, turn } }) => {
    const then = circleIn(before, circle)?.seat
    if (status === 'asked' && then?.status !== 'asked') return [wants(`${by} invites you to ${topic}`)]
    const isFresh = status === 'taken' && turn !== null && turn.id !== then?.turn?.id
    return isFresh ? [wants(`You have the piece in ${topic}, a gathering on ${machine}`)] : []
  })
}

/** Lower ranks are announced first. */
interface Boundary {
  readonly words: string
  readonly rank: number
}

/** Rank 0 needs the user; rank 1 ended or failed; rank 2 is everything else. */
const wants = (words: string): Boundary => ({ words, rank: 0 })
const end = (words: string): Boundary => ({ words, rank: 1 })
const plain = (words: string): Boundary => ({ words, rank: 2 })

/**
 * When a gathering begins, changes phase, ends or needs the user. An unknown one has begun, unless it is
 * closed.
 */
function ofGatherings(before: Mirror['gatherings'], after: Mirror['gatherings']): readonly Boundary[] {
  if (before === after) return []
  return Object.values<GatheringView>(after).flatMap((now) => {
    const words = gatheringBoundary(before[now.id], now)
    return words === null ? [] : [words]
  })
}

function gatheringBoundary(then: GatheringView | undefined, now: GatheringView): Boundary | null {
  const { topic } = now
  const isAsked = now.needs !== null && now.needs !== then?.needs
  if (isAsked && now.needs === 'proposal') return wants(`${now.convened.name} proposes a gathering: ${topic}`)
  if (isAsked && now.needs === 'cap') return wants(`${topic} reached its limit and waits for you`)
  const isFresh = isAsked || now.piece?.turnId !== then?.piece?.turnId
  if (now.needs === 'piece' && isFresh) return wants(`You have the piece in ${topic}${limitOf(now)}`)
  if (now.needs === 'piece' && hasLastBeat(now) && !hasLastBeat(then))
    return wants(`Your turn in ${topic} is up: what would you like to say last?`)
  if (!then) return null
  if (now.state === 'closed' && then.state !== 'closed') return end(`${topic} is closed`)
  if (now.state !== 'running') return null
  if (now.phase === 'harvest')
    return now.phase === then.phase ? null : plain(`${topic}: the harvest is being written`)
  const isNewRound = now.phase !== then.phase || now.round !== then.round
  const wasSealed = then.state === 'running' && then.phase === 'inhale' && then.sealed
  const opens = wasSealed && (isNewRound || !now.sealed) ? ['the words are open to all'] : []
  const isBegun = now.phase !== then.phase || then.state === 'convening'
  const begins = isBegun ? [`${phaseNames[now.phase]} begins`] : []
  const moved =
    now.piece && now.piece.turnId !== then.piece?.turnId ? [`${now.piece.name} has the piece`] : []
  const steps = [...opens, ...begins, ...moved]
  return steps.length === 0 ? null : plain(`${topic}: ${steps.join(', ')}`)
}

/** Duration of the user's turn, when its clock runs. */
function limitOf({ piece, interval }: GatheringView): string {
  if (piece === null || piece.stopped !== null) return ''
  return `, for ${durationWords(piece.beats * interval)}`
}

const hasLastBeat = (of: GatheringView | undefined): boolean =>
  of?.piece !== undefined && of.piece !== null && isLastBeat(of.piece)

/** The timer that started a turn: an anchor counts its runs, others disappear. */
function timeUp(before: AgentView, after: AgentView): string | null {
  const fired = before.heartbeats.find((timer) => {
    const now = after.heartbeats.find((one) => one.id === timer.id)
    if (now) return now.fired > timer.fired
    return timer.state === 'armed' && timer.dueAt <= after.since && after.status === 'working'
  })
  return fired ? `time is up, ${timerNames[fired.intent]}` : null
}

/** Background subagents that have ended, in one sentence; one inside a turn ends like its tools. */
function subagentsEnded(before: AgentView, after: AgentView): readonly string[] {
  if (before.background === after.background) return []
  const isOn = new Set(after.background.map(({ id }) => id))
  const ended = before.background.filter(({ kind, id }) => kind === 'agent' && !isOn.has(id))
  if (ended.length > 1) return [`${ended.length} subagents ended`]
  return ended.map(({ name }) => (name === '' ? 'a subagent ended' : `subagent ended, ${name}`))
}

function boundaryOf(before: AgentView, after: AgentView): Boundary | null {
  const wished = after.tabProposals.find(({ id }) => !before.tabProposals.some((wish) => wish.id === id))
  if (wished) return wants(`proposes an agent: ${wished.name}`)
  if (after.needs !== before.needs && after.needs !== null) {
    if (after.needs === 'card') return wants(cardWords(after))
    return wants(told(after.needs === 'permission' ? 'asks permission' : 'has a question', after.cards[0]))
  }
  if (after.broken && !before.broken) return end('could not finish its turn')
  if (after.status === before.status) return null
  // A member of a gathering answers when it gets the piece, which is announced already.
  if ((before.seat ?? after.seat) !== null && after.status !== 'failed') return null
  if (after.status === 'working') return plain(['is answering', ...whom(after)].join(' '))
  if (after.status === 'failed') return end('failed')
  return before.status === 'working' ? plain(finished(after)) : null
}

const whom = ({ answering }: AgentView): readonly string[] =>
  answering.length === 0 ? [] : [listed(answering)]

function finished({ finalWords }: AgentView): string {
  if (finalWords === 0) return 'finished'
  return `finished, ${finalWords === 1 ? '1 word' : `${finalWords} words`}`
}

function told(words: string, card: Card | undefined): string {
  const what = card && (card.kind === 'question' ? card.title : firstLineOf(askedOf(card).text))
  return what ? `${words}: ${what}` : words
}

function cardWords({ trust, pending, heartbeats }: AgentView): string {
  if (trust === 'ask') return 'asks about its folder'
  const urgent = pending.find((message) => message.card !== null)
  if (urgent) return `has a message from ${urgent.fromName} that asks you: deliver it now?`
  const isTimer = heartbeats.some((timer) => timer.state === 'held')
  return isTimer ? 'has a timer that waits for you' : 'has mail that waits for you'
}

export function Announcer() {
  useEffect(() => mirror.subscribe((now, before) => boundariesBetween(before, now).forEach(announce)), [])
  return null
}
