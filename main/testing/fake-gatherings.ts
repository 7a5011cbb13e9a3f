import type { GatheringReport } from '../contract/reports.ts'
import { RefusedError } from '../contract/errors.ts'
import type { CardPreview, GatheringPreview } from '../contract/gathering-views.ts'
import type { GatheringId } from '../contract/gatherings.ts'
import type { Rhythm } from '../contract/rhythms.ts'
import type { Caller, RequestInput, RequestKind } from '../contract/requests.ts'

const at = '2026-01-01T00:00:00.000Z'

/** Gatherings in which nobody speaks: what is done to them is only answered. */
export class FakeGatherings {
  readonly all: (GatheringReport & { readonly by: Caller })[] = []
  readonly rhythms: Rhythm[] = []
  readonly #person: string

  constructor(person: string) {
    this.#person = person
  }

  /** `by`: the caller's name. */
  answer(caller: Caller, by: string, kind: RequestKind, input: unknown): unknown {
    switch (kind) {
      case 'gatherings.convene':
        return this.#convene(caller, by, input as RequestInput<'gatherings.convene'>)
      case 'gatherings.preview':
        return preview
      case 'gatherings.list':
        return { items: this.all.filter((one) => maySee(caller, one)), next: null }
      case 'gatherings.get':
      case 'gatherings.say':
      case 'gatherings.steer':
      case 'gatherings.file':
        return this.#find(caller, (input as RequestInput<'gatherings.get'>).id)
      case 'gatherings.pass':
        return this.#pass(caller, input as RequestInput<'gatherings.pass'>)
      case 'gatherings.card':
        return card(this.#find(caller, (input as RequestInput<'gatherings.card'>).id).id)
      case 'gatherings.export':
        return { name: 'names.md', markdown: this.#find(caller, (input as { id: string }).id).topic }
      case 'rhythms.list':
        return this.rhythms
      case 'rhythms.keep': {
        const rhythm = input as RequestInput<'rhythms.keep'>
        this.rhythms.push({ opening: '', question: '', about: '', ...rhythm } as Rhythm)
        return this.rhythms
      }
      default:
        throw new Error(`The fake does not know ${kind}.`)
    }
  }

  #convene(caller: Caller, by: string, plan: RequestInput<'gatherings.convene'>): GatheringReport {
    const id: GatheringId = `gat-${String(this.all.length + 1).padStart(10, '0')}`
    const participants = plan.participants.map(({ name, agent, role = '' }, i) => ({
      number: i + 1,
      name: name ?? agent ?? '',
      role,
      human: false,
      state: 'then' as const,
    }))
    const gathering: (typeof this.all)[number] = {
      id,
      by: caller,
      topic: plan.topic,
      question: plan.question,
      participants,
      phase: 'inhale',
      state: caller.kind === 'agent' ? 'proposed' : 'running',
      round: 1,
      structure: [2, 2, 2],
      harvester: plan.harvester.name ?? '',
      holder: null,
      utterances: [],
      harvest: null,
      path: null,
      turns: 0,
      cost: 0,
      limit: { turns: 20, cost: null },
      paused: null,
      closedBecause: null,
      convened: { by: caller.kind === 'agent' ? by : this.#person, at },
    }
    this.all.push(gathering)
    return gathering
  }

  /** Nobody has the piece here but in a gathering that is named. */
  #pass(caller: Caller, { id, turnId }: RequestInput<'gatherings.pass'>): GatheringReport {
    const held = this.all.find((one) => one.id === id || (id === undefined && turnId === holds(one)))
    if (held === undefined || (caller.kind === 'agent' && id !== undefined)) throw missing()
    return held
  }

  #find(caller: Caller, id: string): GatheringReport {
    const found = this.all.find((one) => one.id === id)
    if (found === undefined || !maySee(caller, found)) throw missing()
    return found
  }
}

/** Turns have the number of their gathering. */
const holds = ({ id }: GatheringReport): string => id.replace('gat-', 'grt-')

const maySee = (caller: Caller, { by }: FakeGatherings['all'][number]): boolean =>
  caller.kind !== 'agent' || (by.kind === 'agent' && by.id === caller.id)

const missing = (): RefusedError =>
  new RefusedError({ code: 'not_found', message: 'There is no such gathering that you may see.' })

const card = (id: GatheringId): CardPreview => ({
  card: 'hcd-0000000001',
  path: `/home/alex/gatherings/${id}.md`,
  before: null,
  after: 'x',
  hash: 'h',
  problem: '',
})

const preview: GatheringPreview = {
  problems: [],
  problemAt: null,
  warnings: [],
  turns: 12,
  rounds: 6,
  time: 600_000,
  cost: null,
  keptIn: null,
  modelTurns: { likely: [13, 13], most: 49 },
  structure: [2, 2, 2] as const,
  beatsPerTurn: 3,
  beatIntervalSeconds: 60,
  finalBeatGraceSeconds: 30,
}
