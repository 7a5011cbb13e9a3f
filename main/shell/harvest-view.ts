import type { HarvestLine, HarvestView } from '../contract/gathering-views.ts'
import type { Gathering, UtteranceId } from '../contract/gatherings.ts'
import type { Heard } from '../contract/utterances.ts'
import { takenApart } from '../core/gatherings/parse-harvest.ts'

type Section = 'decided' | 'open' | 'dissent' | 'next'
const sections: readonly Section[] = ['decided', 'open', 'dissent', 'next']

/** A harvest, read into its sections; what stands outside of them, cards aside, is `more`. */
export function harvestView({ harvest, index: heard }: Gathering): HarvestView | null {
  if (!harvest) return null
  const lines: Record<Section, HarvestLine[]> = { decided: [], open: [], dissent: [], next: [] }
  const more: string[] = []
  let at: Section | null = null
  for (const block of blocksOf(takenApart(harvest.text).words)) {
    const title = /^#{1,6}\s+\**(\w+)/.exec(block)?.[1]?.toLowerCase()
    if (/^#{1,6}\s/.test(block)) {
      at = sections.find((section) => section === title) ?? null
      if (at === null) more.push(block)
    } else if (at === null) more.push(block)
    else lines[at].push(lineOf(block, heard))
  }
  const { text, at: made, cards } = harvest
  return { at: made, ...lines, more: more.join('\n\n'), text, cards }
}

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

/** What it rests on: the ids in brackets, as far as there are such utterances. */
function lineOf(block: string, heard: readonly Heard[]): HarvestLine {
  const ids = [...block.matchAll(/utt-[0-9a-z]{10}/g)].map(([id]) => id as UtteranceId)
  const rests = [...new Set(ids)].flatMap((id) => {
    const found = heard.find((one) => one.id === id)
    if (!found) return []
    const { number, name, phase, round } = found
    return [{ id, number, name, phase, round }]
  })
  const text = block.replace(/\s*\[(?:\s*`?utt-[0-9a-z]{10}`?\s*[,;]?)+\]/g, '').trim()
  return { text, rests }
}
