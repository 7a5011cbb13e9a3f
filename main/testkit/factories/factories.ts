import { untouched } from '../../core/mail/new-message.ts'
import { resolve } from 'node:path'
import type { Command, MessageSent } from '../../core/step/events.ts'
import type { NameKeys } from '../../core/step/state.ts'
import { initialAgentSettings } from '../../contract/agents/agent-fields.ts'
import { noRaise, noTokens, nothingUsed } from '../../contract/budget/budget.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Crossing, Link } from '../../contract/links/links.ts'
import type { AgentId, Entry } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Gathering, Seat } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Agent, Frame, Loaded, Row, Turn } from '../../ports/ports.ts'

const form = (n: number): string => n.toString(36).padStart(10, '0')

export const agentId = (n: number): AgentId => `agt-${form(n)}`

/** The same for the same arguments, as the core would create it. */
export function makeAgent(n: number, changes: Partial<Agent> = {}): Agent {
  return {
    id: agentId(n),
    name: `Agent ${n}`,
    key: `agent ${n}`,
    skeleton: `agent ${n}`,
    kind: 'claude',
    program: null,
    formerNames: [],
    template: null,
    instructions: '',
    // With a drive on Windows, as the store returns it.
    cwd: resolve('/home/user'),
    ...initialAgentSettings,
    peers: [],
    order: n,
    look: { hue: 1, shape: 1 },
    groups: [],
    broadcasts: [],
    tabProposals: [],
    forkedFrom: null,
    openedBy: null,
    worktree: null,
    allowed: [],
    trouble: null,
    createdAt: 1000 + n,
    closedAt: null,
    status: 'idle',
    since: 1000 + n,
    reason: null,
    conversation: '00000000-0000-4000-8000-000000000000',
    conversed: false,
    process: null,
    turnNumber: 0,
    entryCount: 0,
    lastLine: '',
    finalWords: 0,
    unread: [],
    used: nothingUsed,
    costMark: 0,
    tokenMark: noTokens,
    recent: [],
    context: null,
    cap: null,
    raised: noRaise,
    depth: 0,
    causes: [],
    deaths: [],
    task: '',
    lastFinal: null,
    anchorsInRow: 0,
    beatsInRow: 0,
    ...changes,
  }
}

export function makeMessage(n: number, changes: Partial<Message> = {}): Message {
  return {
    id: `msg-${form(n)}`,
    seq: n,
    from: { kind: 'user', via: 'window' },
    fromName: 'User',
    to: agentId(1),
    body: `message ${n}`,
    priority: 'normal',
    thread: `msg-${form(n)}`,
    ...untouched,
    depth: 0,
    acceptedAt: 1000 + n,
    state: 'queued',
    stateAt: 1000 + n,
    ...changes,
  }
}

export function makeFrame(n: number, changes: Partial<Frame> = {}): Frame {
  return {
    id: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
    agent: agentId(1),
    kind: 'mail',
    how: 'begin',
    messages: [],
    phase: 'written',
    broke: null,
    chain: null,
    prompt: null,
    tries: 0,
    writtenAt: 1000 + n,
    ...changes,
  }
}

/** A running turn of the first agent. */
export function makeTurn(n: number, changes: Partial<Turn> = {}): Turn {
  return {
    id: `trn-${form(n)}`,
    agent: agentId(1),
    n,
    origin: 'user',
    trigger: 'words',
    promptedBy: null,
    begun: [],
    senders: [],
    from: [],
    frame: null,
    causes: [],
    depth: 0,
    startedAt: 1000 + n,
    endedAt: null,
    outcome: '',
    text: '',
    costUsd: 0,
    tokens: noTokens,
    isPriced: true,
    link: null,
    tools: 0,
    saidAt: null,
    seen: noTokens,
    ...changes,
  }
}

/** An open link, by default of the first two agents. */
export function makeLink(n: number, changes: Partial<Link> = {}): Link {
  return {
    id: `lnk-${form(n)}`,
    members: [agentId(1), agentId(2)],
    mode: 'answers',
    mutedMembers: [],
    opened: { by: { kind: 'user', via: 'window' }, name: 'User', at: 1000 + n },
    purpose: null,
    budget: 8,
    budgetGranted: 8,
    budgetUsed: 0,
    episode: 1,
    stoppedByLoop: false,
    asks: [],
    crossings: 0,
    used: nothingUsed,
    cap: null,
    raised: noRaise,
    rows: 0,
    closed: null,
    ...changes,
  }
}

/** The final text of the first agent's turn, sent over the first link to the second. */
export function makeCrossing(n: number, changes: Partial<Crossing> = {}): Crossing {
  return {
    id: `crs-${form(n)}`,
    link: makeLink(1).id,
    n,
    turn: makeTurn(n).id,
    turnNumber: n,
    from: agentId(1),
    fromName: 'Agent 1',
    kind: 'said',
    text: `concluded ${n}`,
    at: 1000 + n,
    costUsd: 0,
    sent: [{ to: agentId(2), toName: 'Agent 2', message: `msg-${form(n)}`, carriage: 'asked' }],
    ...changes,
  }
}

