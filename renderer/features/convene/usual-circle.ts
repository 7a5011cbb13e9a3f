import type { Rhythm } from '../../../main/contract/gatherings/rhythms.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView, AppStatus } from '../../../main/contract/api/views.ts'
import { folderKey } from '../../entities/folder/short-path.ts'
import { phaseNames, without } from './numbers.ts'
import { seatFor, type CircleDraft, type SeatDraft } from './circle-draft.ts'

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
const isScribe = ({ name }: AgentView) => /^(scribe|harvester)\b/i.test(name)

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
      : { kind: 'new', name: freeName(scribe, named) },
    structure: [2, 2, 2],
    isOwn: false,
    beats: 3,
    interval: 60,
    grace: 30,
    sealed: status?.settings.openInhale !== true,
    holds: false,
    unread: {},
    cap: status?.rehearsal === true ? '' : '$5.00',
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
  const seats = free.map(({ id, role }) => seatFor({ kind: 'agent', agent: id }, role))
  if (seats.length >= newcomers.length) return seats
  const more = newcomers
    .filter(({ name }) => !free.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    // Anyone who looks for what breaks is missed most.
    .slice(seats.length - newcomers.length)
    .map(({ name, role }) => seatFor({ kind: 'new', name: freeName(name, named) }, role))
  return [...seats, ...more]
}

/** The circle as a preset would have it. What the user has written stays. `before`: the preset that it had. */
export function inRhythm(
  draft: CircleDraft,
  rhythm: Rhythm,
  topics: readonly string[],
  before: Rhythm | null = null,
): CircleDraft {
  const isOwnTopic = draft.topic.trim() !== '' && draft.topic !== draft.madeTopic
  const isOwnQuestion = draft.question.trim() !== '' && draft.question !== before?.question
  const madeTopic = topicOf(rhythm, topics)
  return {
    ...draft,
    rhythm: rhythm.name,
    topic: isOwnTopic ? draft.topic : madeTopic,
    madeTopic,
    question: isOwnQuestion ? draft.question : rhythm.question,
    structure: rhythm.structure,
    isOwn: false,
    beats: rhythm.beatsPerTurn,
    interval: rhythm.beatIntervalSeconds,
    unread: without(draft.unread, ['beats', 'interval', ...phaseNames]),
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
  const topic = `${presetWord(rhythm)}, ${moment.format(Date.now())}`
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? topic : `${topic} (${count})`
    if (!topics.includes(wanted)) return wanted
  }
}

/** A preset's name at the start of a line. */
export const presetWord = ({ name }: Pick<Rhythm, 'name'>): string =>
  name.charAt(0).toUpperCase() + name.slice(1)

/** The name, or with a number behind it, that no tab has; `agents`: closed ones too, whose names are kept. */
export function freeName(
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
  more.find((name) => freeName(name, agents, taken) === name) ?? freeName('Voice', agents, taken)
