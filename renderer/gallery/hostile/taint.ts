import type { AgentStatus, Card, CardId, MessageId, Trouble } from '../../../main/contract/api/model.ts'
import type { AgentView, AppStatus, FolderLook } from '../../../main/contract/api/views.ts'
import type { SearchResult } from '../../../main/contract/history/search-views.ts'
import type {
  ChainLink,
  MessageView,
  PendingView,
  ThreadRow,
  TicketView,
} from '../../../main/contract/mail/mail-views.ts'
import type { MessageReason } from '../../../main/contract/mail/message-reasons.ts'
import type { FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import type { WireCircle } from '../../../main/contract/fleet/machines.ts'
import { machine, isoAgo, peer } from '../make-fleet.ts'
import { circleSeat, fleet } from '../../testing/fleet.ts'
import { describeClaudeCall, questionsIn } from '../../../main/backends/claude/tool-calls.ts'
import { initialSettings } from '../../../main/contract/app/settings.ts'
import {
  agent,
  agentIdOf as idOf,
  by,
  card,
  crossingIdOf,
  linkIdOf,
  message,
  messageIdOf,
  owed,
  pending,
  status,
  ticket,
} from './specimens.ts'
import { moment } from '../still.ts'
import { taintedGatheringId } from './taint-gatherings.ts'
import { timersOf } from './taint-links.ts'
import type { HandlersView } from '../../../main/contract/handlers/handlers.ts'

/** How an agent stands while its words are shown. */
export interface Stand {
  readonly status: AgentStatus
  readonly trouble?: Trouble
  readonly closed?: boolean
}

const number = (prefix: string, order: number) => `${prefix}-${String(order).padStart(10, 'a')}`

/** An agent of whom everything that is text is these words. */
export function tainted(order: number, words: string, { status, trouble, closed = false }: Stand): AgentView {
  const isAsking = status === 'working'
  return agent(order, words, {
    status,
    trouble: trouble ?? null,
    closed,
    reason: { kind: 'unstartable', detail: words },
    kind: 'other',
    program: words,
    role: words,
    cwd: words,
    model: words,
    trust: 'ask',
    lastLine: words,
    needs: isAsking ? 'permission' : null,
    allowed: [
      { kind: 'rule', rule: words },
      { kind: 'folder', path: words },
    ],
    pending: mailOf(order, words),
    cards: isAsking ? cardsOf(order, words) : [],
    policy: 'ask',
    owed: [owed(order, { ...saying(words), reason: { kind: 'unanswered', turn: 1, end: brokenBy(words) } })],
    broken: isAsking
      ? null
      : { detail: words, retryAt: moment, tries: 2, from: [words, words], isLasting: true, goesBack: true },
    waitingFor: isAsking ? { agent: idOf(order), name: words, since: moment } : null,
    background: [{ id: words, kind: 'command', name: words, call: null, line: words, since: 0 }],
    heartbeats: timersOf(order, words),
    handlers: { count: 1, on: 1, asks: [askedBy(order, words)], told: [] },
    seat: { gathering: taintedGatheringId(order), topic: words, number: 1, hasPiece: false },
  })
}

const told = (detail: string): MessageReason => ({ kind: 'triedAgain', detail })
const saying = (words: string) => ({ fromName: words, preview: words, reason: told(words) })

const brokenBy = (detail: string) => ({ kind: 'broken', detail }) as const

/** Reasons with words in all that is free text in them. */
const heldFor: Readonly<Record<NonNullable<PendingView['hold']>, (words: string) => MessageReason>> = {
  loop: (words) => ({ kind: 'nudged', before: { kind: 'triedAgain', detail: words } }),
  consent: (words) => ({ kind: 'consent', receiver: words, sender: words }),
  policy: (words) => ({ kind: 'policy', receiver: words }),
  interrupted: (words) => ({ kind: 'ended', end: brokenBy(words) }),
  restored: told,
  paused: told,
  handler: (words) => ({ kind: 'handler', name: words, action: { kind: 'held' } }),
  answering: (words) => ({ kind: 'handler', name: words, action: { kind: 'answering' } }),
}

/** Mail in every way that it can wait: queued, under a card and a banner, as a note, held for each reason. */
function mailOf(order: number, words: string): readonly PendingView[] {
  const said = { ...saying(words), from: by(idOf(order)) }
  const card = { until: moment + 60_000, canStopTool: true }
  const held = (['loop', 'consent', 'policy', 'interrupted', 'handler', 'restored', 'paused'] as const).map(
    (hold, at) =>
      pending(order + (5 + at) * 1_000, {
        ...said,
        state: 'held',
        hold,
        reason: heldFor[hold](words),
        crossed:
          hold === 'paused' ? { link: linkIdOf(order), crossing: crossingIdOf(1), carriage: hold } : null,
      }),
  )
  const stranger = pending(order + 20_000, {
    ...said,
    from: { kind: 'agent', id: `${idOf(order)}@attic` },
    state: 'held',
    hold: 'consent',
    reason: { kind: 'firstTimeSender', receiver: words, sender: words },
  })
  return [
    stranger,
    pending(order, saying(words)),
    pending(order + 1_000, { ...said, priority: 'urgent', expectsReply: true, card }),
    pending(order + 2_000, { ...said, priority: 'high', banner: true }),
    pending(order + 3_000, { ...said, priority: 'low', absorbed: true }),
    ...held,
  ]
}

/** A chain of messages, of words. */
export const taintedChain = (all: readonly string[]): readonly ChainLink[] =>
  all.map((words, order) => ({
    id: number('msg', order) as MessageId,
    from: words,
    to: words,
    preview: words,
    depth: order + 1,
    at: moment,
  }))

/** A permission for a command, one for an edit, one for an unknown tool, and a question. */
function cardsOf(order: number, words: string): readonly Card[] {
  const inputs: readonly [tool: string, input: object][] = [
    ['Bash', { command: words, description: words, [words]: words }],
    ['Edit', { file_path: words, old_string: words, new_string: `${words}\nmore` }],
    ['ExitPlanMode', { plan: words }],
    [words, { [words]: { [words]: [words] } }],
    [
      'AskUserQuestion',
      {
        questions: [
          {
            question: words,
            header: words,
            options: [
              { label: words, description: words, preview: words },
              { label: `${words} again`, description: words },
            ],
            multiSelect: order % 2 === 0,
          },
        ],
      },
    ],
  ]
  return inputs.map(([tool, input], at) =>
    card({
      id: number('crd', order * 10 + at) as CardId,
      kind: tool === 'AskUserQuestion' ? 'question' : 'permission',
      ...describeClaudeCall(tool, input),
      questions: questionsIn(input),
      title: words,
      reason: words,
      from: [words, words],
      origin: at % 2 === 0 ? 'peer' : 'user',
      suggestions: [
        { label: words, isCode: true, permissions: [{ kind: 'rule', rule: words }], mode: null },
        { label: words, isCode: false, permissions: [{ kind: 'folder', path: words }], mode: 'acceptEdits' },
      ],
    }),
  )
}

/** The app's own state, of words. */
export function taintedStatus(words: string, all: readonly string[]): AppStatus {
  return status(
    {
      version: words,
      stateFolder: words,
      notices: [words],
      memoryFiles: [words],
      user: words,
      fleet: taintedFleet(words),
      defaultFolder: words,
      settings: {
        ...initialSettings,
        user: words,
        folder: words,
        model: words,
        claude: words,
        codex: words,
      },
    },
    {
      path: words,
      version: words,
      oldest: words,
      account: words,
      login: 'out',
      problem: { line: 'login', words },
      models: all.map((one) => ({ value: one, name: one, about: one })),
    },
  )
}

/** A fleet of words: one machine that was set back, one that is silent. */
const taintedFleet = (words: string): FleetView => {
  const agents = [
    peer(0, words, { role: words }),
    peer(1, words, { kind: 'other', needs: 'question', shared: 'open' }),
  ]
  return fleet(
    [
      machine(words, agents, {
        version: words,
        setBackAt: isoAgo(3),
        misread: { by: 'us', what: 'message' },
        onTheWay: 2,
        user: words,
        circles: [
          circleSeat({
            topic: words,
            by: words,
            turn: { id: 'msg-0000000007', since: isoAgo(1), until: null },
            now: taintedCircle(words),
          }),
        ],
      }),
      machine(`${words} `, agents, { stands: 'silent' }),
    ],
    { machine: words, broker: { stands: 'refused', why: words }, dropped: words },
  )
}

/** A circle of another machine: its question and who sits there, of words. */
const taintedCircle = (words: string): WireCircle => ({
  question: words,
  phase: 'hold',
  round: 1,
  rounds: 1,
  holder: 2,
  yours: 2,
  harvester: words,
  seats: [1, 2, 3].map((number) => ({
    number,
    name: words,
    isUser: number === 2,
    had: false,
    left: false,
  })),
})

/** What a folder brings, of words. */
export const taintedFolder = (folder: string, all: readonly string[]): FolderLook => ({
  folder,
  kind: 'other',
  trust: 'ask',
  hash: 'a',
  files: all.map((words) => ({ path: words, brings: [words, words] })),
  unclear: [],
  variables: [],
  changed: true,
})

/** A row that was found, of words. */
export const taintedResult = (order: number, words: string): SearchResult => ({
  agent: idOf(order),
  agentName: words,
  circle: order % 2 ? { id: 'gat-0000000001@attic', topic: words, machine: words } : null,
  n: order + 1,
  kind: 'text',
  authorName: words,
  message: null,
  at: moment,
  call: words,
  parts: [
    { text: words, isMatch: false },
    { text: words, isMatch: true },
  ],
})

/** A message that is read, of words. */
export const taintedMessage = (words: string): MessageView =>
  message({
    id: 'msg-aaaaaaaaaa',
    thread: 'msg-aaaaaaaaaa',
    from: by(idOf(0)),
    fromName: words,
    toName: words,
    text: words,
    state: 'undeliverable',
    reason: told(words),
    priority: 'urgent',
    expectsReply: true,
    turn: 1,
    ahead: 'hand',
    metadata: { [words]: words },
  })

/** The same in its conversation. */
export const taintedRow = (order: number, words: string): ThreadRow => ({
  ...taintedMessage(words),
  id: messageIdOf(order),
  replyTo: order > 0 ? messageIdOf(order - 1) : null,
  state: order % 2 === 0 ? 'answered' : 'undeliverable',
  n: order + 1,
})

/** A ticket whose answer had nowhere to go, of words. */
export const taintedTicket = (words: string): TicketView =>
  ticket({
    fromName: words,
    toName: words,
    preview: words,
    state: 'answered',
    reply: {
      messageId: null,
      text: words,
      implicit: true,
      byRule: false,
      at: moment,
      metadata: { [words]: words },
    },
  })

/** What a handler asks about a message. */
export const askedBy = (order: number, words: string): HandlersView['asks'][number] => ({
  message: messageIdOf(order + 40_000),
  from: idOf(order),
  fromName: words,
  preview: words,
  at: moment,
  handler: `hdl-${String(order).padStart(10, 'a')}`,
  name: words,
  command: words,
})
