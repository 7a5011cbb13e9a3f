import type { Rhythm } from '../../../main/contract/gatherings/rhythms.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView, AppStatus } from '../../../main/contract/api/views.ts'
import { folderKey } from '../../entities/folder/short-path.ts'
import { phaseFields, withoutNumbers } from './numbers.ts'
import { draftSeat, type CircleDraft, type SeatDraft, type Sitter } from './circle-draft.ts'
import { isNamedLength } from './length.tsx'

interface Around {
  readonly agents: readonly AgentView[]
  /** All tabs, also closed ones: their names are taken. */
  readonly named: readonly Pick<AgentView, 'name'>[]
  readonly near: AgentView | null
  /** Agents linked with the current tab. */
  readonly linked: readonly AgentId[]
  readonly status: AppStatus | null
  readonly topics: readonly string[]
}

/** Tabs seated by default; the user adds others. */
const mostUsual = 4
/** Seated when there are too few tabs. */
const newcomers = [
  { name: 'Scout', role: 'finds out what is known' },
  { name: 'Builder', role: 'would do the work' },
  { name: 'Critic', role: 'looks for what breaks' },
] as const
const scribe = 'Scribe'
const isScribe = ({ name }: Pick<AgentView, 'name'>) => /^(scribe|harvester)\b/i.test(name)

/** Defaults without a preset; `interval` and `grace` in seconds. */
const usualTurn = { beats: 3, interval: 60, grace: 30 } as const
const usualCap = (status: AppStatus | null) => (status?.rehearsal === true ? '' : '$5.00')
const isSealed = (status: AppStatus | null) => status?.settings.openInhale !== true

/** Whether it could take part now. */
const isFree = (agent: AgentView) =>
  agent.seat === null && agent.status !== 'stopped' && agent.status !== 'failed' && agent.trust !== 'ask'

/** A circle that can be started unchanged: the open tabs, a harvester, the preset's question. */
export function usualCircle(around: Around, rhythm: Rhythm | null): CircleDraft {
  const { agents, named, near, status, topics } = around
  const free = nearestFirst(around).filter(isFree)
  const seats = usualSeats(free.filter((one) => !isScribe(one)).slice(0, mostUsual), named)
  const listener = free.find(isScribe)
  const draft: CircleDraft = {
    topic: '',
    madeTopic: '',
    question: '',
    rhythm: null,
    seats,
    harvester: listener
      ? { kind: 'agent', agent: listener.id }
      : { kind: 'new', name: freeTemplateName(scribe, named) },
    structure: [2, 2, 2],
    ...usualTurn,
    sealed: isSealed(status),
    decision: null,
    holds: false,
    unread: {},
    cap: usualCap(status),
    folder: near?.cwd ?? agents[0]?.cwd ?? '',
    proposal: null,
    fork: null,
  }
  return rhythm ? inRhythm(draft, rhythm, topics) : draft
}

/** The current tab, those linked with it, those in its folder, then the others, each in tab order. */
function nearestFirst({ agents, near, linked }: Around): readonly AgentView[] {
  const distance = ({ id, cwd }: AgentView) => {
    if (id === near?.id) return 0
    if (linked.includes(id)) return 1
    return near !== null && folderKey(cwd) === folderKey(near.cwd) ? 2 : 3
  }
  return agents.toSorted((a, b) => distance(a) - distance(b))
}

