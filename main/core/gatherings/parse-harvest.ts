import type { HarvestCard } from '../../contract/gatherings/harvests.ts'

/** A fenced block of a harvest that proposes something to file: `todo`, `todo NAME`, `memory`, `idea`, or `doc PATH`. */
export interface ProposedCard {
  readonly kind: HarvestCard['kind']
  /** Of a `doc`, as the harvester wrote it; else empty. */
  readonly path: string
  readonly text: string
  /** Of a `todo`: the agent that it names. */
  readonly to?: string
}

/** Most cards of one harvest. */
const mostCards = 50

/** A block that has begun. */
interface Block extends Pick<ProposedCard, 'kind' | 'path' | 'to'> {
  /** Its backticks or tildes; as many end it, or more. */
  readonly fence: string
  /** The line that began it. */
  readonly head: string
  readonly lines: string[]
}

/** A harvest, taken apart: what it proposes to file, and the words around that. An empty block proposes nothing. */
export function takenApart(harvest: string): {
  readonly cards: readonly ProposedCard[]
  readonly words: string
  /** The blocks of the cards, as they were written. */
  readonly blocks: readonly string[]
} {
  const cards: ProposedCard[] = []
  const blocks: string[] = []
  const words: string[] = []
  let open: Block | null = null
  for (const line of harvest.split('\n')) {
    if (open === null) {
      open = blockOf(line)
      if (open === null) words.push(line)
    } else if (ends(line, open)) {
      const text = open.lines.join('\n').trim()
      if (text !== '') {
        const { kind, path, to } = open
        cards.push({ kind, path, text, ...(to === undefined ? {} : { to }) })
        blocks.push([open.head, ...open.lines, line].join('\n'))
      }
      open = null
    } else open.lines.push(line)
  }
  // What is never closed is no block.
  if (open) words.push(open.head, ...open.lines)
  return { cards: cards.slice(0, mostCards), words: words.join('\n'), blocks }
}

function blockOf(head: string): Block | null {
  const found = /^(`{3,}|~{3,})\s*(todo|memory|idea|doc)(?:\s+(\S.*))?$/.exec(head.trim())
  const [, fence = '', kind, path = ''] = found ?? []
  if (kind === 'todo') return { kind, path: '', ...(path === '' ? {} : { to: path }), fence, head, lines: [] }
  if (kind === 'memory' || kind === 'idea') return { kind, path: '', fence, head, lines: [] }
  return kind === 'doc' && path !== '' ? { kind, path, fence, head, lines: [] } : null
}

function ends(line: string, { fence }: Block): boolean {
  const bare = line.trim()
  return bare.startsWith(fence) && bare.replaceAll(fence.charAt(0), '') === ''
}
