import { describeClaudeCall } from '../../../main/backends/claude/tool-calls.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../../main/contract/links/links.ts'
import type { CrossingView } from '../../../main/contract/links/link-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView, AppStatus } from '../../../main/contract/api/views.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { circleSeat, fleet } from '../../testing/fleet.ts'
import type { Surroundings } from '../domain/janus.ts'
import type { Line, World } from '../domain/world.ts'
import { isoAgo, machine, peer as peerThere } from '../make-fleet.ts'
import { speak } from '../states/circle.ts'
import { moment } from '../still.ts'

/**
 * Replaced by the payload; used wherever text comes from outside. Followed by a number where texts must
 * differ.
 */
export const sign = 'Xyzzy'
const named = (n: number): string => `${sign} ${n}`

/**
 * Copies a value for one payload: replaces the sign by its text and makes the ids unique, so that a window
 * can show several payloads at once.
 */
export const tainted = <T>(told: T, order: number, words: string): T =>
  JSON.parse(
    JSON.stringify(told)
      .replace(/\b(?:agt|crd|crs|gat|hb|hcd|hdl|lnk|msg|tab|trn|utt)-[a-z0-9]{10}\b/g, `$&x${order}`)
      .replaceAll(/Xyzzy(?: \d+)?/g, () => JSON.stringify(words).slice(1, -1)),
  ) as T

/** Returns which payload a request is about, and the request with the domain's ids. */
export const orderOf = (input: unknown): number =>
  Number(/-[a-z0-9]{10}x(\d+)/.exec(JSON.stringify(input))?.[1] ?? 0)
export const untainted = <T>(input: T): T =>
  JSON.parse(JSON.stringify(input).replaceAll(/(-[a-z0-9]{10})x\d+/g, '$1')) as T

/** The main agent, its peers, and agents that can't continue for different reasons. */
const main = named(1)
const peer = named(2)
const strict = named(3)
const failing = {
  deaths: named(4),
  folder: named(5),
  login: named(6),
  backend: named(7),
  stopped: named(8),
}

const program = {
  path: sign,
  version: sign,
  oldest: sign,
  account: sign,
  login: 'out',
  problem: { line: 'login', words: sign },
} as const

export const surroundings: Surroundings = {
  settings: { awake: 40, user: sign, folder: `/${sign}`, model: sign, claude: sign, codex: sign },
  notices: [sign],
  kinds: { claude: program, codex: program, gemini: program },
}

const edit = { file_path: sign, old_string: sign, new_string: `${sign}\nmore` }
const options = [
  { label: sign, description: sign, preview: sign },
  { label: `${sign} again`, description: sign },
]
const question = (multiSelect: boolean) => ({
  questions: [{ question: sign, header: sign, options, multiSelect }],
})

const work: readonly Line[] = [
  ['user', sign],
  ['hears', strict, sign],
  ['thinking', sign],
  ['call', 'Bash', { command: sign, description: sign }, sign],
  ['call', 'Read', { file_path: sign }, sign, 'failed'],
  ['call', 'Edit', edit, sign],
  ['call', 'Write', { file_path: sign, content: sign }, sign, 'stopped'],
  ['call', 'Grep', { pattern: sign, path: sign }, sign],
  ['call', 'WebFetch', { url: sign, prompt: sign }, sign],
  ['call', 'TodoWrite', { todos: [{ content: sign, status: 'pending', activeForm: sign }] }, sign],
  ['call', 'Task', { description: sign, prompt: sign }, sign],
  ['call', `mcp__${sign}__${sign}`, { [sign]: sign }, sign],
  ['call', sign, { [sign]: sign }],
  ['sends', peer, sign, { expectReply: true }],
]

/** Plays everything that a window shows. */
export async function markedStory(world: World): Promise<void> {
  for (let n = 1; n <= 17; n += 1) await world.make(named(n), { role: sign, cwd: `/${sign}`, model: sign })
  const rhythm = {
    structure: [1, 1, 1] as [number, number, number],
    beatsPerTurn: 1,
    beatIntervalSeconds: 60,
  }
  await world.ask('rhythms.keep', { name: sign, opening: sign, question: sign, about: sign, ...rhythm })
  await fails(world)
  await talks(world)
  await gathers(world)
  await waits(world)
  await convenes(world)
  world.at(0)
}

