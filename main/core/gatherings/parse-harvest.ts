import type { HarvestCard } from '../../contract/gatherings/harvests.ts'
import type { UtteranceId } from '../../contract/gatherings/gatherings.ts'
import type { UtterancePreview } from '../../contract/gatherings/utterances.ts'

/**
 * A fenced block of a harvest that proposes a filing: `todo`, `todo NAME`, `memory`, `idea`, or `doc PATH`.
 */
interface ProposedCard {
  readonly kind: HarvestCard['kind']
  /** Only for a `doc`, as the harvester wrote it. */
  readonly path: string
  readonly text: string
  /** Only for a `todo`: the agent that it names. */
  readonly to?: string
}

const mostCards = 50

interface Block extends Pick<ProposedCard, 'kind' | 'path' | 'to'> {
  /** Its backticks or tildes; a line with at least as many ends it. */
  readonly fence: string
  readonly head: string
  readonly lines: string[]
}

/** Splits a harvest into proposed filings and the text around them. Empty blocks are dropped. */
export function splitHarvest(harvest: string): {
  readonly cards: readonly ProposedCard[]
  readonly words: string
  /** The source of the blocks. */
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
  // An unclosed block is text.
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

export const harvestSections = ['decided', 'open', 'dissent', 'next'] as const

export type HarvestSection = (typeof harvestSections)[number]

export interface SectionLine {
  readonly section: HarvestSection
  /** As written, including ids. */
  readonly text: string
  /** The existing utterances whose ids it cites. */
  readonly sources: readonly UtterancePreview[]
  /** It makes a claim without citing anything. */
  readonly isUnfounded: boolean
}

/** Parses a harvest into lines; `more`: text outside its sections, without filings. */
export function parsedLines(
  harvest: string,
  heard: readonly UtterancePreview[],
): { readonly lines: readonly SectionLine[]; readonly more: readonly string[] } {
  const lines: SectionLine[] = []
  const more: string[] = []
  let at: HarvestSection | null = null
  for (const block of blocksOf(splitHarvest(harvest).words)) {
    const title = /^#{1,6}\s+\**(\w+)/.exec(block)?.[1]?.toLowerCase()
    if (/^#{1,6}\s/.test(block)) {
      at = harvestSections.find((section) => section === title) ?? null
      if (at === null) more.push(block)
    } else if (at === null) more.push(block)
    else lines.push(lineOf(at, block, heard))
  }
  return { lines, more }
}

export const unfoundedIn = (harvest: string, heard: readonly UtterancePreview[]): readonly string[] =>
  parsedLines(harvest, heard).lines.flatMap(({ text, isUnfounded }) => (isUnfounded ? [text] : []))

export function countFounded(
  harvest: string,
  heard: readonly UtterancePreview[],
): { readonly founded: number; readonly unfounded: number } {
  const { lines } = parsedLines(harvest, heard)
  return {
    founded: lines.filter(({ sources }) => sources.length > 0).length,
    unfounded: lines.filter(({ isUnfounded }) => isUnfounded).length,
  }
}

function lineOf(section: HarvestSection, text: string, heard: readonly UtterancePreview[]): SectionLine {
  const ids = [...text.matchAll(/utt-[0-9a-z]{10}/g)].map(([id]) => id as UtteranceId)
  const rests = [...new Set(ids)].flatMap((id) => heard.find((one) => one.id === id) ?? [])
  return { section, text, sources: rests, isUnfounded: rests.length === 0 && !saysNothing(text) }
}

/** Whether a section's text only says that the section is empty. */
const saysNothing = (text: string): boolean =>
  /^[\s*_(]*(?:nothing|none|nobody|no one|n\/a|-+|–|—)?[\s*_).]*$/i.test(text)

/** Headings, list items with their indented lines, and paragraphs. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[] = []
  let isOpen = false
  for (const row of text.split('\n')) {
    if (row.trim() === '') isOpen = false
    else if (/^#{1,6}\s/.test(row)) {
      blocks.push(row.trim())
      isOpen = false
    } else if (/^\s{0,1}(?:[-*+]|\d+[.)])\s+/.test(row) || !isOpen) {
      blocks.push(row.replace(/^\s{0,1}(?:[-*+]|\d+[.)])\s+/, '').trim())
      isOpen = true
    } else blocks.push(`${blocks.pop() ?? ''}\n${row.trim()}`)
  }
  return blocks
}

/**
 * A harvest for readers who can neither file its cards nor follow its ids: without both, and with "Nothing."
 * under empty headings.
 */
export function readableHarvest(harvest: string): string {
  const isHeading = (line: string | undefined): boolean => /^#{1,6}\s/.test(line ?? '')
  const lines = splitHarvest(harvest).words.trimEnd().split('\n')
  const told = lines.flatMap((line, at) => {
    const next = lines.slice(at + 1).find((one) => one.trim() !== '')
    return isHeading(line) && (next === undefined || isHeading(next)) ? [line, '', 'Nothing.'] : [line]
  })
  return withoutIds(told.join('\n'))
}

/** Removes ids in brackets. */
export function withoutIds(line: string): string {
  return line.replace(/\s*\[(?:\s*`?utt-[0-9a-z]{10}`?\s*[,;]?)+\]/g, '').trim()
}
