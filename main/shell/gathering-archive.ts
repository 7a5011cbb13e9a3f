import { everything } from '../ports.ts'
import { mostPassages } from '../contract/limits.ts'
import type { Gathering, GatheringId } from '../contract/gatherings.ts'
import type { Utterance } from '../contract/utterances.ts'
import type { AgentId, Entry, TurnId, Passage } from '../contract/model.ts'
import type { Finding } from '../core/events.ts'
import { shorten } from '../core/text.ts'
import type { Archive, Effect, HarvestFiles, Store } from '../ports.ts'
import { gatheringMarkdown, trailLine } from './gathering-markdown.ts'

/** Most characters of a passage that a seed shows. */
const passageLength = 400
/** Words of a question that are looked for, and hits of each that are looked at. */
const mostWords = 12
const mostHits = 30

/** What the archive is made from. */
export interface ArchiveParts {
  readonly store: Pick<Store, 'search' | 'gathering' | 'utterances'>
  readonly files: HarvestFiles
  /** What it reports as cost nobody pays. */
  readonly rehearsal: boolean
  /** Name of an agent by now; null: it is gone. */
  readonly nameOf: (entry: Entry) => string | null
  /** Turns whose words are under seal somewhere. */
  readonly sealed: () => ReadonlySet<TurnId>
  readonly log: (line: string) => void
}

/** The past and the files of gatherings, over the store. */
export class GatheringArchive implements Archive {
  readonly #parts: ArchiveParts
  #found: (finding: Finding) => void = () => undefined

  constructor(parts: ArchiveParts) {
    this.#parts = parts
  }

  connect(found: (finding: Finding) => void): void {
    this.#found = found
  }

  perform(effect: Extract<Effect, { do: `gathering.${string}` }>): void {
    const { gathering } = effect
    if (effect.do === 'gathering.keep') this.#found(this.#keep(gathering))
    else
      this.#found({
        type: 'gathering.sought',
        gathering,
        passages: this.#seek(effect.words, this.#membersOf(gathering)),
      })
  }

  /** Agents that sit in a gathering, or harvest it. */
  #membersOf(id: GatheringId): ReadonlySet<AgentId> {
    const g = this.#parts.store.gathering(id)
    const seats = g ? [...g.seats, g.harvester] : []
    return new Set(seats.flatMap(({ agent }) => agent ?? []))
  }

  /** What members wrote to each other in which most of the words occur; none where the search fails. */
  #seek(words: string, members: ReadonlySet<AgentId>): readonly Passage[] {
    try {
      const sealed = this.#parts.sealed()
      const hits = new Map<string, { entry: Entry; score: number }>()
      const terms = termsOf(words)
      for (const term of terms) {
        for (const { entry } of this.#parts.store.search(everything(`"${term}"`), mostHits, 0)) {
          if (!isBetween(entry, members) || (entry.turn !== null && sealed.has(entry.turn))) continue
          const key = `${entry.agent} ${String(entry.n)}`
          hits.set(key, { entry, score: (hits.get(key)?.score ?? 0) + 1 })
        }
      }
      const least = Math.min(2, terms.length)
      return [...hits.values()]
        .filter(({ score }) => score >= least)
        .sort((a, b) => b.score - a.score || b.entry.at - a.entry.at)
        .flatMap(({ entry }) => this.#passage(entry))
        .filter((one, at, all) => !all.slice(0, at).some((other) => isAlike(one.text, other.text)))
        .slice(0, mostPassages)
    } catch (error) {
      this.#parts.log(`seeking for a gathering: ${String(error)}`)
      return []
    }
  }

  #passage(entry: Entry): readonly Passage[] {
    const agentName = this.#parts.nameOf(entry)
    if (agentName === null) return []
    const { agent, author, authorName, n, at } = entry
    const text = shorten(entry.text.replace(/\s+/gu, ' ').trim(), passageLength)
    const day = new Date(at).toISOString().slice(0, 10)
    return [{ agent, agentName, author, authorName, n, at, day, text }]
  }

  #keep(id: GatheringId): Finding {
    const stored = this.#parts.store.gathering(id)
    const g = stored && this.#parts.rehearsal ? { ...stored, costUsd: 0 } : stored
    const of = { type: 'gathering.kept', gathering: id } as const
    if (!g) return { ...of, path: null, problem: 'the gathering is gone' }
    try {
      const { topic, closed, convened } = g
      const at = closed?.at ?? convened.at
      const markdown = gatheringMarkdown(g, allRows(this.#parts.store, g))
      const file = { id, at, topic, markdown, trail: trailLine(g) }
      return { ...of, path: this.#parts.files.keep(g.folder, file), problem: '' }
    } catch (error) {
      return { ...of, path: null, problem: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** All rows of a gathering, in order. */
export function allRows(
  store: Pick<Store, 'utterances'>,
  { id }: Pick<Gathering, 'id'>,
): readonly Utterance[] {
  const pages: Utterance[][] = []
  for (let before: number | null = null; ;) {
    const page = store.utterances(id, before, 200)
    pages.unshift([...page])
    const first = page[0]
    if (!first || first.n <= 1) return pages.flat()
    before = first.n
  }
}

/** Whether a row is words of one member to another: what is said to the person, or by them, is theirs. A question tells nothing. */
function isBetween({ kind, agent, author, text, spoken }: Entry, members: ReadonlySet<AgentId>): boolean {
  const isOwn = author.kind === 'agent' && members.has(author.id) && members.has(agent)
  return isOwn && kind === 'peer' && !spoken && text.trim().length >= 20 && !/\?(?:\W|$)/.test(text)
}

/** Whether most words of one text stand in the other: who said something twice has said it once. */
function isAlike(one: string, other: string): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size)
  const shared = [...(few ?? [])].filter((word) => many?.has(word)).length
  return few !== undefined && shared >= few.size * 0.7
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** Words worth looking for: the longest of them, without what every question has. */
function termsOf(words: string): readonly string[] {
  const found = words.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.-]{2,}/gu) ?? []
  const terms = [...new Set(found.map((word) => word.replace(/[.-]+$/, '')))].filter(
    (word) => !common.has(word),
  )
  return terms.sort((a, b) => b.length - a.length).slice(0, mostWords)
}

const common = new Set(
  (
    'the and for are was what would could should have has had with this that from which who whom whose when where why ' +
    'how our your their his her its not but all any can will shall may might must about into over under than then them ' +
    'they you she him does did done been being make makes made let lets get gets one two each own more most some such'
  ).split(' '),
)
