import type { UtteranceId } from '../../contract/gatherings/gatherings.ts'
import type { Heard } from '../../contract/gatherings/utterances.ts'
import { takenApart } from './parse-harvest.ts'

/** The sections of a harvest, in order. */
export const harvestSections = ['decided', 'open', 'dissent', 'next'] as const

/** A section of a harvest. */
export type HarvestSection = (typeof harvestSections)[number]

/** One line of a section. */
export interface SectionLine {
  readonly section: HarvestSection
  /** As it was written, ids and all. */
  readonly text: string
  /** What was said that it rests on: ids that it names, as far as there are such utterances. */
  readonly rests: readonly Heard[]
  /** It claims something, and names nothing that was said. */
  readonly isUnfounded: boolean
}

/** A harvest, read line by line; `more`: what stands outside of its sections, cards aside. */
export function linesOf(
  harvest: string,
  heard: readonly Heard[],
): { readonly lines: readonly SectionLine[]; readonly more: readonly string[] } {
  const lines: SectionLine[] = []
  const more: string[] = []
  let at: HarvestSection | null = null
  for (const block of blocksOf(takenApart(harvest).words)) {
    const title = /^#{1,6}\s+\**(\w+)/.exec(block)?.[1]?.toLowerCase()
    if (/^#{1,6}\s/.test(block)) {
      at = harvestSections.find((section) => section === title) ?? null
      if (at === null) more.push(block)
    } else if (at === null) more.push(block)
    else lines.push(lineOf(at, block, heard))
  }
  return { lines, more }
}

/** The lines that rest on nothing that was said, as they were written. */
export const unfoundedIn = (harvest: string, heard: readonly Heard[]): readonly string[] =>
  linesOf(harvest, heard).lines.flatMap(({ text, isUnfounded }) => (isUnfounded ? [text] : []))

/** How many lines rest on something, and how many should. */
export function countFounded(
  harvest: string,
  heard: readonly Heard[],
): { readonly founded: number; readonly unfounded: number } {
  const { lines } = linesOf(harvest, heard)
  return {
    founded: lines.filter(({ rests }) => rests.length > 0).length,
    unfounded: lines.filter(({ isUnfounded }) => isUnfounded).length,
  }
}

function lineOf(section: HarvestSection, text: string, heard: readonly Heard[]): SectionLine {
  const ids = [...text.matchAll(/utt-[0-9a-z]{10}/g)].map(([id]) => id as UtteranceId)
  const rests = [...new Set(ids)].flatMap((id) => heard.find((one) => one.id === id) ?? [])
  return { section, text, rests, isUnfounded: rests.length === 0 && !saysNothing(text) }
}

/** Words under a heading that say that there is nothing under it. */
const saysNothing = (text: string): boolean =>
  /^[\s*_(]*(?:nothing|none|nobody|no one|n\/a|-+|–|—)?[\s*_).]*$/i.test(text)

/** Headings, items of lists with what is indented under them, and paragraphs. */
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
 * A harvest for whoever can neither file what it proposes nor go to what it rests on: without those blocks and ids, and
 * where nothing stands under a heading it says so.
 */
export function inWords(harvest: string): string {
  const isHeading = (line: string | undefined): boolean => /^#{1,6}\s/.test(line ?? '')
  const lines = takenApart(harvest).words.trimEnd().split('\n')
  const told = lines.flatMap((line, at) => {
    const next = lines.slice(at + 1).find((one) => one.trim() !== '')
    return isHeading(line) && (next === undefined || isHeading(next)) ? [line, '', 'Nothing.'] : [line]
  })
  return withoutIds(told.join('\n'))
}

/** A line of a harvest as one reads it: without the ids in brackets. */
export function withoutIds(line: string): string {
  return line.replace(/\s*\[(?:\s*`?utt-[0-9a-z]{10}`?\s*[,;]?)+\]/g, '').trim()
}
