import { useEffect } from 'react'
import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import type { LinkView } from '../../../main/contract/link-views.ts'
import type { Card } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import type { Mirror } from '../../state/mirror.ts'
import { askedOf } from '../../entities/tool/asked-line.ts'
import { firstLineOf } from '../../../main/contract/tool-calls.ts'
import { phaseNames } from '../../entities/gathering/gathering-words.ts'
import { isLastBeat } from '../../entities/gathering/piece-time.ts'
import { namesOf } from '../../entities/link/link-words.ts'
import { intentWords } from '../../entities/timer/timer-words.ts'
import { say } from '../../components/voice.ts'
import { mirror } from '../../state/store.ts'

/** What is looked at for boundaries. */
export type Scene = Pick<Mirror, 'agents' | 'links' | 'gatherings'>

/**
 * What there is to tell a listener between two states: where something began, ended, or wants them. Of timers only
 * that their time is up.
 */
export function boundariesBetween(before: Scene, after: Scene): readonly string[] {
  const ofAgents = Object.values<AgentView>(after.agents).flatMap((agent) => {
    const then = before.agents[agent.id]
    if (!then) return []
    const [time, words] = [timeUp(then, agent), boundaryOf(then, agent)]
    return [
      ...(time === null ? [] : [`${agent.name}: ${time}`]),
      ...(words === null ? [] : [`${agent.name} ${words}`]),
    ]
  })
  const ofLinks = Object.values<LinkView>(after.links).flatMap((link) => {
    const then = before.links[link.id]
    const isNew = then !== undefined && then.rests !== 'budget' && link.rests === 'budget'
    return isNew ? [`The link ${namesOf(link, after.agents)} rests: its crossings are used up`] : []
  })
  // What the first snapshot brings was there before.
  const isFirst = Object.keys(before.agents).length === 0
  return [...ofAgents, ...ofLinks, ...(isFirst ? [] : ofGatherings(before.gatherings, after.gatherings))]
}

/** Where a gathering begins, turns, ends, or wants the person. One that was not known before begins, unless it is over. */
function ofGatherings(before: Mirror['gatherings'], after: Mirror['gatherings']): readonly string[] {
  if (before === after) return []
  return Object.values<GatheringView>(after).flatMap((now) => {
    const words = gatheringBoundary(before[now.id], now)
    return words === null ? [] : [words]
  })
}

function gatheringBoundary(then: GatheringView | undefined, now: GatheringView): string | null {
  const { topic } = now
  const isAsked = now.needs !== null && now.needs !== then?.needs
  if (isAsked && now.needs === 'proposal') return `${now.convened.name} proposes a gathering: ${topic}`
  if (isAsked && now.needs === 'cap') return `${topic} is at its cap and waits for you`
  const isFresh = isAsked || now.piece?.turnId !== then?.piece?.turnId
  if (now.needs === 'piece' && isFresh) return `You have the piece in ${topic}`
  if (now.needs === 'piece' && hasLastBeat(now) && !hasLastBeat(then))
    return `Your turn in ${topic} is up: what would you like to say last?`
  if (!then) return null
  if (now.state === 'closed' && then.state !== 'closed') return `${topic} is closed`
  if (now.state !== 'running') return null
  if (now.phase === 'harvest')
    return now.phase === then.phase ? null : `${topic}: the harvest is being written`
  const begins = now.phase === then.phase ? [] : [`${phaseNames[now.phase]} begins`]
  const moved =
    now.piece && now.piece.turnId !== then.piece?.turnId ? [`${now.piece.name} has the piece`] : []
  const steps = [...begins, ...moved]
  return steps.length === 0 ? null : `${topic}: ${steps.join(', ')}`
}

const hasLastBeat = (of: GatheringView | undefined): boolean =>
  of?.piece !== undefined && of.piece !== null && isLastBeat(of.piece)

/** A turn that its timer has begun: an anchor counts it, the others are gone with it. */
function timeUp(before: AgentView, after: AgentView): string | null {
  const fired = before.heartbeats.find((timer) => {
    const now = after.heartbeats.find((one) => one.id === timer.id)
    if (now) return now.fired > timer.fired
    return timer.state === 'armed' && timer.dueAt <= after.since && after.status === 'working'
  })
  return fired ? `time is up, ${intentWords[fired.intent].toLowerCase()}` : null
}

function boundaryOf(before: AgentView, after: AgentView): string | null {
  const wished = after.wishes.find(({ id }) => !before.wishes.some((wish) => wish.id === id))
  if (wished) return `proposes a tab: ${wished.name}`
  if (after.needs !== before.needs && after.needs !== null) {
    if (after.needs === 'card') return cardWords(after)
    return told(after.needs === 'permission' ? 'asks permission' : 'has a question', after.cards[0])
  }
  if (after.broken && !before.broken) return 'broke off'
  if (after.status === before.status) return null
  // Who sits in a circle answers when it has the piece: that is told.
  if (after.seat !== null && after.status !== 'failed') return null
  if (after.status === 'working') return 'is answering'
  if (after.status === 'failed') return 'failed'
  return before.status === 'working' ? 'finished' : null
}

/** What a card asks is heard with it. */
function told(words: string, card: Card | undefined): string {
  const what = card && (card.kind === 'question' ? card.title : firstLineOf(askedOf(card).text))
  return what ? `${words}: ${what}` : words
}

function cardWords({ trust, pending, heartbeats }: AgentView): string {
  if (trust === 'ask') return 'asks about its folder'
  const urgent = pending.find((message) => message.card !== null)
  if (urgent) return `has a message from ${urgent.fromName} that asks you: now or later`
  const isTimer = heartbeats.some((timer) => timer.state === 'held')
  return isTimer ? 'has a timer that waits for you' : 'has mail that waits for you'
}

/** Tells those who listen of boundaries, and of nothing else. */
export function Announcer() {
  useEffect(() => mirror.subscribe((now, before) => say(boundariesBetween(before, now).join('. '))), [])
  return null
}
