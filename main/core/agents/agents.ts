import { noRaise, noTokens, nothingUsed } from '../../contract/budget/budget.ts'
import { initialAgentSettings, settingNames, type AgentSettings } from '../../contract/agents/agent-fields.ts'
import { kindFacts, usualKind } from '../../contract/agents/kinds.ts'
import { leastAbilities } from '../../contract/agents/abilities.ts'
import type { AgentId, FolderTrust, Permission } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { refuse, releaseObsoleteHolds } from '../mail/mailbox.ts'
import { isHeldByWorktree } from '../step/status.ts'
import type { Agent, AgentState, NameKeys } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { freshLook } from './looks.ts'
import { nameTaken } from './name-taken.ts'
import { agentGone, move, openTabs } from './tabs.ts'

/** Seven days, in ms, in which an agent's old name still reaches it. */
const formerNameTime = 7 * 24 * 60 * 60 * 1000

const done: Answer = { kind: 'done' }

/** Folders that the user can add to an agent's own. */
const maxFolders = 20

/** State of every new tab, also of a copy. */
const fresh = {
  formerNames: [],
  groups: [],
  broadcasts: [],
  tabProposals: [],
  peers: [],
  openedBy: null,
  closedAt: null,
  status: 'asleep',
  reason: null,
  trouble: null,
  process: null,
  unread: [],
  used: nothingUsed,
  costMark: 0,
  tokenMark: noTokens,
  context: null,
  raised: noRaise,
  depth: 0,
  causes: [],
  deaths: [],
  lastFinal: null,
  anchorsInRow: 0,
  beatsInRow: 0,
  // A worktree stays with the tab for which it was made.
  worktree: null,
  pinned: false,
} satisfies Partial<Agent>

/** State of a tab without a conversation; a copy keeps the original's. */
const wordless = {
  turnNumber: 0,
  entryCount: 0,
  lastLine: '',
  finalWords: 0,
  recent: [],
  cap: null,
  task: '',
  forkedFrom: null,
  allowed: [],
} satisfies Partial<Agent>

export function create(step: Step, event: EventOf<'agent.created'>): Answer {
  const taken = nameTaken(step, event.name, null)
  if (taken) return taken
  const { kind = usualKind, program = null, cwd, template = null, instructions = '', worktree = null } = event
  const id = step.ids.next('agt')
  const agent: Agent = {
    ...fresh,
    ...wordless,
    ...initialAgentSettings,
    ...settingsIn(event),
    ...event.name,
    id,
    kind,
    program,
    cwd,
    template,
    instructions,
    order: step.agents().length,
    look: freshLook(step, event.look),
    worktree,
    createdAt: step.now,
    since: step.now,
    conversation: step.ids.uuid(),
    conversed: false,
  }
  step.add(asleep(agent))
  return { kind: 'agent', agent: id }
}

export function asleep(agent: Agent): AgentState {
  return {
    agent,
    run: 0,
    process: 'off',
    abilities: leastAbilities,
    mailbox: [],
    frames: [],
    turn: null,
    cards: [],
    denied: [],
    sent: [],
    sends: [],
    restartAt: null,
    heartbeats: [],
    handlers: [],
    answeredLately: [],
    needsRestart: false,
    trust: null,
    typing: null,
    awaits: [],
    background: [],
    subagents: [],
    healthWarning: null,
    wasRestarted: false,
    interjectedAt: null,
    interruptingMessage: null,
    haltedBy: null,
    gatheringId: null,
  }
}

/**
 * Copies conversation, transcript, folder, model and permissions into a tab beside the original, without
 * mail. With `fork` the copy ends earlier.
 */
export function duplicate(step: Step, event: EventOf<'agent.duplicated'>): Answer {
  const state = step.find(event.agent)
  if (!state) return agentGone()
  // The copy works in the same folder, and would start there before the setup is approved or finished.
  if (isHeldByWorktree(state))
    return refuse('wrong_state', 'Its worktree is not set up yet. Duplicate it afterwards.')
  const taken = nameTaken(step, event.name, null)
  if (taken) return taken
  const { notices: _, review: __, files: ___, ...agent } = state.agent
  const { fork } = event
  const id = step.ids.next('agt')
  const tabs = openTabs(step).map((tab) => tab.agent.id)
  step.add(
    asleep({
      ...agent,
      ...fresh,
      ...event.name,
      id,
      look: freshLook(step, fork ? { hue: agent.look.hue } : {}),
      forkedFrom: fork ? { agent: agent.id, name: agent.name } : agent.forkedFrom,
      createdAt: step.now,
      since: step.now,
      order: step.agents().length,
      conversation: event.conversation ?? step.ids.uuid(),
      conversed: event.conversation !== null,
      ...(fork ? { turnNumber: fork.turns, entryCount: fork.rows, lastLine: fork.lastLine, task: '' } : {}),
    }),
  )
  step.copyEntries(agent.id, id, fork?.rows)
  if (fork) step.note(id, { kind: 'forked', from: agent.name, how: fork.how })
  const beside = tabs.indexOf(agent.id)
  if (beside >= 0) move(step, id, beside + 1)
  return { kind: 'agent', agent: id }
}

