import type { HarvestLine, HarvestView } from '../../contract/gatherings/gathering-views.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import {
  harvestSections,
  linesOf,
  withoutIds,
  type HarvestSection,
  type SectionLine,
} from '../../core/gatherings/harvest-lines.ts'

/** A harvest, read into its sections; what stands outside of them, cards aside, is `more`. */
export function harvestView({ harvest, index: heard }: Gathering): HarvestView | null {
  if (!harvest) return null
  const { lines, more } = linesOf(harvest.text, heard)
  const of = (section: HarvestSection): readonly HarvestLine[] =>
    lines.filter((line) => line.section === section).map(lineView)
  const [decided, open, dissent, next] = harvestSections.map(of)
  const { text, at, cards } = harvest
  return {
    at,
    decided: decided ?? [],
    open: open ?? [],
    dissent: dissent ?? [],
    next: next ?? [],
    more: more.join('\n\n'),
    text,
    cards,
  }
}

function lineView({ text, rests, isUnfounded }: SectionLine): HarvestLine {
  return {
    text: withoutIds(text),
    rests: rests.map(({ id, number, name, phase, round }) => ({ id, number, name, phase, round })),
    isUnfounded,
  }
}
