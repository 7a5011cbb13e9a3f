import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../main/adapters/store/store.ts'
import type { Moment, MomentFact, MomentKind } from '../main/contract/history/moments.ts'
import type { AgentId } from '../main/contract/api/model.ts'
import type { MomentQuery, Row, Store } from '../main/ports/ports.ts'
import { Random } from '../main/testkit/random.ts'

/**
 * What the timeline costs: pages of a long one by each filter, and what a moment adds to a commit.
 * `node bench/timeline.ts [MOMENTS]`
 */

const count = Number(process.argv[2] ?? 100_000)
const agents = 20
const words =
  'ferry harbour tide boat timetable rope pier lamp crew cargo island storm anchor chart bell'.split(' ')
const random = new Random(3)
const id = (n: number): AgentId => `agt-${String(n).padStart(10, '0')}`
const pick = <T>(list: readonly T[]): T => list[random.int(0, list.length - 1)] as T

const kinds = ['message', 'message', 'message', 'link', 'link', 'gathering', 'timer', 'card'] as const
const factOf = (kind: MomentKind, n: number): MomentFact => {
  const link = `lnk-${String(random.int(0, 29)).padStart(10, '0')}` as const
  if (kind === 'link') return { kind, did: 'opened', link, mode: 'answers' }
  if (kind === 'gathering')
    return { kind, did: 'convened', gathering: `gat-${String(n % 50).padStart(10, '0')}` }
  if (kind === 'card') return { kind, asked: 'permission', card: null, answer: null }
  return { kind: 'message', message: `msg-${String(n).padStart(10, '0')}` }
}

function moment(n: number): Moment {
  const fact = factOf(pick(kinds), n)
  // One agent is rare: it takes part in one of a thousand.
  const [a, b] =
    n % 1000 === 0 ? [id(99), id(1)] : [id(random.int(0, agents - 1)), id(random.int(0, agents - 1))]
  const actor = (one: AgentId) => ({ by: { kind: 'agent', id: one } as const, name: one })
  return {
    id: `moment ${n}`,
    at: 1_700_000_000_000 + n * 1000,
    owner: b,
    from: actor(a),
    to: [actor(b)],
    agents: [a, b],
    link: 'link' in fact ? fact.link : null,
    gathering: 'gathering' in fact ? fact.gathering : null,
    text: Array.from({ length: 60 }, () => pick(words)).join(' ') + (n % 5000 === 0 ? ' lighthouse' : ''),
    sealed: false,
    row: null,
    fact,
  }
}

const all: MomentQuery = {
  kinds: [],
  agents: [],
  link: null,
  gathering: null,
  text: '',
  since: null,
  until: null,
}
const middle = 1_700_000_000_000 + (count / 2) * 1000
const questions: Readonly<Record<string, Partial<MomentQuery>>> = {
  everything: {},
  'one kind': { kinds: ['link'] },
  'a rare agent': { agents: [id(99)] },
  'an agent and two kinds': { agents: [id(3)], kinds: ['card', 'timer'] },
  'two agents, a word': { agents: [id(3), id(4)], text: 'harb' },
  'a link': { link: 'lnk-0000000007' },
  'a rare word': { text: 'lighthouse' },
  'a rare agent, a rare word': { agents: [id(99)], text: 'lighthouse' },
  'nothing there: a gathering and cards': { gathering: 'gat-0000000007', kinds: ['card'] },
  'an hour in the middle': { since: middle, until: middle + 3_600_000 },
  'a word, long ago': { until: middle - (count / 4) * 1000, text: 'storm' },
}

const sorted = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b)
const at = (list: readonly number[], part: number): string =>
  (sorted(list)[Math.floor(list.length * part)] ?? 0).toFixed(2)

function timed(times: number, work: (n: number) => void): number[] {
  return Array.from({ length: times }, (_, n) => {
    const began = performance.now()
    work(n)
    return performance.now() - began
  })
}

function fill(store: Store): void {
  for (let n = 0; n < count; n += 1000)
    store.commit(Array.from({ length: 1000 }, (_, i): Row => ({ table: 'moment', row: moment(n + i) })))
}

const folder = mkdtempSync(join(tmpdir(), 'janus-timeline-'))
try {
  const store = openStore(folder)
  const began = performance.now()
  fill(store)
  console.log(
    `${count} moments written, ${(((performance.now() - began) * 1000) / count).toFixed(0)} µs for one in commits of 1,000`,
  )
  for (const [name, of] of Object.entries(questions)) {
    const pages = timed(60, (n) => {
      const newest = store.moments({ ...all, ...of }, n % 2 === 0 ? null : Math.floor(count / 3), 50)
      if (newest.length > 50) throw new Error('too many')
    })
    const counts = timed(20, () => store.momentCount({ ...all, ...of }, 1001))
    console.log(
      `${name.padEnd(38)} page of 50: p50 ${at(pages, 0.5)} ms, p95 ${at(pages, 0.95)} ms; count p95 ${at(counts, 0.95)} ms`,
    )
  }
  const bare = timed(300, (n) => store.keepDraft('first', { text: `words ${n}`, attachments: [] }))
  const one = timed(300, (n) => store.commit([{ table: 'moment', row: moment(count + n) }]))
  console.log(
    `one row alone: p50 ${at(bare, 0.5)} ms, p95 ${at(bare, 0.95)} ms; one moment alone: p50 ${at(one, 0.5)} ms, p95 ${at(one, 0.95)} ms`,
  )
  store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
