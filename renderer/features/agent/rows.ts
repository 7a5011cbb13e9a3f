import type { Entry } from '../../../main/contract/model.ts'

/**
 * What stands as one thing in the conversation: a person's words, an agent's turn, or a remark between turns.
 * `key` stays while the row grows.
 */
export interface Row {
  readonly kind: 'human' | 'turn' | 'remark'
  readonly key: number
  readonly entries: readonly Entry[]
}

function kindOf(entry: Entry): Row['kind'] {
  if (entry.kind === 'human') return 'human'
  const isRemark = entry.kind === 'note' || entry.kind === 'system'
  return isRemark && entry.turn === null ? 'remark' : 'turn'
}

/** What Janus tells the agent begins a turn that nobody else's words began: it stands before that turn. */
const isToldFirst = (entry: Entry, last: Row | undefined): boolean =>
  entry.kind === 'system' && !(last && belongs(last, entry))

/** Entries go together while they belong to one turn of the agent; where its last words went stands at its end. */
const belongs = (row: Row, entry: Entry): boolean =>
  row.kind === 'turn' &&
  kindOf(entry) === 'turn' &&
  (row.entries.at(-1)?.turn === entry.turn || (entry.kind === 'crossing' && entry.turn === null))

/** News of one circle that follow each other stand as one thing. */
const isSameNews = (row: Row, entry: Entry): boolean => {
  const last = row.entries.at(-1)
  return (
    row.kind === 'remark' &&
    last?.kind === 'system' &&
    entry.kind === 'system' &&
    entry.spoken !== undefined &&
    last.spoken?.gathering === entry.spoken.gathering
  )
}

/** The rows of a transcript. Rows of `before` that did not change stay the same objects. */
export function rowsOf(entries: readonly Entry[], before: readonly Row[] = []): readonly Row[] {
  const rows: { kind: Row['kind']; key: number; entries: Entry[] }[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (last && (belongs(last, entry) || isSameNews(last, entry))) last.entries.push(entry)
    else
      rows.push({ kind: isToldFirst(entry, last) ? 'remark' : kindOf(entry), key: entry.n, entries: [entry] })
  }
  const known = new Map(before.map((row) => [row.key, row]))
  return rows.map((row) => {
    const old = known.get(row.key)
    return old && isSame(old.entries, row.entries) ? old : row
  })
}

/** Reads the rows of one transcript again and again, keeping those that did not change. */
export function rowReader(): (entries: readonly Entry[]) => readonly Row[] {
  let before: readonly Row[] = []
  return (entries) => (before = rowsOf(entries, before))
}

const isSame = (a: readonly Entry[], b: readonly Entry[]): boolean =>
  a.length === b.length && a[0] === b[0] && a.at(-1) === b.at(-1)

/** The row of a block, from the block's key: `row-12`, or the so-manieth said or thought of its turn. */
export function placeOf(key: string, entries: readonly Entry[]): number | undefined {
  const [kind, count] = key.split('-')
  if (kind === 'row') return Number(count)
  return entries.filter((entry) => entry.kind === kind)[Number(count)]?.n
}
