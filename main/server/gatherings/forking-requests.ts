import { pick, defined } from '../../contract/api/pick.ts'
import type { GatheringPreview, GatheringReplay } from '../../contract/gatherings/gathering-views.ts'
import type { DecisionPlan } from '../../contract/gatherings/decisions.ts'
import { isOwnUser, type Gathering } from '../../contract/gatherings/gatherings.ts'
import type { KindChoice } from '../../contract/agents/kinds.ts'
import { circleAt, visibleRowsAt, seatedAt, markSealedAt, stepsIn } from '../../contract/gatherings/replay.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { Fork, Plan } from '../../core/step/gathering-commands.ts'
import { canGoOn, pointOf } from '../../core/gatherings/forking.ts'
import { mostTurns, obstacleNow } from '../../core/gatherings/validate-plan.ts'
import { allRows } from './gathering-archive.ts'
import { utteranceView } from './gathering-views.ts'
import { messageFinder } from '../history/log-pages.ts'
import { refused, type RequestContext } from '../api/request-context.ts'
import { duplicateAgent } from '../agents/agents-requests.ts'
import { findGathering } from './find-gathering.ts'
import { authorAndName } from '../links/links-requests.ts'
import { planOf } from './plan-requests.ts'

type Convening = RequestInput<'gatherings.convene'>
type Participant = Convening['participants'][number]

/** The forked gathering with its rows up to the fork; undefined: the plan is no fork. */
export function forkOf(parts: RequestContext, caller: Caller, { fork }: Convening): Fork | undefined {
  if (fork === undefined) return undefined
  if (caller.kind === 'agent') throw refused('not_allowed', 'Only the user forks a gathering.')
  const of = findGathering(parts, caller, fork.gathering)
  const rows = allRows(parts.store, of)
  const at = rows.findIndex(({ id }) => id === fork.utterance)
  if (at < 0)
    throw refused('not_found', `There is no ${JSON.stringify(fork.utterance.slice(0, 40))} in "${of.topic}".`)
  return { of, rows: markSealedAt(rows, rows[at]?.n ?? 0), begins: fork.begins ?? null }
}

export function forkPreview(fork: Fork, plan: Plan): GatheringPreview['fork'] {
  const point = pointOf(fork, plan)
  if (point === null) return null
  const words = fork.rows.filter(({ kind, text }) => text !== '' && wordy.has(kind))
  const shut = words.filter(({ sealed }) => sealed).length
  const sealed = plan.sealed || point.begins === 'anew' ? shut : 0
  const { begins } = point
  return { begins, canGoOn: canGoOn(plan, fork.rows), given: words.length - sealed, sealed }
}

const wordy: ReadonlySet<string> = new Set(['said', 'passed', 'host'])

/** Missing values are those of the earlier circle. */
export function forkPlan(
  parts: RequestContext,
  caller: Caller,
  { id, utterance, begins, copies, ...changes }: RequestInput<'gatherings.fork'>,
): Convening {
  const g = findGathering(parts, caller, id)
  const fork = { gathering: g.id, utterance, ...defined({ begins, copies }) }
  const at = allRows(parts.store, g).find((row) => row.id === utterance)?.n ?? Infinity
  return { ...planOfCircle(g, at), ...rhythmOf(parts, g), ...defined(changes), fork }
}

/** Seats as they were at a row, with the initial caps. */
function planOfCircle(g: Gathering, row: number): Convening {
  const seats = seatedAt(g.seats, row)
  const { turns, cost, tokens } = g.caps
  const seated = ({ name, role, agent, of }: Gathering['harvester']): Participant =>
    agent === null ? { name, role, spawn: spawnAs(of) } : { role, agent }
  const user = seats.find(isOwnUser)
  return {
    topic: g.topic,
    question: g.question,
    participants: seats
      .filter((seat) => !isOwnUser(seat))
      .map((seat) => ({ ...seated(seat), number: seat.number })),
    harvester: seated(g.harvester),
    ...(user ? { user: { number: user.number, role: user.role, holds: g.user?.holds ?? false } } : {}),
    structure: [...g.structure],
    beatsPerTurn: g.beatsPerTurn,
    beatIntervalSeconds: g.interval / 1000,
    finalBeatGraceSeconds: g.grace / 1000,
    ...(g.decision ? { decision: planned(g.decision) } : {}),
    // Enough turns for everything means that it had no cap.
    ...(turns < mostTurns(g) ? { maxTurns: turns } : {}),
    ...(cost === null ? {} : { maxCost: cost }),
    ...(tokens === null ? {} : { maxTokens: tokens }),
  }
}

