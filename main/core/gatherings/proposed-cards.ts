/** A fenced block of a harvest that proposes something to file: `todo`, or `doc PATH`. */
export interface ProposedCard {
  readonly kind: 'todo' | 'doc'
  /** Of a `doc`, as the harvester wrote it; else empty. */
  readonly path: string
  readonly text: string
}

/** Most cards of one harvest. */
const mostCards = 50

/** A harvest, taken apart: what it proposes to file, and the words around that. An empty block proposes nothing. */
export function takenApart(harvest: string): {
  readonly cards: readonly ProposedCard[]
  readonly words: string
} {
  const cards: ProposedCard[] = []
  const words: string[] = []
  let open: { fence: string; kind: 'todo' | 'doc'; path: string; lines: string[] } | null = null
  let opening = ''
  for (const line of harvest.split('\n')) {
    const bare = line.trim()
    if (open) {
      const isEnd = bare.startsWith(open.fence) && bare.replaceAll(open.fence.charAt(0), '') === ''
      if (!isEnd) {
        open.lines.push(line)
        continue
      }
      const text = open.lines.join('\n').trim()
      if (text !== '') cards.push({ kind: open.kind, path: open.path, text })
      open = null
      continue
    }
    open = openingOf(bare)
    if (open) opening = line
    else words.push(line)
  }
  // What is never closed is no block.
  if (open) words.push(opening, ...open.lines)
  return { cards: cards.slice(0, mostCards), words: words.join('\n') }
}

function openingOf(
  bare: string,
): { fence: string; kind: 'todo' | 'doc'; path: string; lines: string[] } | null {
  const [, fence = '', kind, path = ''] = /^(`{3,}|~{3,})\s*(todo|doc)(?:\s+(\S.*))?$/.exec(bare) ?? []
  if (kind === 'todo') return { fence, kind, path: '', lines: [] }
  return kind === 'doc' && path !== '' ? { fence, kind, path, lines: [] } : null
}
