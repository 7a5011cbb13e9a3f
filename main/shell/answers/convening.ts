import type { GatheringPreview } from '../../contract/gathering-views.ts'
import type { Gathering, GatheringId, Seat, Spawn, Structure } from '../../contract/gatherings.ts'
import type { Rhythm } from '../../contract/rhythms.ts'
import type { Caller, RequestInput } from '../../contract/requests.ts'
import { mostTime, mostTurns } from '../../core/gatherings/bounds.ts'
import { allRounds } from '../../core/gatherings/circle.ts'
import type { Plan } from '../../core/commands.ts'
import type { Command } from '../../core/events.ts'
import { obstacleNow } from '../../core/gatherings/obstacles.ts'
import { asksLess, stricter } from '../../core/mail/rights.ts'
import { needsOf } from '../../core/status.ts'
import type { Agent, NameKeys } from '../../core/state.ts'
import { utf8Length } from '../../core/text.ts'
import { RefusedError } from '../../contract/errors.ts'
import { refuseLaxer } from './agents.ts'
import { doer } from './links.ts'
import { findAgent, mustFind, readFolder, readName, refused, type RequestParts } from '../lookup.ts'

type Input = RequestInput<'gatherings.convene'>
type Participant = Input['participants'][number]

/** What holds where neither the plan nor its preset says anything; s. */
const usual = { structure: [2, 2, 2], beatsPerTurn: 3, beatIntervalSeconds: 60, grace: 30 } as const

/** What convening comes to; read when its turn comes. */
export function convened(parts: RequestParts, caller: Caller, input: Input): () => Command {
  return () => {
    const { agentsConvene } = parts.settings.values()
    const proposed = caller.kind === 'agent' && agentsConvene === 'ask'
    const plan = planOf(parts, caller, input)
    const { by, byName } = doer(parts, caller)
    const key = input.idempotencyKey ?? null
    return {
      type: 'gathering.convened',
      by,
      byName,
      proposed,
      plan,
      idempotencyKey: key,
      ...shapeOf(caller, input),
      tabs: tabsOf(parts, plan),
      earlier: key === null ? null : parts.store.gatheringByKey(by, key),
    }
  }
}

/** A proposal is given its shape by the person alone. */
function shapeOf(caller: Caller, { proposal }: Input): { readonly proposal?: GatheringId } {
  if (proposal === undefined) return {}
  if (caller.kind === 'agent') throw refused('not_allowed', 'Only the person changes a proposed gathering.')
  return { proposal: proposal as GatheringId }
}

function planOf(parts: RequestParts, caller: Caller, input: Input): Plan {
  if (utf8Length(input.question) > 4096) throw refused('too_large', 'A question has 4 KiB at most.')
  const rhythm = rhythmOf(parts, input.rhythm)
  const { structure, beatsPerTurn, beatIntervalSeconds } = { ...usual, ...rhythm }
  const seats = seatsOf(parts, caller, input)
  const { agentsConvene, agentsConveneCap, openInhale } = parts.settings.values()
  const isAgents = caller.kind === 'agent'
  // What the person has not looked at costs no more than they have said.
  const cap = isAgents && agentsConvene === 'start' ? agentsConveneCap : null
  const { maxCost = null } = input
  return {
    topic: input.topic.trim(),
    question: input.question.trim(),
    rhythm: rhythm?.name ?? null,
    opening: rhythm?.opening ?? '',
    seats,
    harvester: seatFor(parts, caller, input.harvester, 0),
    human: input.human ? { holds: input.human.holds ?? false } : null,
    structure: input.structure ?? structure,
    beatsPerTurn: input.beatsPerTurn ?? beatsPerTurn,
    interval: Math.round((input.beatIntervalSeconds ?? beatIntervalSeconds) * 1000),
    beatOn: input.beatOn ?? 'interval',
    grace: Math.round((input.finalBeatGraceSeconds ?? usual.grace) * 1000),
    sealed: input.sealed ?? !openInhale,
    maxTurns: input.maxTurns ?? null,
    maxCost: cap === null ? maxCost : Math.min(cap, maxCost ?? cap),
    folder: isAgents ? mustFind(parts.engine, caller.id).agent.cwd : null,
  }
}

