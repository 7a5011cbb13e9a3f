import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { realFolder } from '../../adapters/folder/folder-identity.ts'
import { unforkable } from '../../contract/agents/ability-words.ts'
import type {
  ConversationHead,
  ConversationPage,
  ConversationView,
  FileUndo,
  ResumeMode,
} from '../../contract/folders/conversations.ts'
import { kindFacts, usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { AgentSummary } from '../../contract/agents/agent-summary.ts'
import { ConversationError, type SessionList } from '../../ports/conversations.ts'
import { brokenIn } from '../../core/step/broken-turn.ts'
import type { NewTab } from '../../core/step/commands.ts'
import type { AgentState } from '../../core/step/state.ts'
import { firstLine } from '../../core/words/text.ts'
import {
  findAgent,
  fromHome,
  readFolder,
  readName,
  refused,
  type RequestContext,
} from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { lastWords, placeOfFrame, turnPlace, type TurnPlace } from './turn-places.ts'
import { abilitiesOf } from '../agents/views.ts'
import { freeName, refuseLaxer, agentAfter } from '../agents/agents-requests.ts'
import { usualMode, forUsualKind } from '../agents/kinds-requests.ts'
import { iso } from '../../contract/words/times.ts'

const usualPage = 50
/** Milliseconds that a sleeping process may take to start. */
const wakeTime = 60_000

export function conversationHandlers(parts: RequestContext) {
  return {
    'conversations.list': (_, input) => list(parts, input),
    'conversations.open': (_, input) => open(parts, input),
    'conversations.delete': (_, input) => remove(parts, input),
    'agents.fork': (caller, input) => fork(parts, caller, input),
    'agents.undoFiles': (_, input) => undoFiles(parts, input),
  } satisfies Partial<Handlers>
}

async function list(
  parts: RequestContext,
  input: RequestInput<'conversations.list'>,
): Promise<ConversationPage> {
  const { kind = usualKind, q = '', limit = usualPage, cursor: offset = 0 } = input
  const sessionList = parts.backend.sessionList(kind)
  if (sessionList === null)
    return { items: [], next: null, why: noSessionList(kind), resumeMode: null, folder: null }
  const folder = readFolder(input.folder ?? parts.status().defaultFolder)
  const { resumeMode } = sessionList
  const found = await sessionList.list({ folder, words: q, offset, limit }).catch(unlisted)
  if (typeof found === 'string') return { items: [], next: null, why: found, resumeMode, folder }
  const { items, isMore } = found
  return {
    items: items.map((head) => viewOf(parts, head)),
    next: isMore ? offset + limit : null,
    why: null,
    resumeMode,
    folder,
  }
}

function unlisted(error: unknown): string {
  if (error instanceof ConversationError) return error.message
  throw error
}

/** Asks for confirmation. */
const onlyItself = (kind: AgentKind): string =>
  `${kindFacts[kind].name} cannot copy a conversation: a tab continues the original itself. Confirm with original, and do not open it elsewhere.`

const noSessionList = (kind: AgentKind): string =>
  `${kindFacts[kind].name} keeps no list of conversations that Janus can read: a new tab begins again.`

function viewOf({ engine }: RequestContext, head: ConversationHead): ConversationView {
  const tab = [...engine.state.agents.values()].find(({ agent }) => agent.conversation === head.id)?.agent
  return {
    ...head,
    folder: head.folder && realFolder(head.folder),
    changedAt: iso(head.changedAt),
    tab: tab ? { agent: tab.id, name: tab.name, closed: tab.closedAt !== null } : null,
  }
}

/** The tab that has the conversation, or a new one with a copy. */
async function open(parts: RequestContext, input: RequestInput<'conversations.open'>): Promise<AgentSummary> {
  const { kind = usualKind, id, original = false } = input
  const { settings, defaultFolder } = parts.status()
  const { head } = await found(parts, kind, id)
  const hasFolder = head.folder !== null && existsSync(head.folder)
  const cwd = realFolder(hasFolder ? head.folder : fromHome(defaultFolder))
  const written = input.name ?? freeName(parts, basename(cwd) || kindFacts[kind].name, 'itself')
  const { model, permissionMode, policy } = settings
  const tab: NewTab = {
    kind,
    program: null,
    name: readName(parts.names, written),
    cwd,
    role: '',
    policy,
    model: forUsualKind(kind, model),
    permissionMode: usualMode(kind, permissionMode),
  }
  return resume(parts, id, tab, original ? 'original' : 'copy')
}

async function found(
  parts: RequestContext,
  kind: AgentKind,
  id: string,
): Promise<{ head: ConversationHead; sessionList: SessionList }> {
  const sessionList = parts.backend.sessionList(kind)
  if (sessionList === null) throw refused('wrong_state', noSessionList(kind))
  const head = await sessionList.look(id).catch((error: unknown) => {
    throw refused('unavailable', unlisted(error))
  })
  if (head !== null) return { head, sessionList }
  throw refused(
    'not_found',
    `There is no conversation of the id ${id} in which anything was said. janus resume lists those that there are.`,
  )
}

async function remove(
  parts: RequestContext,
  { kind = usualKind, id }: RequestInput<'conversations.delete'>,
): Promise<{ deleted: true }> {
  const { head, sessionList } = await found(parts, kind, id)
  const { tab } = viewOf(parts, head)
  if (tab !== null)
    throw refused(
      'wrong_state',
      `The ${tab.closed ? 'closed tab' : 'tab'} ${tab.name} has this conversation. Delete the tab permanently first.`,
    )
  if (head.canDelete !== true)
    throw refused('wrong_state', `${kindFacts[kind].name} does not let Janus delete its conversations.`)
  await sessionList.delete?.(id).catch((error: unknown) => {
    throw refused('unavailable', unlisted(error))
  })
  return { deleted: true }
}

/** Reopens the tab that has the conversation, else opens `tab` with a copy or the original. */
export async function resume(
  parts: RequestContext,
  id: string,
  tab: NewTab,
  how: ResumeMode = 'copy',
): Promise<AgentSummary> {
  const { kind = usualKind } = tab
  const { head, sessionList } = await found(parts, kind, id)
  const { tab: has } = viewOf(parts, head)
  if (has) return agentAfter(parts, { type: 'agent.reopened', agent: has.agent })
  if (sessionList.resumeMode === 'original' && how === 'copy') throw refused('wrong_state', onlyItself(kind))
  const taken = await sessionList
    .takeUp(id)
    .catch(failed((why) => `That conversation could not be resumed: ${why}. It is unchanged.`))
  const userName = parts.status().user
  const event = { ...tab, type: 'agent.resumed', kind, userName, folder: head.folder, taken } as const
  const made = await agentAfter(parts, event)
  void parts.appStatus.kinds.look([kind])
  return made
}

/** A new tab from a turn of another one; `draft` is the prompt to edit. */
async function fork(
  parts: RequestContext,
  caller: Caller,
  { agent: ref, n, edit: isEdit = false }: RequestInput<'agents.fork'>,
) {
  const { state } = findAgent(parts, ref)
  const { agent } = state
  const why = unforkable(abilitiesOf(state))
  if (why !== null) throw refused('wrong_state', `${agent.name}: ${why}`)
  refuseLaxer(caller, agent.permissionMode, parts.status().settings.permissionMode)
  const place = n === undefined ? placeOfBroken(parts, state) : placeIn(parts, state, n)
  const { begun, later } = place
  const edit = isEdit || n === undefined
  const isUsers = place.row.kind === 'user'
  if (isEdit && (place.row.kind !== 'user' || place.row.frame === undefined || begun === null))
    throw refused('wrong_state', 'Only words of yours that began a turn can be edited and sent again.')
  const ends = edit && begun ? [begun, ...later] : later
  const rows = ends[0] === undefined ? agent.entryCount : ends[0].n - 1
  const conversation = await copied(parts, state, {
    after: edit ? null : (begun?.frame ?? null),
    before: ends.flatMap(({ frame }) => frame ?? []),
  })
  const event = {
    type: 'agent.duplicated' as const,
    agent: agent.id,
    conversation,
    name: readName(parts.names, freeName(parts, agent.name)),
    fork: {
      how: edit && isUsers ? ('edit' as const) : ('on' as const),
      rows,
      turns: turnsUntil(parts, state, rows, ends.length),
      lastLine: firstLine(lastWords(parts.store, agent.id, rows + 1), 120),
    },
  }
  const made = await agentAfter(parts, event)
  return { agent: made, draft: edit && isUsers ? wordsOf(parts, state, place) : '' }
}

const failed =
  (words: (why: string) => string) =>
  (error: unknown): never => {
    throw refused('unavailable', error instanceof ConversationError ? error.message : words(String(error)))
  }

async function copied(
  parts: RequestContext,
  { agent }: AgentState,
  place: { after: string | null; before: readonly string[] },
): Promise<string | null> {
  if (!agent.conversed) return null
  const { id, kind, program, cwd, conversation } = agent
  return parts.backend
    .fork({ agent: id, kind, program, cwd, conversation, place })
    .catch(failed((why) => `Its conversation could not be copied: ${why}`))
}

function placeIn({ store }: RequestContext, { agent }: AgentState, n: number): TurnPlace {
  const place = turnPlace(store, agent.id, n)
  if (place === null) throw refused('not_found', `${agent.name} has no row ${String(n)}.`)
  return place
}

/** The beginning of the last turns, which an error broke off one after another. */
function placeOfBroken({ store }: RequestContext, state: AgentState): TurnPlace {
  const began = brokenIn(state)?.failure?.began
  const place = began === undefined ? null : placeOfFrame(store, state.agent.id, began)
  if (place === null) throw refused('wrong_state', `No turn of ${state.agent.name} is broken off.`)
  return place
}

/** Number of the last turn within the first `rows` rows; `left`: turns that are left out. */
function turnsUntil({ store }: RequestContext, { agent }: AgentState, rows: number, left: number): number {
  const turn = store.entries(agent.id, rows + 1, 50).findLast((entry) => entry.turn !== null)?.turn
  return (turn && store.turnNumber(turn)) ?? Math.max(0, agent.turnNumber - left)
}

/** The user's whole text that began that turn. */
function wordsOf({ store }: RequestContext, { agent }: AgentState, { row, begun }: TurnPlace): string {
  if (begun === null) return row.text
  const near = store.entries(agent.id, row.n + 50, row.n + 50 - begun.n)
  return near
    .filter(({ frame, kind }) => frame === row.frame && kind === 'user')
    .map(({ text }) => text)
    .join('\n\n')
}

/** Lists what the agent changed in files since before that turn; `do` restores them. */
async function undoFiles(parts: RequestContext, input: RequestInput<'agents.undoFiles'>): Promise<FileUndo> {
  const { state } = findAgent(parts, input.agent)
  const { agent } = state
  if (!abilitiesOf(state).undoes)
    throw refused(
      'wrong_state',
      `${agent.name}: Cannot restore files to before a turn; revert single files in Changes.`,
    )
  if (state.turn !== null || agent.status === 'working')
    throw refused(
      'wrong_state',
      `${agent.name} works. Stop it, or wait until its turn has ended, and try again.`,
    )
  const { row, begun } = placeIn(parts, state, input.n)
  if (begun?.frame === undefined || (row.turn !== null && begun.turn !== row.turn))
    throw refused('wrong_state', 'That turn began by itself: revert the changes of the turn before it.')
  await awake(parts, state)
  const undone = await parts.backend
    .undoFiles(agent.id, begun.frame, input.do === true ? 'do' : 'look')
    .catch((error: unknown) => {
      throw refused('unavailable', error instanceof Error ? error.message : String(error))
    })
  if (undone.isDone)
    await parts.engine.command({
      type: 'files.undone' as const,
      agent: agent.id,
      files: undone.files,
      since: begun.n,
    })
  return undone
}

/** Only its process knows the earlier contents, so a sleeping one is started, without a turn. */
async function awake(parts: RequestContext, { agent: { id, name }, process }: AgentState): Promise<void> {
  if (process === 'on') return
  if (process === 'off') await parts.engine.command({ type: 'agent.restarted', agent: id })
  const look = () => (parts.engine.state.agents.get(id)?.process === 'on' ? true : null)
  if ((await parts.changes.until(id, look, wakeTime)) === null)
    throw refused(
      'unavailable',
      `The process of ${name} could not be started, and only it knows what its files were like.`,
    )
}
