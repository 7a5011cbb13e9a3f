import { uncopyable } from '../../contract/agents/ability-words.ts'
import type { NewTab } from '../../core/step/commands.ts'
import type { Command } from '../../core/step/events.ts'
import type { PermissionMode } from '../../contract/api/model.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { RequestAnswers } from '../../contract/api/answers.ts'
import { takenWords } from '../../core/agents/name-taken.ts'
import { asksLess } from '../../core/mail/permission-order.ts'
import type { Engine } from '../../engine/engine.ts'
import { isInFolder, realFolder } from '../../adapters/folder/folder-identity.ts'
import {
  answerTo,
  agentIdOf,
  findAgent,
  mustFind,
  readFolder,
  readName,
  refused,
  type RequestContext,
} from '../api/request-context.ts'
import { withWorktree } from '../folders/changes/worktree.ts'
import { resume } from '../folders/conversations-requests.ts'
import { refuseEffort, refuseKindChange, refuseMode, usualMode } from './kinds-requests.ts'
import { readMake } from './roles-requests.ts'
import { audienceOf } from '../mail/mail-views.ts'
import { peerSummaries } from '../fleet/peers.ts'
import { abilitiesOf, agentSummary, awaySeatView } from './views.ts'
import type { Handlers } from '../api/requests.ts'
import { noticeLimit } from '../../contract/api/limits.ts'
import { defined, pick } from '../../contract/api/pick.ts'
import type { AgentSummary } from '../../contract/agents/agent-summary.ts'

export function agentHandlers(parts: RequestContext) {
  const idOf = (ref: string) => agentIdOf(parts, ref)
  const onAgent = (type: AgentCommand, ref: string) => agentAfter(parts, { type, agent: idOf(ref) })
  return {
    'agents.list': (caller) => listAgents(parts.engine, caller),
    'agents.create': (caller, input) => createAgent(parts, caller, input),
    'agents.checkName': (_, input) => ({ problem: nameProblem(parts, input) }),
    'agents.change': (caller, input) => changeAgent(parts, caller, input),
    'agents.duplicate': (_, { agent }) => duplicateAgent(parts, agent),
    'agents.revoke': async (_, { agent, permission }) => {
      const revoked = { type: 'permission.revoked', agent: idOf(agent), permission } as const
      return agentAfter(parts, revoked)
    },
    'agents.addFolder': (_, { agent, folder }) => addFolder(parts, agent, folder),
    'agents.close': async (_, { agent, forever }) => {
      const type = forever ? 'agent.deleted' : 'agent.closed'
      await parts.engine.command({ type, agent: idOf(agent) })
      if (forever) parts.attachments.sweep(parts.store.attached())
      return { closed: true }
    },
    'agents.reopen': (_, { agent }) => onAgent('agent.reopened', agent),
    'agents.stop': (_, { agent }) => onAgent('agent.stopped', agent),
    'agents.restart': (_, { agent }) => onAgent('agent.restarted', agent),
    'agents.interrupt': (_, { agent }) => onAgent('agent.interrupted', agent),
    'agents.retry': (_, { agent }) => onAgent('turn.retried', agent),
    'agents.composing': async (_, { agent, draft, left, begins }) => {
      const more = { ...(left ? { left } : {}), ...(begins ? { begins } : {}) }
      await parts.engine.command({ type: 'user.composed', agent: idOf(agent), draft, ...more })
      return { heard: true }
    },
    'agents.stopTask': async (_, { agent, task }) =>
      agentAfter(parts, { type: 'task.stopped', agent: idOf(agent), task }),
    'agents.taskOutput': (_, { agent, task }) => parts.backend.taskOutput(idOf(agent), task),
    'agents.seen': async (_, { agent, row }) => {
      await parts.engine.command({ type: 'agent.seen', agent: idOf(agent), row })
      return { seen: true }
    },
    'agents.sleep': async (_, { agent }) =>
      agentAfter(parts, { type: 'agent.laidToSleep', agent: idOf(agent) }),
    'seats.decide': async (_, { agent, take }) => {
      const id = agentIdOf(parts, agent)
      await parts.engine.command({ type: 'seat.decided', agent: id, take })
      const { seat } = mustFind(parts.engine, id).agent
      return { seat: seat ? awaySeatView(seat) : null }
    },
    'notices.send': async (caller, { text, idempotencyKey = null }) => {
      if (caller.kind !== 'agent')
        throw refused(
          'not_allowed',
          'Only an agent notifies its user. Write to an agent with POST /messages.',
        )
      const words = text.trim()
      if (words === '' || words.length > noticeLimit)
        throw refused('bad_request', `Say it in 1 to ${noticeLimit} characters: this has ${words.length}.`)
      const notified = { type: 'user.notified', agent: caller.id, text: words, idempotencyKey } as const
      return pick(await answerTo(parts, 'notice', notified), ['shown', 'inSeconds'])
    },
  } satisfies Partial<Handlers>
}

