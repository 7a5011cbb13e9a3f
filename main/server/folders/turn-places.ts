import type { AgentId, Entry, FrameId } from '../../contract/api/model.ts'
import type { Store } from '../../ports/ports.ts'

const page = 500

/** A row's turn, among the prompts of its agent's conversation. */
export interface TurnPlace {
  readonly row: Entry
  /** First row of its turn's prompt; null: there is no prompt before it. */
  readonly begun: Entry | null
  /** First rows of later turns, oldest first. */
  readonly later: readonly Entry[]
}

/** Null: there is no such row. */
export function turnPlace(store: Pick<Store, 'entries'>, agent: AgentId, n: number): TurnPlace | null {
  const [row] = store.entries(agent, n + 1, 1)
  if (row?.n !== n) return null
  const begun = firstBack(store, agent, row)
  const seen = new Set<FrameId | undefined>([begun?.frame])
  const later = [...after(store, agent, n)].filter(({ frame }) => {
    if (frame === undefined || seen.has(frame)) return false
    seen.add(frame)
    return true
  })
  return { row, begun, later }
}

/** The turn that began with a prompt; null: no row has it. */
export function placeOfFrame(
  store: Pick<Store, 'entries'>,
  agent: AgentId,
  frame: FrameId,
): TurnPlace | null {
  let first: Entry | null = null
  for (const entry of before(store, agent, Number.MAX_SAFE_INTEGER)) {
    if (entry.frame === frame) first = entry
    else if (first !== null) break
  }
  return first && turnPlace(store, agent, first.n)
}

/** First row of the newest prompt before this row, or including it. */
function firstBack(store: Pick<Store, 'entries'>, agent: AgentId, row: Entry): Entry | null {
  let first: Entry | null = null
  for (const entry of before(store, agent, row.n + 1)) {
    if (first !== null && entry.frame !== first.frame) return first
    if (entry.frame !== undefined) first = entry
  }
  return first
}

function* before(store: Pick<Store, 'entries'>, agent: AgentId, n: number): Generator<Entry> {
  for (let end = n; ;) {
    const rows = store.entries(agent, end, page)
    yield* rows.toReversed()
    const [first] = rows
    if (first === undefined || first.n <= 1) return
    end = first.n
  }
}

function* after(store: Pick<Store, 'entries'>, agent: AgentId, n: number): Generator<Entry> {
  for (let start = n; ; start += page) {
    const rows = store.entries(agent, start + page + 1, page).filter((entry) => entry.n > start)
    if (rows.length === 0) return
    yield* rows
  }
}

/** The agent's newest text before row `n`, which a tab shows as its last line. */
export function lastWords(store: Pick<Store, 'entries'>, agent: AgentId, n: number): string {
  const texts = store.entries(agent, n, page).flatMap(({ kind, text }) => (kind === 'text' ? [text] : []))
  return texts.at(-1) ?? ''
}
