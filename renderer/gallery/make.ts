import { emptyDay } from '../../main/contract/budget/budget.ts'
import { byPriority, interrupts, rankOfPriority } from '../../main/contract/mail/priorities.ts'
import type {
  AgentId,
  Author,
  CallEnd,
  Card,
  CardId,
  Entry,
  EntryKind,
  MessageId,
  TurnId,
} from '../../main/contract/api/model.ts'
import { callText, type ToolCall } from '../../main/contract/agents/tool-calls.ts'
import { describeCall, questionsIn } from '../../main/backends/claude/tool-calls.ts'
import type { NoteFact } from '../../main/contract/history/note-facts.ts'
import { isFault, noteWords } from '../../main/contract/history/note-words.ts'
import type { WindowView } from '../../main/contract/api/answers.ts'
import type { Settings } from '../../main/contract/app/settings.ts'
import { usualKind } from '../../main/contract/agents/kinds.ts'
import { expectedAbilities } from '../../main/contract/agents/kind-abilities.ts'
import type { AgentView, AppStatus } from '../../main/contract/api/views.ts'
import type { PendingView } from '../../main/contract/mail/mail-views.ts'
import { ownRoles } from '../../main/contract/agents/roles.ts'
import { spending } from './make-budget.ts'
import { check } from './make-kinds.ts'
import { moment } from './still.ts'

/** Minutes, as ms. */
export const minutes = (count: number) => count * 60_000
/** So many minutes before the moment of the gallery. */
export const ago = (count: number) => moment - minutes(count)

/** The person. */
export const person: Author = { kind: 'human', via: 'window' }
/** An agent as an author. */
export const by = (id: AgentId): Author => ({ kind: 'agent', id })

const settings: Settings = {
  person: '',
  folder: '',
  model: null,
  effort: null,
  permissionMode: 'default',
  roles: [...ownRoles],
  claude: '',
  codex: '',
  gemini: '',
  opencode: '',
  qwen: '',
  copilot: '',
  terminal: '',
  variables: '',
  editor: '',
  anchors: 'open',
  theme: 'system',
  density: 'normal',
  notify: true,
  notifyFinished: false,
  notifyHarvest: false,
  notifyOffered: true,
  sound: false,
  soundFinished: false,
  soundHarvest: false,
  tabGroups: 'folders',
  policy: 'hybrid',
  patience: 120,
  awake: 8,
  sleepAfter: 600,
  links: true,
  linkOnSend: false,
  quiet: false,
  stopped: null,
  transcripts: 'linked',
  agentsConvene: 'ask',
  agentsConveneCap: 5,
  agentsOpen: 'ask',
  agentsOpenLimit: 3,
  turnCap: null,
  tabCap: null,
  linkCap: null,
  gatheringCap: null,
  dayCap: null,
  openInhale: false,
  plainGrants: false,
  enter: 'queue',
  keys: {},
}

/** The app as it stands when all is well, with changes. */
export function status(changes: Partial<AppStatus> = {}): AppStatus {
  return {
    version: '0.1.0',
    rehearsal: false,
    fleet: null,
    shell: 'desktop',
    canRehearse: true,
    stateFolder: '/home/mo/.janus',
    notices: [],
    disk: [],
    offeredBackup: null,
    memoryFiles: ['CLAUDE.md', 'AGENTS.md'],
    person: 'Mo',
    defaultFolder: '/home/mo/code/ferry',
    settings,
    kinds: check({}),
    ...changes,
  }
}

/** The settings of the gallery's person, with changes. */
export const set = (changes: Partial<Settings>): Settings => ({ ...settings, ...changes })

/** A window with these agents. */
export function view(agents: readonly AgentView[], changes: Partial<WindowView> = {}): WindowView {
  return {
    agents,
    status: status(),
    links: [],
    gatherings: [],
    day: emptyDay,
    drafts: {},
    commands: {},
    ...changes,
  }
}