async function fails(world: World): Promise<void> {
  const { programs } = world
  for (const why of ['folder', 'backend'] as const) {
    programs.refusal = { why, detail: sign }
    await world.user(failing[why], sign)
  }
  programs.refusal = null
  await world.user(failing.login, sign)
  programs.end(world.id(failing.login), { kind: 'broken', why: 'logged_out', detail: sign })
  await world.user(failing.stopped, sign)
  await world.ask('agents.stop', { agent: failing.stopped })
  programs.areSlow = true
  await world.send(peer, failing.deaths, sign)
  for (let left = 18; left > 17; left -= 0.2) {
    programs.exit(world.id(failing.deaths), sign)
    world.at(left)
  }
  programs.areSlow = false
}

/** A link, permissions, questions, an interjection, and a question without a reply. */
async function talks(world: World): Promise<void> {
  await world.ask('links.open', { members: [main, peer], purpose: sign })
  await world.does(main, work)
  for (const decision of ['allow', 'deny'] as const) {
    world.card(main, 'Bash', { command: sign })
    const card = world.agent(main).cards.at(-1)
    await world.ask('cards.answer', { agent: main, card: card?.id ?? '', decision, hash: card?.hash ?? '' })
  }
  const { messageId } = await world.send(peer, main, named(20), { priority: 'urgent' })
  await world.ask('messages.decide', { id: messageId, decision: 'now' })
  await world.turn(main, ['text', sign])
  world.end(peer)
  for (const intent of ['anchor', 'check', 'wait'] as const)
    await world.ask('heartbeats.set', { intent, note: sign, inSeconds: 3_000, about: peer }, main)
  await world.send(peer, main, named(21), { expectReply: true })
  await world.ask('agents.interrupt', { agent: main })
  await world.ask('tabs.propose', { name: `${sign} 99`, role: sign, firstMessage: sign }, main)
}

/** A closed gathering with its harvest, and one at its limit. */
async function gathers(world: World): Promise<void> {
  const closed = await gather(world, 9)
  await speak(world, closed, sign, sign, 'SILENT', sign, '', sign)
  const said = world.store.utterances(closed, null, 20).find(({ kind }) => kind === 'said')?.id ?? ''
  const sections = ['Decided', 'Open', 'Dissent', 'Next'].map(
    (one) => `## ${one}\n- ${sign} [${said}]\n- ${sign}`,
  )
  const cards = ['todo', `doc ${sign}.md`, 'memory'].map((one) => `\`\`\`${one}\n${sign}\n\`\`\``)
  for (let asked = 0; asked < 2; asked += 1)
    await world.turn(named(10), ['text', [sign, ...sections, ...cards].join('\n')])
  await speak(world, await gather(world, 11, { maxCost: 0.01 }), sign)
}

const gather = (world: World, at: number, more: Partial<RequestInput<'gatherings.convene'>> = {}) =>
  world.convene(sign, [named(at), 'me'], {
    question: sign,
    structure: [1, 1, 1],
    harvester: { agent: named(at + 1) },
    sealed: false,
    ...more,
  })

/** A running gathering in which the user has the piece, and a proposed one. */
async function convenes(world: World): Promise<void> {
  const running = await gather(world, 13)
  await speak(world, running, sign)
  await world.ask('gatherings.say', { id: running, text: sign, host: true, pause: false })
  await world.ask('gatherings.steer', { id: running, verb: 'note', text: sign })
  const seats = {
    participants: [{ agent: named(15) }, { agent: named(16) }],
    harvester: { agent: named(17) },
  }
  await world.ask('gatherings.convene', { topic: sign, question: sign, ...seats }, peer)
}