/** Options proposed in the exhale are not copied, since they will be proposed again. */
const planned = ({ by, alone, options }: DecisionPlan): NonNullable<Convening['decision']> => ({
  by,
  alone,
  ...(options.length > 0 ? { options: [...options] } : {}),
})

/** A deleted agent is created again with its kind. */
function spawnAs({ kind, program }: Partial<KindChoice> = {}): NonNullable<Participant['spawn']> {
  return { ...(kind === undefined ? {} : { kind }), ...(program ? { program } : {}) }
}

function rhythmOf({ rhythms }: RequestContext, { rhythm }: Gathering): { readonly rhythm?: string } {
  return rhythm !== null && rhythms.rhythms().some(({ name }) => name === rhythm) ? { rhythm } : {}
}

/**
 * Replaces the plan's agents by copies if the fork wants that. Copies nothing if the gathering could not
 * start, or has been started already.
 */
export async function withSeatedCopies(
  parts: RequestContext,
  caller: Caller,
  input: Convening,
): Promise<Convening> {
  if (!input.fork?.copies) return input
  forkOf(parts, caller, input)
  const { by } = authorAndName(parts, caller)
  const key = input.idempotencyKey
  if (key !== undefined && parts.store.gatheringByKey(by, key)) return input
  const bare = withPlaceholders(input)
  const problem = obstacleNow(parts.engine.state, by, planOf(parts, caller, bare), new Map())
  if (problem !== null) throw refused('wrong_state', problem.words)
  return withCopies(parts, input)
}

/** Agents of other machines cannot be copied; they sit themselves. */
const isElsewhere = ({ agent, name = '', spawn }: Participant): boolean =>
  spawn === undefined && (agent ?? name).includes('@')

/**
 * As if every local seat got a new tab: finds the plan's problems, apart from agents that sit elsewhere now.
 */
export function withPlaceholders(input: Convening): Convening {
  const standIn = (one: Participant, at: number): Participant => {
    if (isElsewhere(one)) return one
    return { ...pick(one, ['number', 'role']), name: `Seat ${String(at + 1)}`, spawn: {} }
  }
  return {
    ...input,
    participants: input.participants.map(standIn),
    harvester: standIn(input.harvester, input.participants.length),
  }
}

async function withCopies(parts: RequestContext, input: Convening): Promise<Convening> {
  const copied = async (one: Participant): Promise<Participant> => {
    const ref = one.agent ?? (one.spawn === undefined ? one.name : undefined)
    if (ref === undefined || isElsewhere(one)) return one
    const { id } = await duplicateAgent(parts, ref)
    const { name: _name, ...rest } = one
    return { ...rest, agent: id }
  }
  const participants: Participant[] = []
  for (const one of input.participants) participants.push(await copied(one))
  return { ...input, participants, harvester: await copied(input.harvester) }
}

/** State of the circle after a row or the closing; without `step`, the latest. */
export function replayGathering(
  parts: RequestContext,
  caller: Caller,
  { id, step }: RequestInput<'gatherings.replay'>,
): GatheringReplay {
  const g = findGathering(parts, caller, id)
  const all = allRows(parts.store, g)
  const views = all.map((row) => utteranceView(g, row, messageFinder(parts)))
  const isClosed = g.stage === 'closed'
  const of = stepsIn(all.length, isClosed)
  const wanted = Math.min(step ?? of, of)
  const { sealed: _sealed, ...circle } = circleAt(g.seats, views, wanted, isClosed && wanted === of)
  const { seats, ...at } = circle
  const bare = seats.map((seat) =>
    pick(seat, ['number', 'name', 'role', 'kind', 'agent', 'state', 'turnsTaken']),
  )
  const end =
    wanted > all.length ? { step: of, turns: g.turns, costUsd: g.costUsd, at: g.closed?.at ?? at.at } : {}
  return { gathering: g.id, of, ...at, ...end, seats: bare, rows: visibleRowsAt(views, at.step) }
}
