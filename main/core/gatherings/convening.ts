import { noTokens } from '../../contract/budget/budget.ts'
import type { Gathering, Seat, SeedPassage } from '../../contract/gatherings/gatherings.ts'
import type { Author } from '../../contract/api/model.ts'
import { shiftToPast } from '../clock/clock-jump.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { depthCap } from '../mail/loop-guard.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { mostTurns, obstacleOfPlan, obstacleToStart, type Tabs } from './validate-plan.ts'
import { seatWithTab } from './joining.ts'
import { membersOf } from './seats.ts'
import { beginCircle } from './piece.ts'
import { undecided } from './decisions.ts'
import { seedAll } from './briefing.ts'
import { goOnFrom, noteFork, obstacleToFork, pointOf } from './forking.ts'
import { isSameSender } from '../mail/sent-before.ts'

type Convened = EventOf<'gathering.convened'>

export function convene(step: Step, event: Convened): Answer {
  const { by, plan } = event
  const earlier = event.earlier ?? withKey(step, by, event.idempotencyKey)
  if (earlier) return { kind: 'gathering', gathering: earlier }
  const depth = depthOf(step, event)
  // As with mail, a long chain among agents needs the user.
  const proposed = event.proposed || depth > depthCap
  const tabs: Tabs = proposed ? new Map() : event.tabs
  const problem = obstacleOfPlan(step, by, plan) ?? obstacleToStart(step, plan, tabs)
  if (problem !== null) return refuse('wrong_state', problem)
  const wish = event.proposal === undefined ? null : (step.gatherings.get(event.proposal) ?? null)
  if (event.proposal !== undefined && wish?.stage !== 'proposed')
    return refuse('wrong_state', 'It is no proposal any more.')
  const unforkable = event.fork ? obstacleToFork(event.fork, plan) : null
  if (unforkable !== null) return refuse('wrong_state', unforkable)
  const g = proposalOf(step, event, proposed ? 0 : depth)
  if (proposed) return { kind: 'gathering', gathering: step.gathering(g) }
  // A proposal that the user changed keeps its proposer, who gets the harvest.
  const own = wish ? { id: wish.id, convened: wish.convened, folder: wish.folder } : {}
  const seated = seat(step, { ...g, ...own }, tabs)
  if (event.fork) noteFork(step, event.fork, seated)
  return { kind: 'gathering', gathering: seated }
}

function withKey(step: Step, by: Author, key: string | null): Gathering | undefined {
  if (key === null) return undefined
  return [...step.gatherings.values()].find(
    (one) => one.idempotencyKey === key && isSameSender(one.convened.by, by),
  )
}

function proposalOf(step: Step, event: Convened, depth: number): Gathering {
  const { by, byName, idempotencyKey } = event
  const { decision, ...plan } = event.plan
  const caps = { turns: plan.maxTurns ?? mostTurns(event.plan), cost: plan.maxCost, tokens: plan.maxTokens }
  return {
    ...plan,
    ...(decision ? { decision: undecided(decision) } : {}),
    id: step.ids.next('gat'),
    user: plan.user && { away: false, hand: false, note: '', holds: plan.user.holds },
    maxTurns: caps.turns,
    caps,
    convened: { by, name: byName, at: step.now },
    depth,
    stage: 'proposed',
    stageAt: step.now,
    passages: [],
    phase: 'inhale',
    round: 1,
    spokenSeats: [],
    skippedSeats: [],
    deferredSeats: [],
    last: 0,
    next: null,
    piece: null,
    paused: null,
    index: [],
    sealedUtterances: [],
    rows: 0,
    turns: 0,
    costUsd: 0,
    tokens: noTokens,
    unpriced: 0,
    harvesting: null,
    harvest: null,
    unharvested: null,
    closed: null,
    exportedFile: null,
    archived: false,
    forkedFrom: event.fork ? pointOf(event.fork, plan) : null,
    forks: [],
    past: (event.fork?.rows ?? []).map((row) => shiftToPast(row, step.now)),
    idempotencyKey,
  }
}

/** What an agent starts continues its chain; what the user starts begins one. */
function depthOf(step: Step, { by }: Convened): number {
  if (by.kind !== 'agent') return 0
  const { turn, agent } = step.get(by.id)
  return (turn?.depth ?? agent.depth) + 1
}

export function start(step: Step, { gathering, tabs }: EventOf<'gathering.started'>): Answer {
  const g = step.gatherings.get(gathering)
  if (!g) return refuse('not_found', 'There is no such proposal any more.')
  if (g.stage !== 'proposed') return refuse('wrong_state', 'It has been started already.')
  const problem = obstacleToStart(step, g, tabs)
  if (problem !== null) return refuse('wrong_state', problem)
  return { kind: 'gathering', gathering: seat(step, g, tabs) }
}

function seat(step: Step, g: Gathering, tabs: Tabs): Gathering {
  const settle = (one: Seat): Seat => seatWithTab(step, one, tabs.get(one.number) ?? null)
  const seated = step.gathering({
    ...g,
    seats: g.seats.map(settle),
    harvester: settle(g.harvester),
    stage: 'convening',
    stageAt: step.now,
  })
  const agents = membersOf(seated).map(({ agent }) => agent)
  for (const agent of agents) if (step.find(agent)) step.set(agent, { gatheringId: g.id })
  step.announce('gathering.seated', { g: seated, agents })
  step.emit({ do: 'gathering.seek', gathering: g.id, words: `${g.topic} ${g.question}` })
  return seated
}

export function sought(step: Step, g: Gathering, passages: readonly SeedPassage[]): void {
  if (g.stage !== 'convening') return
  const found = step.gathering({ ...g, passages })
  seedAll(step, found)
  if (found.forkedFrom) goOnFrom(step, found, found.forkedFrom)
  else beginCircle(step, found)
}
