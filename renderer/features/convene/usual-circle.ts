import type { Rhythm } from '../../../main/contract/gatherings/rhythms.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView, AppStatus } from '../../../main/contract/api/views.ts'
import { folderKey } from '../../entities/folder/short-path.ts'
import { phaseFields, without } from './numbers.ts'
import { draftSeat, type CircleDraft, type SeatDraft, type Sitter } from './circle-draft.ts'
import { isNamedLength } from './length.tsx'

/** What of the window a circle is made from. */
interface Around {
  readonly agents: readonly AgentView[]
  /** Whose names are taken: all tabs, closed ones too. */
  readonly named: readonly Pick<AgentView, 'name'>[]
  readonly near: AgentView | null
  /** Whom the tab in view is linked with. */
  readonly linked: readonly AgentId[]
  readonly status: AppStatus | null
  readonly topics: readonly string[]
}

/** Tabs that sit at first; others are added by hand. */
const mostUsual = 4
/** Who comes where there are no tabs to sit yet. */
const newcomers = [
  { name: 'Scout', role: 'finds out what is known' },
  { name: 'Builder', role: 'would do the work' },
  { name: 'Critic', role: 'looks for what breaks' },
] as const
const scribe = 'Scribe'
const isScribe = ({ name }: Pick<AgentView, 'name'>) => /^(scribe|harvester)\b/i.test(name)

/** How a turn goes where no preset says it; `interval` and `grace` in s. */
const usualTurn = { beats: 3, interval: 60, grace: 30 } as const
const usualCap = (status: AppStatus | null) => (status?.rehearsal === true ? '' : '$5.00')
const isSealed = (status: AppStatus | null) => status?.settings.openInhale !== true

/** Could it speak, if it were to sit? */
const isFree = (agent: AgentView) =>
  agent.seat === null && agent.status !== 'stopped' && agent.status !== 'failed' && agent.trust !== 'ask'

/** A circle that can be opened as it is: the open tabs, a harvester, the preset's own words. */
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

/** The tab in view, those linked with it, those of its folder, the others; each in the order of the tabs. */
function nearestFirst({ agents, near, linked }: Around): readonly AgentView[] {
  const distance = ({ id, cwd }: AgentView) => {
    if (id === near?.id) return 0
    if (linked.includes(id)) return 1
    return near !== null && folderKey(cwd) === folderKey(near.cwd) ? 2 : 3
  }
  return agents.toSorted((a, b) => distance(a) - distance(b))
}

/** One or two voices are hardly a circle: others are made beside them. */
function usualSeats(
  free: readonly AgentView[],
  named: readonly Pick<AgentView, 'name'>[],
): readonly SeatDraft[] {
  const seats = free.map(({ id, role }) => draftSeat({ kind: 'agent', agent: id }, role))
  if (seats.length >= newcomers.length) return seats
  const more = newcomers
    .filter(({ name }) => !free.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    // Anyone who looks for what breaks is missed most.
    .slice(seats.length - newcomers.length)
    .map(({ name, role }) => draftSeat({ kind: 'new', name: freeTemplateName(name, named) }, role))
  return [...seats, ...more]
}

/** The circle as a preset would have it. What the user has written stays. `before`: the preset that it had. */
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
    unread: without(draft.unread, ['beats', 'interval', ...phaseFields]),
  }
}

const moment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** What a gathering of that preset is called until the user says; like none of those that there are. */
export function topicOf(rhythm: Rhythm, topics: readonly string[]): string {
  return freeTopic(`${presetWord(rhythm)}, ${moment.format(Date.now())}`, topics)
}

function freeTopic(topic: string, topics: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? topic : `${topic} (${count})`
    if (!topics.includes(wanted)) return wanted
  }
}

const hasOwnTopic = ({ topic, madeTopic }: CircleDraft) => topic.trim() !== '' && topic !== madeTopic

/** Longest topic that is taken from a question, in characters. */
const longestTopic = 60

/** The first line of the question, cut. */
export function topicOfQuestion(question: string): string {
  const letters = [...(question.trim().split('\n')[0] ?? '').trim()]
  return letters.length > longestTopic
    ? `${letters.slice(0, longestTopic).join('').trim()}…`
    : letters.join('')
}

/** The circle with another question, whose first line is its topic too while nobody writes one. */
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
  /** The preset of the circle; undefined: not known. */
  readonly rhythm: Rhythm | undefined
  readonly status: AppStatus | null
  readonly agentOf: (id: AgentId) => Pick<AgentView, 'name' | 'role'> | undefined
}

/** Whether anything under the options of the start sheet is other than Janus would have set it. */
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

/** It says more of the tab to be made than its name. */
const isSetUp = (who: Sitter) => who.kind === 'new' && Object.keys(who).length > 2

/** A preset's name at the start of a line. */
export const presetWord = ({ name }: Pick<Rhythm, 'name'>): string =>
  name.charAt(0).toUpperCase() + name.slice(1)

/** The name, or with a number behind it, that no tab has; `agents`: closed ones too, whose names are kept. */
export function freeTemplateName(
  name: string,
  agents: readonly Pick<AgentView, 'name'>[],
  more: readonly string[] = [],
): string {
  const used = new Set([...agents.map((one) => one.name), ...more].map((one) => one.toLowerCase()))
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? name : `${name} ${count}`
    if (!used.has(wanted.toLowerCase())) return wanted
  }
}

const more = ['Scout', 'Builder', 'Critic', 'Schema', 'Keeper', 'Tester', 'Guide']

/** A name for one more new tab. */
export const nextName = (agents: readonly Pick<AgentView, 'name'>[], taken: readonly string[]): string =>
  more.find((name) => freeTemplateName(name, agents, taken) === name) ??
  freeTemplateName('Voice', agents, taken)
