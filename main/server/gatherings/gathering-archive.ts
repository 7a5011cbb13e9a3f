import type { Gathering, GatheringId, SeedPassage } from '../../contract/gatherings/gatherings.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Finding } from '../../core/step/events.ts'
import type { Effect, Store } from '../../ports/ports.ts'
import type { Archive, HarvestFiles } from '../../ports/gatherings.ts'
import { passagesFor, type SeekParts } from './earlier-talks.ts'
import { gatheringMarkdown, trailLine } from './gathering-markdown.ts'

interface ArchiveParts extends SeekParts {
  readonly store: Pick<Store, 'search' | 'searchCircles' | 'gathering' | 'utterances'>
  readonly files: HarvestFiles
  /** In the demo nothing is paid. */
  readonly rehearsal: boolean
  readonly log: (line: string) => void
}

/** Searches earlier conversations for a gathering, and writes its files. */
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
        passages: this.#seek(gathering, effect.words),
      })
  }

  /** Empty if the search fails. */
  #seek(id: GatheringId, words: string): readonly SeedPassage[] {
    const { store, log } = this.#parts
    try {
      const g = store.gathering(id)
      return g ? passagesFor(this.#parts, g, words) : []
    } catch (error) {
      log(`seeking for a gathering: ${String(error)}`)
      return []
    }
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

/** In order. */
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

/**
 * All rows, for a seat that is taken or retaken: texts that its machine refused meanwhile count as not
 * delivered, so that they are sent again.
 */
export function rowsFor(
  store: Pick<Store, 'utterances' | 'message'>,
  gathering: Pick<Gathering, 'id'>,
  agent: AgentId,
): readonly Utterance[] {
  const wasRefused = (id: MessageId): boolean => {
    const state = store.message(id)?.state
    return state === 'undeliverable' || state === 'dropped'
  }
  return allRows(store, gathering).map((row) =>
    row.sent.some(({ to }) => to === agent)
      ? { ...row, sent: row.sent.filter(({ to, message }) => to !== agent || !wasRefused(message)) }
      : row,
  )
}