function rhythmOf(parts: RequestParts, name: string | undefined): Rhythm | null {
  if (name === undefined) return null
  const all = parts.rhythms.rhythms()
  const found = all.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
  if (found) return found
  const names = all.map((one) => one.name).join(', ')
  throw refused(
    'bad_request',
    `There is no rhythm ${JSON.stringify(name.slice(0, 40))}. There are: ${names}.`,
  )
}

/** In the order of their numbers; who has none takes the first that is free. */
function seatsOf(parts: RequestParts, caller: Caller, { participants, human }: Input): readonly Seat[] {
  const people = human ? [{ ...human, isPerson: true as const }] : []
  const wanted = [...participants.map((one) => ({ ...one, isPerson: false as const })), ...people]
  const given = wanted.flatMap(({ number }) => number ?? [])
  const twice = given.find((number, i) => given.indexOf(number) !== i)
  if (twice !== undefined) throw refused('bad_request', `Number ${String(twice)} is given twice.`)
  let next = 1
  const free = (): number => {
    while (given.includes(next)) next += 1
    next += 1
    return next - 1
  }
  const seats = wanted.map((one): Seat => {
    const number = one.number ?? free()
    if (!one.isPerson) return seatFor(parts, caller, one, number)
    const { role = '' } = one
    return { number, name: parts.status().person, role, kind: 'human', agent: null, spawn: null }
  })
  return seats.sort((a, b) => a.number - b.number)
}

/** An agent that there is, by `agent` or else by its name; or one that is made when the gathering starts. */
function seatFor(parts: RequestParts, caller: Caller, one: Participant, number: number): Seat {
  const { name, role, agent, spawn } = one
  if (agent !== undefined && spawn !== undefined)
    throw refused(
      'bad_request',
      'A seat is for an agent that there is (agent) or for a new one (spawn), not both.',
    )
  if (spawn !== undefined) {
    if (name === undefined) throw refused('bad_request', 'A new agent needs a name.')
    const made = spawnOf(parts, caller, spawn)
    return {
      number,
      name: readName(parts.names, name).name,
      role: role ?? '',
      kind: 'agent',
      agent: null,
      spawn: made,
    }
  }
  const ref = agent ?? name
  if (ref === undefined) throw refused('bad_request', 'A seat needs a name, or an agent.')
  const found = findSeated(parts, ref)
  const called = name === undefined || agent === undefined ? found.name : seatName(parts, name, found.name)
  return { number, name: called, role: role ?? found.role, kind: 'agent', agent: found.id, spawn: null }
}

/** The refusal names the seat: there are several. */
function findSeated(parts: RequestParts, ref: string): Agent {
  try {
    return findAgent(parts, ref).state.agent
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    const message = `${JSON.stringify(ref.slice(0, 60))} is no agent. ${error.message}`
    throw new RefusedError({ ...error.refusal, message })
  }
}

/** What it is called in the circle: its own name, or one that anybody could have. */
function seatName(parts: RequestParts, wanted: string, own: string): string {
  return wanted.trim() === own ? own : readName(parts.names, wanted).name
}

/** In the proposer's folder and with the person's defaults, never laxer than the proposer. */
function spawnOf(parts: RequestParts, caller: Caller, spawn: NonNullable<Participant['spawn']>): Spawn {
  const { settings, defaultFolder } = parts.status()
  const own = caller.kind === 'agent' ? mustFind(parts.engine, caller.id).agent : null
  const usualMode = own ? stricter(own.permissionMode, settings.permissionMode) : settings.permissionMode
  const permissionMode = spawn.permissionMode ?? usualMode
  if (own && asksLess(permissionMode, own.permissionMode))
    throw refused('not_allowed', `An agent of yours cannot ask less than you do (${own.permissionMode}).`)
  refuseLaxer(caller, permissionMode, own?.permissionMode ?? settings.permissionMode)
  const cwd = readFolder(spawn.cwd ?? own?.cwd ?? defaultFolder)
  return { cwd, model: spawn.model ?? settings.model, permissionMode }
}