/** All or nothing. */
export function changeAgent(step: Step, event: EventOf<'agent.changed'>): Answer {
  const state = step.find(event.agent)
  if (!state) return agentGone()
  if (event.name) {
    const taken = nameTaken(step, event.name, event.agent)
    if (taken) return taken
    rename(step, state.agent, event.name)
  }
  const settings = settingsIn(event)
  if (Object.keys(settings).length > 0) step.agent(event.agent, settings)
  if (event.shared === 'no') step.announce('agent.unshared', { agent: event.agent })
  if (event.look !== undefined) step.agent(event.agent, { look: { ...state.agent.look, ...event.look } })
  if (event.cwd !== undefined && event.cwd !== state.agent.cwd) relocate(step, event.agent, event.cwd)
  if (event.worktree === null) step.agent(event.agent, { worktree: null })
  if (event.order !== undefined) move(step, event.agent, event.order)
  const { model, effort, permissionMode } = event
  if ([model, effort, permissionMode].some((one) => one !== undefined)) configure(step, state.agent)
  if (event.anchors !== undefined) step.announce('agent.anchored', { agent: event.agent })
  if (event.policy !== undefined || event.permissionMode !== undefined)
    releaseObsoleteHolds(step, event.agent)
  return { kind: 'agent', agent: event.agent }
}

/** Passes changed model, effort or permission mode to the process, or restarts it if it can't switch. */
function configure(step: Step, was: Agent): void {
  const { agent, process, run, abilities } = step.get(was.id)
  if (process !== 'starting' && process !== 'on') return
  const { id, model, effort, permissionMode } = agent
  const isSwitched = was.permissionMode !== permissionMode
  if (isSwitched && !abilities.switchesTo.includes(permissionMode)) return renew(step, id)
  step.emit({ do: 'agent.configure', agent: id, run, model, effort, permissionMode })
}

function settingsIn(event: Partial<AgentSettings>): Partial<AgentSettings> {
  return pick(event, settingNames)
}

/** The trust decision was about the old folder. */
function relocate(step: Step, id: AgentId, cwd: string): void {
  step.agent(id, { cwd })
  step.set(id, { trust: null })
  renew(step, id)
}

/**
 * Its process was started with outdated settings: it ends after its turn, and starts again with the next
 * prompt.
 */
function renew(step: Step, id: AgentId): void {
  const { process } = step.get(id)
  if (process === 'starting' || process === 'on') step.set(id, { needsRestart: true })
}

export function revoke(step: Step, id: AgentId, permission: string): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  const allowed = state.agent.allowed.filter((one) => wordsOf(one) !== permission)
  if (allowed.length === state.agent.allowed.length)
    return refuse('not_found', 'That is not among what was allowed.')
  step.agent(id, { allowed })
  renew(step, id)
  return { kind: 'agent', agent: id }
}

/** Lets an agent work in another folder too; its process is renewed, since folders are named at a start. */
export function addFolder(step: Step, id: AgentId, path: string): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  const { allowed } = state.agent
  if (allowed.some((one) => one.kind === 'folder' && one.path === path)) return { kind: 'agent', agent: id }
  if (allowed.filter((one) => one.kind === 'folder').length >= maxFolders)
    return refuse('wrong_state', `An agent has at most ${maxFolders} more folders. Remove one first.`)
  step.agent(id, { allowed: [...allowed, { kind: 'folder', path }] })
  renew(step, id)
  return { kind: 'agent', agent: id }
}

function wordsOf(permission: Permission): string {
  return permission.kind === 'rule' ? permission.rule : permission.path
}

/** Applies the user's decision about a folder, and restarts processes that were started under another one. */
export function decide(step: Step, ids: readonly AgentId[], trust: FolderTrust): Answer {
  for (const id of ids) {
    const state = step.find(id)
    if (!state) continue
    if (state.trust === trust) continue
    if ((state.trust === 'trusted') !== (trust === 'trusted')) renew(step, id)
    step.set(id, { trust })
    const isClosed = kindFacts[state.agent.kind].closesFolder
    step.note(id, { kind: 'trust', trusted: trust === 'trusted', ...(isClosed ? {} : { starts: true }) })
    if (isUntrusted(state)) goOn(step, state, trust)
  }
  return done
}

function isUntrusted({ agent: { status, trouble } }: AgentState): boolean {
  return status === 'failed' && trouble === 'trust'
}

/** An agent that failed for lack of trust starts if allowed; otherwise its reason is updated. */
function goOn(step: Step, { agent: { id, kind } }: AgentState, trust: FolderTrust): void {
  const isDecided = trust === 'refused'
  if (trust !== 'trusted' && trust !== 'plain')
    return step.agent(id, { reason: { kind: 'untrusted', of: kind, isDecided } })
  step.agent(id, { status: 'asleep', since: step.now, reason: null, trouble: null })
}

function rename(step: Step, agent: Agent, to: NameKeys): void {
  if (to.name === agent.name) return
  const former = {
    name: agent.name,
    key: agent.key,
    skeleton: agent.skeleton,
    until: step.now + formerNameTime,
  }
  const formerNames = [
    ...agent.formerNames.filter((old) => old.until > step.now && old.key !== to.key),
    former,
  ]
  step.agent(agent.id, { ...to, formerNames })
  step.announce('agent.renamed', { agent: agent.id, from: agent.name, to: to.name })
}
