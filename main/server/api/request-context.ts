import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { realFolder } from '../../adapters/folder/folder-identity.ts'
import { RefusedError, type ErrorCode } from '../../contract/api/errors.ts'
import type { AgentId, Author, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Caller } from '../../contract/api/requests.ts'
import { agentMark } from '../../contract/agents/reserved-names.ts'
import type { AppStatus } from '../../contract/api/views.ts'
import type { AgentState, Limits, NameKeys } from '../../core/step/state.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Beginnings } from '../agents/beginnings.ts'
import type { LongPoll } from '../mail/long-poll.ts'
import type { TurnNumber } from '../mail/mail-views.ts'
import type { WorktreeRunner } from '../folders/worktrees/worktree-runs.ts'
import type { AnswerFiles, Backend, Clock, NameRules } from '../../ports/ports.ts'
import type { FleetActs } from '../../ports/transport.ts'
import type { DomainParts } from './domain.ts'
import type { AppStatusTracker } from '../app/app-status.ts'
import type { DiskWatch } from '../app/disk-watch.ts'

/** Ports that requests take as they come. */
type RequestPorts = Pick<
  DomainParts,
  | 'store'
  | 'settings'
  | 'trust'
  | 'findProgram'
  | 'downloads'
  | 'agentRegistry'
  | 'harvests'
  | 'rhythms'
  | 'processMonitor'
  | 'denials'
  | 'attachments'
  | 'folderFiles'
  | 'backups'
  | 'build'
  | 'workspace'
  | 'host'
  | 'log'
>

/** What answers to requests are made from. */
export interface RequestContext extends RequestPorts {
  readonly engine: Engine
  readonly names: NameRules
  readonly clock: Pick<Clock, 'now' | 'offset'>
  readonly backend: Pick<Backend, 'fork' | 'sessionList' | 'undoFiles' | 'taskOutput'>
  readonly answerFiles: Pick<AnswerFiles, 'look'>
  readonly disk: Pick<DiskWatch, 'refusal' | 'reading'>
  /** What can be done about the fleet; null: nothing, of a folder that can only be read. */
  readonly fleetActs: FleetActs | null
  readonly appStatus: AppStatusTracker
  readonly changes: LongPoll
  readonly beginnings: Beginnings
  readonly worktreeRuns: Pick<WorktreeRunner, 'output' | 'settled'>
  readonly status: () => AppStatus
  /** What the settings, and the memory of this machine, allow now. */
  readonly limits: () => Limits
}

/** A refusal, to be thrown. */
export function refused(code: ErrorCode, message: string): RefusedError {
  return new RefusedError({ code, message })
}

/** Who writes or acts, as messages keep it. */
export const authorOf = (caller: Caller): Exclude<Author, { kind: 'guest' | 'system' }> =>
  caller.kind === 'agent' ? caller : { kind: 'user', via: caller.kind }

interface Found {
  readonly state: AgentState
  /** The new name, if `ref` was an old one. */
  readonly renamed?: string
}

/** An agent by its id, or by the id that its program gave its conversation. */
export function findSession({ state }: Engine, ref: string): AgentState | undefined {
  const byId = state.agents.get(ref as AgentId)
  return byId ?? [...state.agents.values()].find(({ agent }) => agent.conversation === ref)
}

/**
 * Finds an agent of this machine by id, session, name (case-blind), or a name it had; the refusal lists who is there, or says
 * that it lives elsewhere.
 */