/** Mail in every waiting state, cards, timers and background tasks. */
async function waits(world: World): Promise<void> {
  world.at(1.2)
  await world.does(main, [
    ['user', sign],
    ['text', sign],
  ])
  const timer = await world.ask('heartbeats.set', { intent: 'wait', note: sign, inSeconds: 300 }, main)
  await world.ask('heartbeats.change', { id: timer.id, action: 'pause' })
  await world.ask('heartbeats.set', { intent: 'check', note: sign, inSeconds: 300, about: peer }, main)
  const call = {
    kind: 'tool',
    call: 'sub',
    ...describeClaudeCall('Agent', { description: sign, prompt: sign }),
  } as const
  world.fact(main, { type: 'block.said', block: call })
  world.fact(main, {
    type: 'block.said',
    block: { kind: 'text', text: sign },
    within: { call: 'sub', tokens: 1 },
  })
  world.fact(main, {
    type: 'background.changed',
    tasks: (['command', 'agent'] as const).map((kind) => ({
      id: kind,
      kind,
      name: sign,
      call: null,
      line: sign,
    })),
  })
  void world.send(main, peer, named(22), { awaitMs: 600_000 })
  world.at(0.2)
  for (const [at, priority] of (['low', 'normal', 'high', 'urgent'] as const).entries())
    await world.send(peer, main, named(30 + at), { priority, expectReply: priority !== 'low' })
  await world.user(main, sign, { now: true })
  await world.ask('handlers.make', {
    agent: main,
    name: sign,
    on: true,
    when: { from: [strict] },
    then: { kind: 'command', command: `/${sign}` },
  })
  await world.send(strict, main, sign)
  await world.ask('agents.change', { agent: main, policy: 'ask' })
  await world.send(peer, main, named(34))
  for (const again of [1, 2, 3]) await world.send(peer, main, named(30), { idempotencyKey: `${again}` })
  const about = {
    title: sign,
    reason: sign,
    suggestions: [
      { label: sign, isCode: true, permissions: [{ kind: 'rule', rule: sign }], mode: null },
      { label: sign, isCode: false, permissions: [{ kind: 'folder', path: sign }], mode: 'acceptEdits' },
    ],
  } as const
  world.card(main, 'Bash', { command: sign, description: sign, [sign]: sign }, about)
  world.card(main, 'Edit', edit, about)
  world.card(main, 'ExitPlanMode', { plan: sign }, about)
  world.card(main, sign, { [sign]: { [sign]: [sign] } }, about)
  for (const multiSelect of [true, false]) world.card(main, 'AskUserQuestion', question(multiSelect), about)
}

/** What a window gets after the story; parts that a single machine can't produce are built by hand. */
export async function markedViews(world: World) {
  const view = world.view()
  const [agent, other] = [main, peer].map((name) => first(view.agents.filter((one) => one.name === name)))
  if (!agent || !other) throw new Error('The story lacks one.')
  const link = first(view.links)
  const crossed = await world.ask('log.page', { channel: { kind: 'link', id: link.id } })
  const running = first(view.gatherings.filter(({ state }) => state === 'running'))
  const all = withAll(agent, other, running.id, link.id)
  const broken = {
    detail: sign,
    retryAt: moment,
    tries: 2,
    from: [sign, sign],
    isLasting: true,
    suggestsFork: true,
  }
  const failed = view.agents.filter(({ name }) => Object.values(failing).includes(name))
  return {
    /** The working agent, and the same agent in each state in which it can't continue. */
    stands: [
      all,
      ...failed.map(({ status, trouble, reason }) => ({
        ...all,
        status,
        trouble,
        reason: status === 'stopped' ? all.reason : reason,
        needs: null,
        cards: [],
        waitingFor: null,
        broken,
      })),
    ],
    link: { ...link, opened: { ...link.opened, at: moment } },
    crossing: first(crossed.items) as CrossingView,
    gatherings: view.gatherings.map((one) => seatedWith(one, all.id)),
    status: inFleet(view.status),
    preview: await world.ask('gatherings.preview', {
      topic: sign,
      question: sign,
      participants: [{ agent: named(15) }, { agent: named(16) }],
      harvester: { agent: named(17) },
    }),
  }
}