/** Names of the tabs that are to be made, by the number of their seat. */
export function tabsOf(
  { names }: RequestParts,
  { seats, harvester }: Pick<Gathering, 'seats' | 'harvester'>,
): ReadonlyMap<number, NameKeys> {
  const made = [...seats, harvester].filter(({ spawn }) => spawn !== null)
  return new Map(made.map(({ number, name }) => [number, readName(names, name)]))
}

/** What convening would come to; what stands against it is told, not thrown. */
export function previewed(parts: RequestParts, caller: Caller, input: Input): GatheringPreview {
  try {
    const plan = planOf(parts, caller, input)
    const { by } = doer(parts, caller)
    const problem = obstacleNow(parts.engine.state, by, plan, tabsOf(parts, plan))
    return sums(parts, plan, problem === null ? [] : [problem])
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return sums(parts, bare(parts, input), [error.refusal.message])
  }
}

/** As far as it can be told of a plan that does not hold. */
function bare(parts: RequestParts, input: Input): Plan {
  const all = parts.rhythms.rhythms()
  const rhythm = all.find(({ name }) => name === input.rhythm)
  const { structure, beatsPerTurn, beatIntervalSeconds } = { ...usual, ...rhythm }
  const seat = (number: number, kind: Seat['kind']): Seat => {
    return { number, name: '', role: '', kind, agent: null, spawn: null }
  }
  const seats = input.participants.map((_, i) => seat(i + 1, 'agent'))
  return {
    topic: input.topic,
    question: input.question,
    rhythm: null,
    opening: '',
    harvester: seat(0, 'agent'),
    seats: input.human ? [...seats, seat(99, 'human')] : seats,
    human: input.human ? { holds: false } : null,
    structure: input.structure ?? structure,
    beatsPerTurn: input.beatsPerTurn ?? beatsPerTurn,
    interval: Math.round((input.beatIntervalSeconds ?? beatIntervalSeconds) * 1000),
    beatOn: input.beatOn ?? 'interval',
    grace: Math.round((input.finalBeatGraceSeconds ?? usual.grace) * 1000),
    sealed: true,
    maxTurns: null,
    maxCost: null,
    folder: null,
  }
}

function sums(parts: RequestParts, plan: Plan, problems: readonly string[]): GatheringPreview {
  const { seats, structure, beatsPerTurn, interval, grace } = plan
  const rounds = allRounds(structure)
  const speakers = seats.filter(({ kind }) => kind === 'agent').length
  const likely: [number, number] = [speakers * rounds + 1, Math.ceil(speakers * rounds * 1.5) + 1]
  // What a rehearsal reports as cost nobody pays.
  const mean = parts.status().rehearsal ? null : meanCost(parts, plan)
  return {
    problems,
    warnings: warningsOf(parts, plan),
    turns: seats.length * rounds,
    rounds,
    modelTurns: { likely, most: mostTurns(plan) },
    time: mostTime(plan),
    cost: mean === null ? null : { likely: [mean * likely[0], mean * likely[1]] },
    structure: [...structure] as unknown as Structure,
    beatsPerTurn,
    beatIntervalSeconds: interval / 1000,
    finalBeatGraceSeconds: grace / 1000,
  }
}

/** What a turn of these agents has cost so far, on the average; null where nothing tells. */
function meanCost({ engine }: RequestParts, { seats, harvester }: Plan): number | null {
  const means = [...seats, harvester].flatMap(({ agent }) => {
    const state = agent === null ? undefined : engine.state.agents.get(agent)
    return state && state.agent.turnNumber > 0 ? [state.agent.costUsd / state.agent.turnNumber] : []
  })
  return means.length === 0 ? null : means.reduce((sum, one) => sum + one, 0) / means.length
}

function warningsOf({ engine }: RequestParts, { seats, harvester }: Plan): readonly string[] {
  return [...seats, harvester].flatMap(({ agent, name }) => {
    const state = agent === null ? undefined : engine.state.agents.get(agent)
    if (!state) return []
    const { status } = state.agent
    if (status === 'stopped' || status === 'failed')
      return [`${name} is ${status}: it is passed over until you start it.`]
    if (needsOf(state) !== null) return [`${name} is passed over until you have answered it.`]
    if (status === 'working')
      return [`${name} works: its turn comes when it has ended that, or later in the round.`]
    return []
  })
}