export function findAgent({ engine, names, clock }: RequestContext, ref: string): Found {
  const agents = [...engine.state.agents.values()]
  const bySession = findSession(engine, ref)
  if (bySession) return { state: bySession }
  const key = keyOf(names, ref)
  const byName = agents.find(({ agent }) => agent.key === key)
  if (byName) return { state: byName }
  const byOld = agents.find(({ agent }) =>
    agent.formerNames.some((old) => old.key === key && old.until > clock.now()),
  )
  if (byOld) return { state: byOld, renamed: byOld.agent.name }
  const machine = ref.slice(ref.lastIndexOf('@') + 1).toLowerCase()
  if (ref.includes('@') && engine.state.machines.has(machine))
    throw refused(
      'unknown_agent',
      `${JSON.stringify(ref)} is on another machine, ${machine}: from here you can only write to it, link with it and give it a seat in a gathering.`,
    )
  const available = agents.filter(({ agent }) => agent.closedAt === null).map(({ agent }) => agent.name)
  const who = available.length > 0 ? `There are: ${available.join(', ')}.` : 'There is no agent yet.'
  throw new RefusedError({ code: 'unknown_agent', message: `No agent has that name. ${who}`, available })
}

/** The key of a name as somebody refers to it: those that agents and groups have may be reserved by now. */
export function keyOf(names: NameRules, ref: string): string {
  const read = names.read(ref)
  if (read.ok) return read.keys.key
  const key = ref.normalize('NFKC').trim().toLowerCase()
  return key.endsWith(agentMark) ? key.slice(0, -agentMark.length) : key
}

/** The state of an agent that was there a moment ago. */
export function mustFind(engine: Engine, id: AgentId): AgentState {
  const state = engine.state.agents.get(id)
  if (!state) throw refused('unknown_agent', 'That agent no longer exists.')
  return state
}

/** Finds a message, open or settled. */
export function findMessage({ engine, store }: RequestContext, id: string): Message {
  if (!/^msg-[0-9a-z]{10}$/.test(id)) throw unknownMessage(id)
  for (const { mailbox } of engine.state.agents.values()) {
    const open = mailbox.find((message) => message.id === id)
    if (open) return open
  }
  for (const { mail } of engine.state.machines.values()) {
    const open = mail.find((message) => message.id === id)
    if (open) return open
  }
  const stored = store.message(id as MessageId)
  if (!stored) throw unknownMessage(id)
  return stored
}

/** A message that the caller may read; any other is as good as none. */
export function findReadable(parts: RequestContext, caller: Caller, id: string): Message {
  const message = findMessage(parts, id)
  if (!mayRead(caller, message)) throw unknownMessage(id)
  return message
}

/** Numbers of turns: of those that run from the state, else from the store. */
export function turnNumbers({ engine, store }: Pick<RequestContext, 'engine' | 'store'>): TurnNumber {
  return (turn) => {
    for (const { turn: open } of engine.state.agents.values()) if (open?.id === turn) return open.n
    return store.turnNumber(turn)
  }
}

/** An agent reads what it sent and what was sent to it. */
export function mayRead(caller: Caller, message: Message): boolean {
  if (caller.kind !== 'agent') return true
  return message.to === caller.id || (message.from.kind === 'agent' && message.from.id === caller.id)
}

/** The same for a message that is not there and one that may not be read. */
export function unknownMessage(id: string): RefusedError {
  return refused('not_found', `There is no message ${JSON.stringify(id.slice(0, 40))} that you may read.`)
}

/** Reads a name by the rules, or refuses it. */
export function readName(names: NameRules, written: string): NameKeys {
  const read = names.read(written)
  if (read.ok) return read.keys
  throw refused(read.problem === 'reserved' ? 'name_reserved' : 'bad_name', read.detail)
}

/** A path as the user writes it: `~` is their home. */
export const fromHome = (written: string): string =>
  written === '~' || written.startsWith('~/') ? join(homedir(), written.slice(1)) : written

/** A folder that exists, in the one spelling by which it is known; `~` is the user's home. */
export function readFolder(written: string): string {
  const path = fromHome(written)
  if (!isAbsolute(path))
    throw refused('bad_folder', 'Give the folder as a full path, like /home/you/project.')
  if (existsSync(path) && !statSync(path).isDirectory())
    throw refused('bad_folder', `${JSON.stringify(path)} is a file, not a folder. Choose another.`)
  if (!existsSync(path)) {
    throw refused('no_folder', `There is no folder ${JSON.stringify(path)}. Create it, or choose another.`)
  }
  return realFolder(path)
}
