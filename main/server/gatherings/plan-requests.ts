import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { RefusedError } from '../../contract/api/errors.ts'
import type { Seat, Spawn } from '../../contract/gatherings/gatherings.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import { usualKind, type KindChoice } from '../../contract/agents/kinds.ts'
import type { Rhythm } from '../../contract/gatherings/rhythms.ts'
import type { Plan } from '../../core/step/gathering-commands.ts'
import { asksLess, stricter } from '../../core/mail/permission-order.ts'
import type { Agent } from '../../core/step/state.ts'
import { utf8Length } from '../../core/words/text.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import { findPeer, guestSeat, remoteAgentOf } from '../fleet/peers.ts'
import {
  findAgent,
  mustFind,
  readFolder,
  readName,
  refused,
  type RequestContext,
} from '../api/request-context.ts'
import { refuseEffort, refuseMode, refuseProgram, strictMode, usualMode } from '../agents/kinds-requests.ts'
import { readMake, readRole } from '../agents/roles-requests.ts'
import { refuseLaxer } from '../agents/agents-requests.ts'

type Input = RequestInput<'gatherings.convene'>
type Participant = Input['participants'][number]

/** Defaults without a value in plan or preset; seconds. */
const usual = { structure: [2, 2, 2], beatsPerTurn: 3, beatIntervalSeconds: 60, grace: 30 } as const

/** Fills gaps with the preset and the settings. */
export function planOf(parts: RequestContext, caller: Caller, input: Input): Plan {
  if (utf8Length(input.question) > 4096) throw refused('too_large', 'A question has 4 KiB at most.')
  const rhythm = rhythmOf(parts, input.rhythm)
  const seats = seatsOf(parts, caller, input)
  const { agentsConvene, agentsConveneCap, openInhale, gatheringCap: usualCap } = parts.settings.values()
  const isAgents = caller.kind === 'agent'
  // An agent's gathering that starts without the user has the user's limit.
  const cap = isAgents && agentsConvene === 'start' ? agentsConveneCap : null
  const maxCost = input.maxCost ?? usualCap?.usd ?? null
  return {
    topic: input.topic.trim(),
    question: input.question.trim(),
    rhythm: rhythm?.name ?? null,
    opening: rhythm?.opening ?? '',
    seats,
    harvester: seatFor(parts, caller, input.harvester, 0),
    user: input.user ? { holds: input.user.holds ?? false } : null,
    ...breathOf(input, rhythm),
    ...decisionOf(input),
    sealed: input.sealed ?? !openInhale,
    maxTurns: input.maxTurns ?? null,
    maxCost: cap === null ? maxCost : Math.min(cap, maxCost ?? cap),
    maxTokens: input.maxTokens ?? usualCap?.tokens ?? null,
    folder: isAgents ? mustFind(parts.engine, caller.id).agent.cwd : sharedFolder(parts, seats),
  }
}

/** The common folder of all agents in a circle, where its files go; null if they differ. */
function sharedFolder({ engine }: RequestContext, seats: readonly Seat[]): string | null {
  const folders = seats.flatMap(({ agent, spawn }) => {
    const folder = agent === null ? spawn?.cwd : engine.state.agents.get(agent)?.agent.cwd
    return folder === undefined ? [] : [folder]
  })
  const [first = null] = folders
  return folders.every((one) => first !== null && isSameFolder(one, first)) ? first : null
}

/** For a preview of an invalid plan. */
export function barePlan(parts: RequestContext, input: Input): Plan {
  const seat = (number: number, kind: Seat['kind']): Seat => {
    return { number, name: '', role: '', kind, agent: null, spawn: null }
  }
  const isGuest = ({ agent, name = '' }: Participant) => guestSeat(parts, agent ?? name) !== null
  const seats = input.participants.map((one, i) => seat(i + 1, isGuest(one) ? 'user' : 'agent'))
  return {
    topic: input.topic,
    question: input.question,
    rhythm: null,
    opening: '',
    harvester: seat(0, 'agent'),
    seats: input.user ? [...seats, seat(99, 'user')] : seats,
    user: input.user ? { holds: false } : null,
    ...breathOf(input, findRhythm(parts, input.rhythm)),
    ...decisionOf(input),
    sealed: true,
    maxTurns: null,
    maxCost: null,
    maxTokens: null,
    folder: null,
  }
}

function rhythmOf(parts: RequestContext, name: string | undefined): Rhythm | null {
  const found = findRhythm(parts, name)
  if (found || name === undefined) return found
  const names = parts.rhythms
    .rhythms()
    .map((one) => one.name)
    .join(', ')
  const wanted = JSON.stringify(name.slice(0, 40))
  throw refused('bad_request', `There is no rhythm ${wanted}. There are: ${names}.`)
}

function findRhythm({ rhythms }: RequestContext, name: string | undefined): Rhythm | null {
  const key = name?.trim().toLowerCase()
  return rhythms.rhythms().find((one) => one.name.toLowerCase() === key) ?? null
}

/** From the input, else the preset, else the defaults. */
function breathOf(
  input: Input,
  rhythm: Rhythm | null,
): Pick<Plan, 'structure' | 'beatsPerTurn' | 'interval' | 'grace'> {
  const { structure, beatsPerTurn, beatIntervalSeconds } = { ...usual, ...rhythm }
  return {
    structure: input.structure ?? structure,
    beatsPerTurn: input.beatsPerTurn ?? beatsPerTurn,
    interval: Math.round((input.beatIntervalSeconds ?? beatIntervalSeconds) * 1000),
    grace: Math.round((input.finalBeatGraceSeconds ?? usual.grace) * 1000),
  }
}

