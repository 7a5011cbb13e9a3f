import { RefusedError } from '../../contract/api/errors.ts'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import type { GatheringPreview } from '../../contract/gatherings/gathering-views.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { Plan } from '../../core/step/gathering-commands.ts'
import type { Command } from '../../core/step/events.ts'
import {
  mostTime,
  mostTurns,
  obstacleNow,
  maxDuration,
  type Obstacle,
} from '../../core/gatherings/validate-plan.ts'
import { obstacleToFork, turnsBehind } from '../../core/gatherings/forking.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import { allRounds } from '../../contract/gatherings/decisions.ts'
import type { NameKeys } from '../../core/step/state.ts'
import { needsOf } from '../../core/step/status.ts'
import { readName, refused, type RequestContext } from '../api/request-context.ts'
import { recentUse } from '../budget/estimate.ts'
import { authorAndName } from '../links/links-requests.ts'
import { forkOf, forkPreview, withPlaceholders } from './forking-requests.ts'
import { barePlan, planOf, RefusedSeat } from './plan-requests.ts'

type Input = RequestInput<'gatherings.convene'>

/** Reads settings and state when the command's turn comes. */
export function conveneCommand(parts: RequestContext, caller: Caller, input: Input): () => Command {
  return () => {
    const { agentsConvene } = parts.settings.values()
    const proposed = caller.kind === 'agent' && agentsConvene === 'ask'
    const plan = planOf(parts, caller, input)
    const { by, byName } = authorAndName(parts, caller)
    const key = input.idempotencyKey ?? null
    const fork = forkOf(parts, caller, input)
    return {
      type: 'gathering.convened',
      by,
      byName,
      proposed,
      plan,
      idempotencyKey: key,
      ...shapeOf(caller, input),
      ...(fork ? { fork } : {}),
      tabs: tabsOf(parts, plan),
      earlier: key === null ? null : parts.store.gatheringByKey(by, key),
    }
  }
}

/** Only the user changes a proposal. */
function shapeOf(caller: Caller, { proposal }: Input): { readonly proposal?: GatheringId } {
  if (proposal === undefined) return {}
  if (caller.kind === 'agent') throw refused('not_allowed', 'Only the user changes a proposed gathering.')
  return { proposal: proposal as GatheringId }
}

/** Names of the tabs to create, by seat number. */
export function tabsOf(
  { names }: RequestContext,
  { seats, harvester }: Pick<Gathering, 'seats' | 'harvester'>,
): ReadonlyMap<number, NameKeys> {
  const made = [...seats, harvester].filter(({ spawn }) => spawn !== null)
  return new Map(made.map(({ number, name }) => [number, readName(names, name)]))
}

/** Problems are returned, not thrown. */
export function previewGathering(parts: RequestContext, caller: Caller, input: Input): GatheringPreview {
  try {
    const plan = planOf(parts, caller, input)
    const { by } = authorAndName(parts, caller)
    const fork = forkOf(parts, caller, input)
    // Copies are free, whatever the agents themselves are doing.
    const asked = input.fork?.copies ? planOf(parts, caller, withPlaceholders(input)) : plan
    const unforkable = fork ? obstacleToFork(fork, plan) : null
    const problem =
      unforkable === null
        ? obstacleNow(parts.engine.state, by, asked, tabsOf(parts, asked))
        : { words: unforkable, seat: null }
    const shown = fork ? forkPreview(fork, plan) : null
    // Texts of the earlier circle need no turns.
    const behind = fork && shown?.begins === 'there' ? turnsBehind(plan, fork) : nothingBehind
    return { ...sums(parts, plan, problem, behind), fork: shown }
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    const seat = error instanceof RefusedSeat ? error.seat : null
    return sums(parts, barePlan(parts, input), { words: error.refusal.message, seat })
  }
}

const nothingBehind = { all: 0, agents: 0 }

function sums(
  parts: RequestContext,
  plan: Plan,
  problem: Obstacle | null,
  behind = nothingBehind,
): GatheringPreview {
  const { seats, structure, beatsPerTurn, interval, grace } = plan
  // Assumes that nobody objects.
  const rounds = allRounds({ structure }) + (plan.decision ? 1 : 0)
  const agents = seats.filter(({ kind }) => kind === 'agent').length * rounds - behind.agents
  const likely = likelyTurns(agents)
  const paid = likelyTurns(agents * ownShare(plan))
  // In the demo nothing is paid.
  const mean = parts.status().rehearsal ? null : meanCost(parts, plan)
  return {
    problems: problem === null ? [] : [problem.words],
    problemAt: problem?.seat ?? null,
    warnings: [...unpriced(parts, plan), ...warningsOf(parts, plan)],
    turns: seats.length * rounds - behind.all,
    rounds,
    modelTurns: { likely, most: mostTurns(plan) - behind.agents * (1 + beatsPerTurn) },
    time: mostTime(plan) - maxDuration(plan, behind),
    cost: mean === null ? null : { likely: [mean * paid[0], mean * paid[1]] },
    fork: null,
    harvestFolder: plan.folder,
    structure,
    beatsPerTurn,
    beatIntervalSeconds: interval / 1000,
    finalBeatGraceSeconds: grace / 1000,
  }
}

/** Likely number of model turns for these turns of agents, including the harvest. */
const likelyTurns = (agents: number): [number, number] => [agents + 1, Math.ceil(agents * 1.5) + 1]

/** Share of agents on this machine; other machines pay for theirs. */
function ownShare({ seats }: Plan): number {
  const agents = seats.filter(({ kind }) => kind === 'agent')
  const own = agents.filter(({ agent }) => agent === null || machineOf(agent) === null)
  return own.length / Math.max(1, agents.length)
}

/** Average cost of the agents' recent turns; null if unknown. */
function meanCost({ engine }: RequestContext, { seats, harvester }: Plan): number | null {
  const members = [...seats, harvester].flatMap(({ agent }) =>
    agent === null ? [] : (engine.state.agents.get(agent) ?? []),
  )
  return recentUse(members).cost?.mean ?? null
}

/** Warns that a cap on money misses agents without reported prices. */
function unpriced({ engine }: RequestContext, { seats, harvester, maxCost }: Plan): readonly string[] {
  if (maxCost === null) return []
  const names = [...seats, harvester].flatMap(({ agent, name, spawn }) => {
    const kind =
      agent === null ? spawn && (spawn.kind ?? usualKind) : engine.state.agents.get(agent)?.agent.kind
    return kind && expectedAbilities[kind].cost !== 'usd' ? [name] : []
  })
  if (names.length === 0) return []
  return [
    `The limit in dollars does not count ${names.join(', ')}, whose turns report no price. A limit in tokens does.`,
  ]
}

function warningsOf({ engine }: RequestContext, { seats, harvester }: Plan): readonly string[] {
  return [...seats, harvester].flatMap(({ agent, name }) => {
    const state = agent === null ? undefined : engine.state.agents.get(agent)
    if (!state) return []
    const { status } = state.agent
    if (status === 'stopped' || status === 'failed')
      return [`${name} is ${status}: it is skipped until you start it.`]
    if (needsOf(state) !== null)
      return [
        `${name} waits for your answer: in its turn the gathering waits for that, five minutes at most.`,
      ]
    if (status === 'working')
      return [`${name} is working: its turn comes when that is done, or later in the round.`]
    return []
  })
}
