/** P8: the first page of a search over a million messages, against plain FTS5 with the same query. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseName, openStore } from '../main/adapters/store/store.ts'
import { entryExpression } from '../main/adapters/store/search.ts'
import { everything, type SearchQuery } from '../main/ports/search-query.ts'
import { agentId, makeAgent, makeEntry } from '../main/testkit/factories/factories.ts'
import { Random } from '../main/testkit/random.ts'
import { figuresOf, inTurns, msOf, type Side } from './figures.ts'
import { numbersAsked } from './options.ts'
import { keep, latencyTable, samplesOf } from './results.ts'

const { messages, rounds } = numbersAsked({ messages: 1_000_000, rounds: 30 })
const [AGENTS, CHUNK, PAGE, WARM_UP] = [100, 5_000, 30, 2] as const
const day = 24 * 60 * 60 * 1000
/** Messages are spread evenly over two years. */
const [BEGAN, SPAN] = [Date.UTC(2025, 0, 1), 730 * day]
const random = new Random(3)

/** A word of an artificial language with Zipf's distribution: the hundredth is a hundredth as frequent as the first. */
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
// A store locks its file.
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

/** Queries of each kind, each time with other words. */
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

const sides = Object.entries(kinds).flatMap(([name, make]): Side[] => {
  // Both sides of a round get the same query.
  const queries = Array.from({ length: WARM_UP + rounds }, make)
  const asking = (ask: (query: SearchQuery) => unknown) => (round: number) =>
    msOf(() => ask(queries[round] ?? make()))
  return [
    { name: `${name}: bare`, measure: asking(theirs) },
    { name: `${name}: Janus`, measure: asking(ours) },
  ]
})
const rows = await inTurns(sides, rounds, WARM_UP)
bare.close()
store.close()
await rm(folder, { recursive: true, force: true })

for (const side of ['bare', 'Janus']) {
  const all = rows.filter(({ name }) => name.endsWith(`: ${side}`))
  rows.push({ name: `all of them: ${side}`, samples: all.flatMap(({ samples }) => samples) })
}
const figures = [...Object.keys(kinds), 'all of them'].flatMap((kind) =>
  figuresOf(
    rows.filter(({ name }) => name.startsWith(`${kind}: `)),
    `${kind}: bare`,
  ),
)
await keep('history-search', {
  title: `P8: search over ${messages.toLocaleString('en')} messages`,
  about: `The first page (${PAGE} hits, with their rows and the words around what was found) as the store gives it, against the same words asked of the same FTS5 index by themselves, ranked by FTS5 (ids alone); milliseconds, in turn. ${AGENTS} agents, a language of ${LANGUAGE.toLocaleString('en')} words of which some are said often, two years.`,
  table: latencyTable(['search', 'times', 'bare'], figures),
  figures,
  samples: samplesOf(rows),
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

function ours(query: SearchQuery) {
  return store.search(query, PAGE, 0)
}

function theirs(query: SearchQuery) {
  const { after, before } = query
  const words = entryExpression({ ...query, after: null, before: null }, 'both') ?? ''
  return after === null && before === null
    ? asked.any.all(words, PAGE)
    : asked.dated.all(words, after ?? 0, before ?? Number.MAX_SAFE_INTEGER, PAGE)
}