type AgentCommand = Extract<
  Command['type'],
  'agent.reopened' | 'agent.stopped' | 'agent.restarted' | 'agent.interrupted' | 'turn.retried'
>

/** Sends a command that creates or changes an agent. */
export async function agentAfter(parts: RequestContext, command: Command): Promise<AgentSummary> {
  const { agent } = await answerTo(parts, 'agent', command)
  return agentSummary(parts.engine.state, mustFind(parts.engine, agent), {}, 'user')
}

function listAgents(engine: Engine, caller: Caller): RequestAnswers['agents.list'] {
  const own = [...engine.state.agents.values()]
    .filter(({ agent }) => agent.closedAt === null)
    .sort((a, b) => a.agent.order - b.agent.order)
    .map((state) =>
      agentSummary(
        engine.state,
        state,
        caller.kind === 'agent' && caller.id === state.agent.id ? { self: true } : {},
        audienceOf(caller),
      ),
    )
  return [...own, ...peerSummaries(engine.state)]
}

async function createAgent(parts: RequestContext, caller: Caller, input: RequestInput<'agents.create'>) {
  const { settings, defaultFolder } = parts.status()
  const name = readName(parts.names, input.name)
  const cwd = readFolder(input.cwd ?? defaultFolder)
  const { role: template, line: role, given, choice, model, effort } = readMake(parts, input)
  const { kind } = choice
  const { policy = settings.policy } = input
  const { permissionMode = template?.permissionMode ?? usualMode(kind, settings.permissionMode) } = input
  refuseMode(kind, permissionMode)
  if (input.effort) refuseEffort(kind, input.effort)
  refuseLaxer(caller, permissionMode, settings.permissionMode)
  const look = lookOf(input)
  const wanted = { ...choice, name, cwd, model, effort, permissionMode, policy, role, look, ...given }
  if (input.resume !== undefined && input.worktree)
    throw refused('bad_request', 'A conversation resumes in its own folder, not in a worktree.')
  if (input.resume !== undefined) return resume(parts, input.resume, wanted)
  const create = async (place: Partial<Pick<NewTab, 'cwd' | 'worktree'>>) =>
    agentAfter(parts, { type: 'agent.created', ...wanted, ...place })
  const made = await (input.worktree ? withWorktree(parts, cwd, name.name, create) : create({}))
  void parts.appStatus.kinds.look([kind])
  return made
}

function nameProblem(
  parts: RequestContext,
  { name, agent }: RequestInput<'agents.checkName'>,
): string | null {
  const read = parts.names.read(name)
  if (!read.ok) return read.detail
  const own = agent === undefined ? null : agentIdOf(parts, agent)
  return takenWords([...parts.engine.state.agents.values()], read.keys, own)
}

export function lookOf({ colour, shape }: { colour?: number | undefined; shape?: number | undefined }) {
  return { ...(colour === undefined ? {} : { hue: colour }), ...(shape === undefined ? {} : { shape }) }
}

