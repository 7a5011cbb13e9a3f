import type { Entry } from '../../../main/contract/api/model.ts'

/**
 * A user message, an agent's turn, or a remark between turns. `key` is the number of one of its entries; it
 * stays the same while the row grows.
 */
export interface TranscriptRow {
  readonly kind: 'user' | 'turn' | 'remark'
  readonly key: number
  readonly entries: readonly Entry[]
}

function kindOf(entry: Entry): TranscriptRow['kind'] {
  if (entry.kind === 'user') return 'user'
  const isRemark = entry.kind === 'note' || entry.kind === 'system'
  return isRemark && entry.turn === null ? 'remark' : 'turn'
}

/** A system prompt that starts a turn is shown before that turn. */
const isToldFirst = (entry: Entry, last: TranscriptRow | undefined): boolean =>
  entry.kind === 'system' && !(last && belongs(last, entry))

/** Entries of one turn are one row; where its final text was sent is shown at its end. */
const belongs = (row: TranscriptRow, entry: Entry): boolean =>
  row.kind === 'turn' &&
  kindOf(entry) === 'turn' &&
  (row.entries.at(-1)?.turn === entry.turn || (entry.kind === 'crossing' && entry.turn === null))

const isSameNews = (row: TranscriptRow, entry: Entry): boolean => {
  const last = row.entries.at(-1)
  return (
    row.kind === 'remark' &&
    last?.kind === 'system' &&
    entry.kind === 'system' &&
    entry.spoken !== undefined &&
    last.spoken?.gathering === entry.spoken.gathering
  )
}

/** Rows of `before` that did not change stay the same objects. */
export function transcriptRows(
  entries: readonly Entry[],
  before: readonly TranscriptRow[] = [],
): readonly TranscriptRow[] {
  const rows: { kind: TranscriptRow['kind']; key: number; entries: Entry[] }[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (last && (belongs(last, entry) || isSameNews(last, entry))) last.entries.push(entry)
    else
      rows.push({ kind: isToldFirst(entry, last) ? 'remark' : kindOf(entry), key: entry.n, entries: [entry] })
  }
  let at = 0
  return rows.map((row) => {
    const [first, last] = [row.entries[0]?.n ?? 0, row.entries.at(-1)?.n ?? 0]
    while ((before[at]?.key ?? Infinity) < first) at++
    const old = before[at]
    if (old === undefined || old.kind !== row.kind || old.key > last) return row
    return isSame(old.entries, row.entries) ? old : { ...row, key: old.key }
  })
}

export function rowReader(): (entries: readonly Entry[]) => readonly TranscriptRow[] {
  let before: readonly TranscriptRow[] = []
  return (entries) => (before = transcriptRows(entries, before))
}

export interface RowGroup {
  readonly key: number
  readonly rows: readonly TranscriptRow[]
  readonly first: number
  readonly last: number
}

const groupSize = 20

/** Groups rows by key, so that a group is unchanged when others are added before or after it. */
export function rowGroups(rows: readonly TranscriptRow[]): readonly RowGroup[] {
  const groups = Map.groupBy(rows, ({ key }) => Math.floor(key / groupSize))
  return [...groups].map(([key, some]) => ({
    key,
    rows: some,
    first: some[0]?.entries[0]?.n ?? 0,
    last: some.at(-1)?.entries.at(-1)?.n ?? Infinity,
  }))
}

const isSame = (a: readonly Entry[], b: readonly Entry[]): boolean =>
  a.length === b.length && a.every((entry, at) => entry === b[at])