/** An agent: its place gives its id and its look. */
export function agent(order: number, name: string, changes: Partial<AgentView> = {}): AgentView {
  return {
    id: idOf(order),
    name,
    kind: usualKind,
    program: null,
    abilities: expectedAbilities[changes.kind ?? usualKind],
    context: null,
    status: 'idle',
    since: ago(4 + order),
    reason: null,
    needs: null,
    role: '',
    cwd: '/home/mo/code/ferry',
    model: null,
    effort: null,
    template: null,
    instructions: '',
    permissionMode: 'default',
    trouble: null,
    look: { hue: (order % 8) + 1, shape: (order % 8) + 1 },
    trust: 'plain',
    allowed: [],
    order,
    createdAt: order,
    closed: false,
    turnNumber: 3,
    lastLine: '',
    finalWords: 0,
    costUsd: 0.09 + order * 0.07,
    spending: spending(0.09 + order * 0.07, 48_000 + order * 21_500),
    isTurnCapped: false,
    pending: [],
    policy: 'hybrid',
    shared: 'no',
    anchors: 'usual',
    usualTurn: { costUsd: 0.03, tokens: 12_400 },
    owed: [],
    broken: null,
    answering: [],
    waitingFor: null,
    background: [],
    unread: [],
    ailing: null,
    cards: [],
    handlers: { count: 0, on: 0, asks: [], told: [] },
    heartbeats: [],
    seat: null,
    groups: [],
    forkedFrom: null,
    wishes: [],
    branch: 'main',
    worktree: null,
    ...changes,
  }
}

/** The id of the agent at a place. */
export const idOf = (order: number): AgentId => `agt-${String(order).padStart(10, 'a')}`

/** What a card asks for; of `AskUserQuestion`, its questions. */
export const asks = (
  tool: string,
  input: object,
): { readonly tool: ToolCall; readonly input: string; readonly questions: Card['questions'] } => ({
  ...describeCall(tool, input),
  questions: questionsIn(input),
})

/** A card that waits. */
export function card(changes: Partial<Card>): Card {
  return {
    id: 'crd-aaaaaaaaaa' as CardId,
    kind: 'permission',
    call: 'call',
    ...asks('Bash', {}),
    title: 'May it run a command?',
    hidden: 0,
    hash: 'aaaaaaaa',
    reason: '',
    askedAt: moment - 38_000,
    suggestions: [],
    origin: 'human',
    from: ['Mo'],
    ...changes,
  }
}

/** A message that waits at an agent. */
export function pending(count: number, changes: Partial<PendingView>): PendingView {
  const preview = changes.preview ?? 'Then write the changelog line, one sentence.'
  const id = `msg-${String(count).padStart(10, 'a')}` as MessageId
  return {
    id,
    from: person,
    fromName: 'Mo',
    preview,
    bytes: preview.length,
    state: 'queued',
    stateAt: ago(1),
    reason: null,
    waits: null,
    inInput: false,
    acceptedAt: ago(1),
    priority: (changes.from ?? person).kind === 'human' ? 'high' : 'normal',
    thread: id,
    replyTo: null,
    expectsReply: false,
    hold: null,
    now: false,
    absorbed: false,
    card: null,
    rank: 5,
    ranks: byPriority((name) => (interrupts(name) ? 1 : 6 - rankOfPriority(name))),
    banner: false,
    ahead: null,
    crossed: null,
    ...changes,
  }
}

/** A row to be: its kind, its words, and what differs from the common. */
export type Line = readonly [kind: EntryKind, text: string, changes?: Partial<Entry>]

/** A transcript of rows, numbered and spaced a few seconds apart; the last is a minute old. */
export function transcript(of: AgentView, lines: readonly Line[]): readonly Entry[] {
  const began = ago(1) - lines.length * 9_000
  let turn = 0
  return lines.map(([kind, text, changes], index) => {
    const isPerson = kind === 'human'
    if (isPerson) turn += 1
    return {
      agent: of.id,
      n: index + 1,
      turn: `trn-${String(Math.max(turn, 1)).padStart(10, 'a')}` as TurnId,
      turnNumber: Math.max(turn, 1),
      kind,
      author: isPerson ? person : kind === 'system' || kind === 'note' ? { kind: 'system' } : by(of.id),
      authorName: isPerson ? 'Mo' : kind === 'system' || kind === 'note' ? 'Janus' : of.name,
      text,
      tool: null,
      call: null,
      isError: false,
      message: null,
      at: began + index * 9_000,
      ...changes,
    }
  })
}

/** What Janus notes, with the words that are made of it. */
export const noted = (note: NoteFact, changes: Partial<Entry> = {}): Line => [
  'note',
  noteWords(note),
  { note, isError: isFault(note), ...changes },
]

/** A tool call as two rows, or one while it runs; `message`: what it sent. */
export function call(
  id: string,
  tool: string,
  input: object,
  result?: string,
  end: CallEnd = 'done',
  message: MessageId | null = null,
): Line[] {
  const described = describeCall(tool, input)
  const ask: Line = ['tool', callText(described.tool, described.input), { tool: described.tool, call: id }]
  if (result === undefined) return [ask]
  return [ask, ['result', result, { call: id, isError: end !== 'done', end, message }]]
}