function decisionOf({ decision }: Input): Pick<Plan, 'decision'> {
  if (!decision) return {}
  const { by, alone = false, options = [] } = decision
  return { decision: { by, alone, options: options.map((option) => option.trim()) } }
}

/** Sorted by number; seats without one get the first free ones. */
function seatsOf(parts: RequestContext, caller: Caller, { participants, user }: Input): readonly Seat[] {
  const people = user ? [{ ...user, isUser: true as const }] : []
  const wanted = [...participants.map((one) => ({ ...one, isUser: false as const })), ...people]
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
    if (!one.isUser) return seatFor(parts, caller, one, number)
    const { role = '' } = one
    return { number, name: parts.status().user, role, kind: 'user', agent: null, spawn: null }
  })
  return seats.sort((a, b) => a.number - b.number)
}

export class RefusedSeat extends RefusedError {
  /** 0: the harvester. */
  readonly seat: number
  constructor({ refusal }: RefusedError, seat: number) {
    super(refusal)
    this.seat = seat
  }
}

/** Throws `RefusedSeat`. */
export function seatFor(parts: RequestContext, caller: Caller, one: Participant, number: number): Seat {
  try {
    return readSeat(parts, caller, one, number)
  } catch (error) {
    throw error instanceof RefusedError ? new RefusedSeat(error, number) : error
  }
}

/** An existing agent, by `agent` or name; or a new one, created when the gathering starts. */
function readSeat(parts: RequestContext, caller: Caller, one: Participant, number: number): Seat {
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
      role: role ?? readRole(parts, { template: spawn.template }).line,
      kind: 'agent',
      agent: null,
      spawn: made,
      ...whose(made),
    }
  }
  const ref = agent ?? name
  if (ref === undefined) throw refused('bad_request', 'A seat needs a name, or an agent.')
  const peer = seatOfPeer(parts, one, ref, number)
  if (peer) return peer
  const found = findSeated(parts, ref)
  const called = name === undefined || agent === undefined ? found.name : seatName(parts, name, found.name)
  const seated = { number, name: called, role: role ?? found.role, kind: 'agent' } as const
  return { ...seated, agent: found.id, spawn: null, ...whose(found) }
}

/** A seat for a remote agent or user, by "name@machine" or id; null: `ref` is local. */
function seatOfPeer(
  parts: RequestContext,
  { name, role, agent }: Participant,
  ref: string,
  number: number,
): Seat | null {
  const guest = guestSeat(parts, ref)
  if (guest) return { number, name: guest.name, role: role ?? '', kind: 'user', agent: guest.id, spawn: null }
  const id = findPeer(parts, ref, 'seat')
  const found = id && remoteAgentOf(parts, id)
  if (!id || !found) return null
  const usual = `${found.name}@${machineOf(id) ?? ''}`
  const called =
    name === undefined || agent === undefined || name === usual ? usual : seatName(parts, name, usual)
  const seated = { number, name: called, role: role ?? found.role, kind: 'agent' } as const
  return { ...seated, agent: id, spawn: null, ...whose({ kind: found.kind }) }
}

/** Stored with the seat, since a fork may have to create a deleted tab again. */
function whose({ kind = usualKind, program = null }: Partial<KindChoice>): Pick<Seat, 'of'> {
  return kind === usualKind ? {} : { of: { kind, program } }
}

/** Names the seat in the error, since there are several. */
function findSeated(parts: RequestContext, ref: string): Agent {
  try {
    return findAgent(parts, ref).state.agent
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    const message = `${JSON.stringify(ref.slice(0, 60))} is no agent. ${error.message}`
    throw new RefusedError({ ...error.refusal, message })
  }
}

/** Its own name, or another that is allowed. */
function seatName(parts: RequestContext, wanted: string, own: string): string {
  return wanted.trim() === own ? own : readName(parts.names, wanted).name
}

/** In the proposer's folder and with the user's defaults, but never more permissive than the proposer. */
function spawnOf(parts: RequestContext, caller: Caller, spawn: NonNullable<Participant['spawn']>): Spawn {
  const { settings, defaultFolder } = parts.status()
  const own = caller.kind === 'agent' ? mustFind(parts.engine, caller.id).agent : null
  if (own) refuseProgram(spawn)
  const { role, given, choice, model, effort } = readMake(parts, spawn)
  const { kind } = choice
  const liked = role?.permissionMode ?? settings.permissionMode
  const wanted = own ? stricter(own.permissionMode, liked) : liked
  const usual = own ? strictMode : usualMode
  const permissionMode = spawn.permissionMode ?? usual(kind, wanted)
  refuseMode(kind, permissionMode)
  if (own && asksLess(permissionMode, own.permissionMode))
    throw refused(
      'not_allowed',
      `A new agent cannot ask for fewer permissions than you do (${own.permissionMode}).`,
    )
  refuseLaxer(caller, permissionMode, own?.permissionMode ?? settings.permissionMode)
  if (spawn.effort) refuseEffort(kind, spawn.effort)
  const cwd = readFolder(spawn.cwd ?? own?.cwd ?? defaultFolder)
  return { ...choice, cwd, model, permissionMode, ...(effort === null ? {} : { effort }), ...given }
}
