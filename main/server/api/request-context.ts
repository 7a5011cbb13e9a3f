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
import type { Answer, Command } from '../../core/step/events.ts'
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

export interface RequestContext extends RequestPorts {
  readonly engine: Engine
  readonly names: NameRules
  readonly clock: Pick<Clock, 'now' | 'offset'>
  readonly backend: Pick<Backend, 'fork' | 'sessionList' | 'undoFiles' | 'taskOutput'>
  readonly answerFiles: Pick<AnswerFiles, 'look'>
  readonly disk: Pick<DiskWatch, 'refusal' | 'reading'>
  /** Null: nothing, because the folder is read-only. */
  readonly fleetActs: FleetActs | null
  readonly appStatus: AppStatusTracker
  readonly changes: LongPoll
  readonly beginnings: Beginnings
  readonly worktreeRuns: Pick<WorktreeRunner, 'output' | 'settled'>
  readonly status: () => AppStatus
  /** From the settings and the machine's memory. */
  readonly limits: () => Limits
}

export function refused(code: ErrorCode, message: string): RefusedError {
  return new RefusedError({ code, message })
}

export const authorOf = (caller: Caller): Exclude<Author, { kind: 'guest' | 'system' }> =>
  caller.kind === 'agent' ? caller : { kind: 'user', via: caller.kind }

interface Found {
  readonly state: AgentState
  /** Its new name, if `ref` was an old one. */
  readonly renamed?: string
}

/** By its id, or by its program's id of the conversation. */
export function findSession({ state }: Engine, ref: string): AgentState | undefined {
  const byId = state.agents.get(ref as AgentId)
  return byId ?? [...state.agents.values()].find(({ agent }) => agent.conversation === ref)
}

/**
 * Finds a local agent by id, conversation, name (ignoring case) or former name. The refusal lists the present
 * names, or says that the agent is on another machine.
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

export const agentIdOf = (parts: RequestContext, ref: string): AgentId => findAgent(parts, ref).state.agent.id

/** The first `limit` of rows of which one more was read; `next`: offset of the rest, or null. */
export function pageAt<T>(found: readonly T[], offset: number, limit: number) {
  return { items: found.slice(0, limit), next: found.length > limit ? offset + limit : null }
}

/** Sends a command whose answer is of this kind. */
export async function answerTo<K extends Answer['kind']>(
  { engine }: Pick<RequestContext, 'engine'>,
  kind: K,
  command: Command | (() => Command),
): Promise<Extract<Answer, { readonly kind: K }>> {
  const answer = await engine.command(command)
  if (answer.kind !== kind) throw refused('internal', `The command answered with ${answer.kind}.`)
  // TypeScript narrows no union by a type parameter.
  return answer as Extract<Answer, { readonly kind: K }>
}

/** Names that agents and groups have may have become reserved since. */
export function keyOf(names: NameRules, ref: string): string {
  const read = names.read(ref)
  if (read.ok) return read.keys.key
  const key = ref.normalize('NFKC').trim().toLowerCase()
  return key.endsWith(agentMark) ? key.slice(0, -agentMark.length) : key
}

export function mustFind(engine: Engine, id: AgentId): AgentState {
  const state = engine.state.agents.get(id)
  if (!state) throw refused('unknown_agent', 'That agent no longer exists.')
  return state
}

/** Open or settled. */
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

/** A message that the caller may not read counts as missing. */
export function findReadable(parts: RequestContext, caller: Caller, id: string): Message {
  const message = findMessage(parts, id)
  if (!mayRead(caller, message)) throw unknownMessage(id)
  return message
}

/** Of running turns from the state, else from the store. */
export function turnNumbers({ engine, store }: Pick<RequestContext, 'engine' | 'store'>): TurnNumber {
  return (turn) => {
    for (const { turn: open } of engine.state.agents.values()) if (open?.id === turn) return open.n
    return store.turnNumber(turn)
  }
}

/** Agents read what they sent and received. */
export function mayRead(caller: Caller, message: Message): boolean {
  if (caller.kind !== 'agent') return true
  return message.to === caller.id || (message.from.kind === 'agent' && message.from.id === caller.id)
}

/** The same text whether it is missing or may not be read. */
export function unknownMessage(id: string): RefusedError {
  return refused('not_found', `There is no message ${JSON.stringify(id.slice(0, 40))} that you may read.`)
}

export function readName(names: NameRules, written: string): NameKeys {
  const read = names.read(written)
  if (read.ok) return read.keys
  throw refused(read.problem === 'reserved' ? 'name_reserved' : 'bad_name', read.detail)
}

/** `~` is the user's home. */
export const fromHome = (written: string): string =>
  written === '~' || written.startsWith('~/') ? join(homedir(), written.slice(1)) : written

/** An existing folder in its canonical spelling; `~` is the user's home. */
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