/** An armed timer of the first agent. */
export function makeHeartbeat(n: number, changes: Partial<Heartbeat> = {}): Heartbeat {
  return {
    id: `hb-${form(n)}`,
    agent: agentId(1),
    intent: 'check',
    note: `look ${n}`,
    about: null,
    set: { by: { kind: 'agent', id: agentId(1) }, name: 'Agent 1', at: 1000 + n },
    schedule: null,
    every: 300_000,
    dueAt: 301_000 + n,
    state: 'armed',
    stateAt: 1000 + n,
    reason: null,
    left: null,
    depth: 0,
    fired: 0,
    costUsd: 0,
    idempotencyKey: null,
    ...changes,
  }
}

/** The seat of the agent with that number; 0: the harvester's, of the ninth agent. */
export function makeSeat(number: number, changes: Partial<Seat> = {}): Seat {
  const agent = number === 0 ? 9 : number
  return {
    number,
    name: `Agent ${agent}`,
    role: '',
    kind: 'agent',
    agent: agentId(agent),
    spawn: null,
    ...changes,
  }
}

/** A gathering of the first two agents and a harvester, in its first round. */
export function makeGathering(n: number, changes: Partial<Gathering> = {}): Gathering {
  const piece: Gathering['piece'] = {
    id: `grt-${form(n)}`,
    number: 1,
    since: 1000 + n,
    clockFrom: null,
    waitsFrom: 1000 + n,
    beat: 0,
    beats: 3,
    beatAt: 1000 + n,
    stopped: null,
    cardAt: null,
    held: false,
    passing: null,
    done: null,
    ending: null,
    said: 0,
  }
  const breath = { structure: [1, 1, 1], beatsPerTurn: 3 } as const
  return {
    id: `gat-${form(n)}`,
    topic: `topic ${n}`,
    question: 'What now?',
    rhythm: null,
    opening: '',
    seats: [makeSeat(1), makeSeat(2)],
    harvester: makeSeat(0),
    user: null,
    ...breath,
    interval: 30_000,
    grace: 30_000,
    sealed: true,
    maxTurns: 20,
    maxCost: null,
    maxTokens: null,
    caps: { turns: 20, cost: null, tokens: null },
    convened: { by: { kind: 'user', via: 'window' }, name: 'User', at: 1000 + n },
    folder: null,
    depth: 0,
    stage: 'running',
    stageAt: 1000 + n,
    passages: [],
    phase: 'inhale',
    round: 1,
    spokenSeats: [],
    skippedSeats: [],
    deferredSeats: [],
    last: 0,
    next: null,
    piece,
    paused: null,
    index: [],
    sealedUtterances: [],
    rows: 0,
    turns: 0,
    costUsd: 0,
    tokens: noTokens,
    unpriced: 0,
    harvesting: null,
    harvest: null,
    unharvested: null,
    closed: null,
    exportedFile: null,
    archived: false,
    idempotencyKey: null,
    forkedFrom: null,
    forks: [],
    past: [],
    ...changes,
  }
}

/** A statement of the first agent in the first gathering. */
export function makeUtterance(n: number, changes: Partial<Utterance> = {}): Utterance {
  const gathering = changes.gathering ?? makeGathering(1).id
  return {
    id: `utt-${gathering.slice(-4)}${form(n).slice(4)}`,
    gathering,
    n,
    kind: 'said',
    number: 1,
    name: 'Agent 1',
    agent: agentId(1),
    phase: 'inhale',
    round: 1,
    beat: 0,
    beats: 3,
    pieceTurnId: `grt-${form(1)}`,
    turn: makeTurn(n).id,
    turnNumber: n,
    text: `said ${n}`,
    at: 1000 + n,
    ms: 10,
    costUsd: 0,
    tools: 0,
    cut: false,
    sealed: false,
    sent: [],
    holder: 1,
    soFar: { turns: n, costUsd: 0 },
    origin: null,
    ...changes,
  }
}

/** A row of the first agent's transcript. */
export function makeEntry(n: number, changes: Partial<Entry> = {}): Entry {
  const agent = changes.agent ?? agentId(1)
  return {
    agent,
    n,
    turn: null,
    kind: 'text',
    author: { kind: 'agent', id: agent },
    authorName: 'Agent',
    text: `entry ${n}`,
    tool: null,
    call: null,
    isError: false,
    message: null,
    at: 1000 + n,
    ...changes,
  }
}

/** By default the message is open. */
export const messageRow = (row: Message, open = true): Row => ({ table: 'message', row, open })

/** A transcript row for the store. */
export const entryRow = (row: Entry): Row => ({ table: 'entry', row })

export const nothingLoaded: Loaded = {
  agents: [],
  messages: [],
  frames: [],
  turns: [],
  links: [],
  heartbeats: [],
  handlers: [],
  gatherings: [],
  tasks: [],
  machines: [],
  outgoing: [],
  day: null,
  seq: 0,
}

/** A name that equals its own key and skeleton. */
export const keysOf = (name: string): NameKeys => ({ name, key: name, skeleton: name })

export const createCommand = (name: string): Command => ({
  type: 'agent.created',
  name: keysOf(name),
  cwd: '/',
  model: null,
  permissionMode: 'default',
  policy: 'hybrid',
  role: '',
})

/** Sends a message with defaults. */
export const sendCommand = (
  sent: Pick<MessageSent, 'from' | 'fromName' | 'to' | 'body'> & Partial<MessageSent>,
): MessageSent => ({
  type: 'message.sent',
  priority: null,
  expectsReply: false,
  replied: null,
  now: false,
  link: null,
  metadata: {},
  idempotencyKey: null,
  earlier: null,
  ...sent,
})