/** A fork in which the agent has a seat, has failed and can't harvest. */
function seatedWith(of: GatheringView, agent: AgentId): GatheringView {
  const reason = { kind: 'failed', reason: { kind: 'unstartable', detail: sign } } as const
  const by = { kind: 'agent', id: agent } as const
  const from = { gathering: 'gat-0000000002', topic: sign, utterance: 'utt-0000000001' } as const
  const spoke = { n: 1, number: 1, name: sign, phase: 'hold', round: 1, begins: 'there' } as const
  return {
    ...of,
    rhythm: sign,
    problem: sign,
    path: sign,
    convened: { ...of.convened, by, name: sign },
    closed: of.closed && { ...of.closed, by, name: sign, kind: 'ended' },
    seats: of.seats.map((seat) => ({ ...seat, reason, agent: seat.agent && agent })),
    harvester: { ...of.harvester, agent, absent: reason, given: 2, taken: 1 },
    user: { away: false, hand: true, note: sign, holds: false },
    passages: [
      {
        from: 'tab',
        agent,
        agentName: sign,
        author: by,
        authorName: sign,
        n: 1,
        at: moment,
        day: '2026-11-01',
        text: sign,
      },
      ...of.passages,
    ],
    forkedFrom: { ...from, ...spoke },
    forks: [{ ...from, at: moment }],
  }
}
export type MarkedViews = Awaited<ReturnType<typeof markedViews>>

export function first<T>(all: readonly T[]): T {
  const [one] = all
  if (one === undefined) throw new Error('The story lacks one.')
  return one
}

function withAll(agent: AgentView, other: AgentView, gathering: GatheringId, link: LinkId): AgentView {
  const held = {
    ...first(agent.pending),
    state: 'held',
    from: { kind: 'agent', id: 'agt-0000000009@attic' },
  } as const
  const reason = { kind: 'triedAgain', detail: sign } as const
  const stranger = { kind: 'firstTimeSender', receiver: sign, sender: sign } as const
  const handled = { kind: 'handler', name: sign, action: { kind: 'held' } } as const
  const crossed = { link, crossing: 'crs-0000000001', carriage: 'paused' } as const
  const deleted = { kind: 'deleted', name: sign } as const
  const timers: readonly Partial<RunningHeartbeat>[] = [
    { state: 'resting', reason: deleted, left: 1 },
    { state: 'paused', reason: deleted },
    { state: 'held', reason: deleted },
    { state: 'stale', reason: { kind: 'newTask', task: sign, question: 'msg-0000000001', was: 'armed' } },
    { state: 'dropped', reason: deleted },
  ]
  return {
    ...agent,
    kind: 'other',
    program: sign,
    cwd: sign,
    trust: 'ask',
    reason: { kind: 'unstartable', detail: sign },
    allowed: [
      { kind: 'rule', rule: sign },
      { kind: 'folder', path: sign },
    ],
    pending: [
      ...agent.pending.map((one) => ({
        ...one,
        banner: one.priority === 'high',
        reason: one.reason ?? reason,
      })),
      { ...held, id: 'msg-0000000091', hold: 'restored', reason },
      { ...held, id: 'msg-0000000092', hold: 'consent', reason: stranger },
      { ...held, id: 'msg-0000000093', hold: 'handler', reason: handled },
      { ...held, id: 'msg-0000000094', hold: 'paused', reason, crossed },
    ],
    heartbeats: agent.heartbeats.map((timer, at) => ({ ...timer, ...timers[at] })),
    owed: other.owed,
    waitingFor: { agent: other.id, name: sign, since: moment },
    seat: { gathering, topic: sign, number: 1, hasPiece: false },
  }
}

/** In a fleet with a restored and a silent machine. */
function inFleet(status: AppStatus): AppStatus {
  const agents = [
    peerThere(0, sign, { role: sign }),
    peerThere(1, sign, { kind: 'other', needs: 'question', shared: 'open' }),
  ]
  const now = {
    question: sign,
    phase: 'hold',
    round: 1,
    rounds: 1,
    holder: 2,
    yours: 2,
    harvester: sign,
    seats: [1, 2, 3].map((number) => ({ number, name: sign, isUser: number === 2, had: false, left: false })),
  } as const
  const turn = { id: 'msg-0000000007', since: isoAgo(1), until: null } as const
  const setBack = machine(sign, agents, {
    version: sign,
    setBackAt: isoAgo(3),
    unreadable: { by: 'us', what: 'message' },
    undelivered: 2,
    user: sign,
    circles: [circleSeat({ topic: sign, by: sign, turn, now })],
  })
  return {
    ...status,
    version: sign,
    stateFolder: sign,
    memoryFiles: [sign],
    user: sign,
    defaultFolder: sign,
    fleet: fleet([setBack, machine(`${sign} `, agents, { status: 'silent' })], {
      machine: sign,
      broker: { status: 'refused', why: sign },
      dropped: sign,
    }),
  }
}