/** Only the window may make an agent ask less often than the default, or than now. */
export function refuseLaxer(caller: Caller, wanted: PermissionMode, now: PermissionMode): void {
  if (caller.kind === 'window' || !asksLess(wanted, 'default') || !asksLess(wanted, now)) return
  throw refused('not_allowed', 'Only the window can let an agent ask less often. Change it there.')
}

async function changeAgent(parts: RequestContext, caller: Caller, input: RequestInput<'agents.change'>) {
  const { agent: ref, name, cwd, colour, shape, kind, program, ...patch } = input
  const { state } = findAgent(parts, ref)
  const { agent } = state
  const { id, permissionMode } = agent
  refuseKindChange(agent, { kind, program })
  if (patch.effort) refuseEffort(agent.kind, patch.effort, state.abilities.efforts)
  if (patch.permissionMode) {
    refuseMode(agent.kind, patch.permissionMode)
    refuseLaxer(caller, patch.permissionMode, permissionMode)
  }
  // An unchanged name is not checked, since it may have become reserved.
  const named = name === undefined || name.trim() === agent.name ? {} : { name: readName(parts.names, name) }
  const moved = cwd === undefined ? {} : { cwd: readFolder(cwd) }
  const look = colour === undefined && shape === undefined ? {} : { look: lookOf(input) }
  const event = { type: 'agent.changed', agent: id, ...defined(patch), ...named, ...moved, ...look } as const
  return agentAfter(parts, event)
}

/** Janus's state folder is refused: the agent could read its tokens. */
async function addFolder(parts: RequestContext, ref: string, written: string) {
  const { state } = findAgent(parts, ref)
  const { id, name, cwd } = state.agent
  if (!abilitiesOf(state).addsFolders)
    throw refused('unavailable', `${name} works in its own folder only: its program takes no others.`)
  const path = readFolder(written)
  if (isInFolder(cwd, path)) throw refused('wrong_state', `${name} works in ${path} already.`)
  const own = realFolder(parts.status().stateFolder)
  if (isInFolder(own, path) || isInFolder(path, own))
    throw refused('bad_folder', 'That folder holds Janus’s own files. Choose another.')
  return agentAfter(parts, { type: 'folder.added', agent: id, path })
}

/** Copies the conversation first: if the command then fails, an unused copy does no harm. */
export async function duplicateAgent(parts: RequestContext, ref: string) {
  const { state } = findAgent(parts, ref)
  const { agent } = state
  const { kind, program, cwd } = agent
  const why = uncopyable(abilitiesOf(state))
  if (why !== null && agent.conversed) throw refused('wrong_state', `${agent.name}: ${why}`)
  const conversation = agent.conversed
    ? await parts.backend
        .fork({ agent: agent.id, kind, program, cwd, conversation: agent.conversation })
        .catch((error: unknown) => {
          throw refused('unavailable', `Its conversation could not be copied: ${String(error)}`)
        })
    : null
  const name = readName(parts.names, freeName(parts, agent.name))
  const event = { type: 'agent.duplicated', agent: agent.id, name, conversation } as const
  return agentAfter(parts, event)
}

/**
 * Returns the first free name: "Scout 2" for "Scout", "Scout 3" for "Scout 2"; `from` says whether to try the
 * name itself. Reserved names such as "janus" become "Tab".
 */
export function freeName(
  { engine, names }: Pick<RequestContext, 'engine' | 'names'>,
  name: string,
  from: 'next' | 'itself' = 'next',
): string {
  const [, stem = name, number = '1'] = /^(.*?)(?: (\d{1,6}))?$/u.exec(name) ?? []
  const taken = [...engine.state.agents.values()].map(({ agent }) => agent)
  const cut = Array.from(stem).slice(0, 32).join('').trim()
  const begun = names.read(`${cut} 2`).ok ? cut : 'Tab'
  for (let n = from === 'itself' ? 1 : Number(number) + 1; ; n++) {
    const wanted = n === 1 ? begun : `${begun} ${String(n)}`
    const read = names.read(wanted)
    if (!read.ok) continue
    const { key, skeleton } = read.keys
    if (!taken.some((other) => other.key === key || other.skeleton === skeleton)) return wanted
  }
}
