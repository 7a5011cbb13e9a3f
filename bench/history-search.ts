/** P8: the first page of a search over a million messages, against FTS5 asked by itself with the same words. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { databaseName, openStore } from '../main/adapters/store/store.ts'
import { entryExpression } from '../main/adapters/store/search.ts'
import { everything, type SearchQuery } from '../main/ports/search-query.ts'
import { agentId, makeAgent, makeEntry } from '../main/testkit/factories/factories.ts'
import { Random } from '../main/testkit/random.ts'
import { figuresOf, table, type Row } from './figures.ts'
import { keep, samplesOf } from './results.ts'

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '30' } },
})
const messages = Number(values.messages)
const [AGENTS, CHUNK, PAGE] = [100, 5_000, 30] as const
const day = 24 * 60 * 60 * 1000
/** They were said in two years, evenly. */
const [BEGAN, SPAN] = [Date.UTC(2025, 0, 1), 730 * day]
const random = new Random(3)

/** A word of the language they speak: the hundredth is said a hundredth as often as the first. */
const wordOf = (rank: number): string => `w${rank.toString(36)}x`
const LANGUAGE = 30_000
const oneWord = (): string => wordOf(Math.floor(LANGUAGE ** random.next()))

const folder = await mkdtemp(join(tmpdir(), 'bench-search-'))
const filled = openStore(folder)
filled.commit(Array.from({ length: AGENTS }, (_, n) => ({ table: 'agent', row: makeAgent(n + 1) }) as const))
for (let at = 0; at < messages; at += CHUNK)
  filled.commit(
    Array.from({ length: CHUNK }, (_, n) => ({ table: 'entry', row: messageAt(at + n) }) as const),
  )
filled.close()
// A store keeps its file to itself.
await copyFile(join(folder, databaseName), join(folder, 'bare.db'))
const store = openStore(folder)
const bare = new DatabaseSync(join(folder, 'bare.db'))
const ranked = 'SELECT rowid FROM entry_text WHERE entry_text MATCH ? ORDER BY rank LIMIT ?'
const asked = {
  any: bare.prepare(ranked),
  dated: bare.prepare(
    `SELECT entry_text.rowid FROM entry_text JOIN entry ON entry.id = entry_text.rowid
     WHERE entry_text MATCH ? AND entry.at >= ? AND entry.at < ? ORDER BY rank LIMIT ?`,
  ),
}

/** What is searched for, each time with other words. */
const kinds: Readonly<Record<string, () => SearchQuery>> = {
  'a seldom word': () => everything(wordOf(random.int(10_000, LANGUAGE))),
  'a usual word': () => everything(wordOf(random.int(100, 1_000))),
  'a word that is everywhere': () => everything(wordOf(random.int(1, 6))),
  'two words': () => everything(`${wordOf(random.int(1, 20))} ${wordOf(random.int(20, 400))}`),
  'the beginning of a word': () => everything(`w${random.int(100, 900).toString(36)}`),
  'a usual word in one tab': () => ({
    ...everything(wordOf(random.int(10, 300))),
    agent: agentId(random.int(1, AGENTS)),
  }),
  'a word that is everywhere, on a day long ago': () => {
    const after = BEGAN + random.int(20, 100) * day
    return { ...everything(wordOf(random.int(1, 6))), after, before: after + day }
  },
  'a word that is everywhere, before a day long ago': () => ({
    ...everything(wordOf(random.int(1, 6))),
    before: BEGAN + random.int(20, 100) * day + 7,
  }),
}

const rows = Object.keys(kinds).map((name) => ({
  bare: { name: `${name}: bare`, samples: [] } as Row,
  own: { name: `${name}: Janus`, samples: [] } as Row,
}))
for (let round = -2; round < Number(values.rounds); round += 1) {
  for (const [at, make] of Object.values(kinds).entries()) {
    const query = make()
    const took = round % 2 === 0 ? [ours(query), theirs(query)] : [theirs(query), ours(query)].reverse()
    if (round < 0) continue
    rows[at]?.own.samples.push(took[0] ?? NaN)
    rows[at]?.bare.samples.push(took[1] ?? NaN)
  }
}
bare.close()
store.close()
await rm(folder, { recursive: true, force: true })

const all = [
  { name: 'all of them: bare', samples: rows.flatMap(({ bare }) => bare.samples) },
  { name: 'all of them: Janus', samples: rows.flatMap(({ own }) => own.samples) },
]
const figures = [...rows.map(({ bare, own }) => [bare, own]), all].flatMap((pair) =>
  figuresOf(pair, pair[0]?.name ?? ''),
)
await keep('history-search', {
  title: `P8: search over ${messages.toLocaleString('en')} messages`,
  about: `The first page (${PAGE} hits, with their rows and the words around what was found) as the store gives it, against the same words asked of the same FTS5 index by themselves, ranked by FTS5 (ids alone); milliseconds, in turn. ${AGENTS} agents, a language of ${LANGUAGE.toLocaleString('en')} words of which some are said often, two years.`,
  table: table(
    ['search', 'times', 'p50', 'p95', '× bare p50', '× bare p95'],
    figures.map((one) => [one.name, one.pairs, one.p50, one.p95, one.ratio50, one.ratio95]),
  ),
  figures,
  samples: samplesOf([...rows.flatMap(({ bare, own }) => [bare, own]), ...all]),
})

function messageAt(at: number) {
  const agent = agentId((at % AGENTS) + 1)
  const isUser = at % 7 === 0
  return makeEntry(Math.floor(at / AGENTS) + 1, {
    agent,
    kind: isUser ? 'user' : 'text',
    at: Math.round(BEGAN + (at / messages) * SPAN),
    author: isUser ? { kind: 'user', via: 'window' } : { kind: 'agent', id: agent },
    text: Array.from({ length: random.int(4, 40) }, oneWord).join(' '),
  })
}

function ours(query: SearchQuery): number {
  return msOf(() => store.search(query, PAGE, 0))
}

function theirs(query: SearchQuery): number {
  const { after, before } = query
  const words = entryExpression({ ...query, after: null, before: null }, 'both') ?? ''
  return msOf(() =>
    after === null && before === null
      ? asked.any.all(words, PAGE)
      : asked.dated.all(words, after ?? 0, before ?? Number.MAX_SAFE_INTEGER, PAGE),
  )
}

function msOf(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}