/** Adds new agents when fewer than three are free. */
function usualSeats(
  free: readonly AgentView[],
  named: readonly Pick<AgentView, 'name'>[],
): readonly SeatDraft[] {
  const seats = free.map(({ id, role }) => draftSeat({ kind: 'agent', agent: id }, role))
  if (seats.length >= newcomers.length) return seats
  const more = newcomers
    .filter(({ name }) => !free.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    // The critic is needed most.
    .slice(seats.length - newcomers.length)
    .map(({ name, role }) => draftSeat({ kind: 'new', name: freeTemplateName(name, named) }, role))
  return [...seats, ...more]
}

/** Applies a preset, keeping what the user has written. `before`: the previous preset. */
export function inRhythm(
  draft: CircleDraft,
  rhythm: Rhythm,
  topics: readonly string[],
  before: Rhythm | null = null,
): CircleDraft {
  const isOwnQuestion = draft.question.trim() !== '' && draft.question !== before?.question
  const isOfQuestion = isOwnQuestion && draft.madeTopic !== ''
  const madeTopic = isOfQuestion ? draft.madeTopic : topicOf(rhythm, topics)
  return {
    ...draft,
    rhythm: rhythm.name,
    topic: hasOwnTopic(draft) ? draft.topic : madeTopic,
    madeTopic,
    question: isOwnQuestion ? draft.question : rhythm.question,
    structure: rhythm.structure,
    beats: rhythm.beatsPerTurn,
    interval: rhythm.beatIntervalSeconds,
    unread: withoutNumbers(draft.unread, ['beats', 'interval', ...phaseFields]),
  }
}

const moment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A default topic that no gathering has yet. */
export function topicOf(rhythm: Rhythm, topics: readonly string[]): string {
  return freeTopic(`${presetWord(rhythm)}, ${moment.format(Date.now())}`, topics)
}

const freeTopic = (topic: string, topics: readonly string[]): string =>
  firstFree(
    topic,
    (count) => `${topic} (${count})`,
    (wanted) => topics.includes(wanted),
  )

function firstFree(name: string, numbered: (count: number) => string, isTaken: (name: string) => boolean) {
  let wanted = name
  for (let count = 2; isTaken(wanted); count += 1) wanted = numbered(count)
  return wanted
}

const hasOwnTopic = ({ topic, madeTopic }: CircleDraft) => topic.trim() !== '' && topic !== madeTopic

/** Characters. */
const longestTopic = 60

export function topicOfQuestion(question: string): string {
  const letters = [...(question.trim().split('\n')[0] ?? '').trim()]
  return letters.length > longestTopic
    ? `${letters.slice(0, longestTopic).join('').trim()}…`
    : letters.join('')
}

/** Changes the question, and the topic with it unless the user edited that. */
export function withQuestion(
  draft: CircleDraft,
  question: string,
  topics: readonly string[],
): Partial<CircleDraft> {
  const wanted = topicOfQuestion(question)
  if (hasOwnTopic(draft) || wanted === '') return { question }
  const topic = freeTopic(wanted, topics)
  return { question, topic, madeTopic: topic }
}

interface Defaults {
  /** Undefined when unknown. */
  readonly rhythm: Rhythm | undefined
  readonly status: AppStatus | null
  readonly agentOf: (id: AgentId) => Pick<AgentView, 'name' | 'role'> | undefined
}

export function hasOwnOptions(draft: CircleDraft, { rhythm, status, agentOf }: Defaults): boolean {
  const { seats, harvester, beats, interval, grace, sealed, decision, holds, cap } = draft
  const turn = {
    beats: rhythm?.beatsPerTurn ?? usualTurn.beats,
    interval: rhythm?.beatIntervalSeconds ?? usualTurn.interval,
  }
  const isUsualRole = ({ who, role }: SeatDraft) => {
    if (who.kind === 'agent') return role === (agentOf(who.agent)?.role ?? '')
    return role === '' || newcomers.some((one) => one.role === role)
  }
  const scribeName = harvester.kind === 'agent' ? agentOf(harvester.agent)?.name : harvester.name
  return (
    hasOwnTopic(draft) ||
    !seats.every(isUsualRole) ||
    [...seats.map(({ who }) => who), harvester].some(isSetUp) ||
    !isScribe({ name: scribeName ?? '' }) ||
    !isNamedLength(draft.structure) ||
    Object.keys(draft.unread).length > 0 ||
    beats !== turn.beats ||
    interval !== turn.interval ||
    grace !== usualTurn.grace ||
    sealed !== isSealed(status) ||
    decision !== null ||
    holds ||
    cap !== usualCap(status)
  )
}

/** More than its name is set. */
const isSetUp = (who: Sitter) => who.kind === 'new' && Object.keys(who).length > 2

export const presetWord = ({ name }: Pick<Rhythm, 'name'>): string =>
  name.charAt(0).toUpperCase() + name.slice(1)

/** The name, with a number if it is taken. `agents` include closed tabs, whose names stay reserved. */
export function freeTemplateName(
  name: string,
  agents: readonly Pick<AgentView, 'name'>[],
  more: readonly string[] = [],
): string {
  const used = new Set([...agents.map((one) => one.name), ...more].map((one) => one.toLowerCase()))
  return firstFree(
    name,
    (count) => `${name} ${count}`,
    (wanted) => used.has(wanted.toLowerCase()),
  )
}

const more = ['Scout', 'Builder', 'Critic', 'Schema', 'Keeper', 'Tester', 'Guide']

export const nextName = (agents: readonly Pick<AgentView, 'name'>[], taken: readonly string[]): string =>
  more.find((name) => freeTemplateName(name, agents, taken) === name) ??
  freeTemplateName('Voice', agents, taken)
