import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import { ideaHome, type HarvestCard } from '../../contract/gatherings/harvests.ts'

/** A card as it is filed: a memory, or an idea, says when, in which circle, and on whose words. */
export function filingOf(
  g: Gathering,
  { kind, path, text }: HarvestCard,
  home: string,
): Pick<HarvestCard, 'kind' | 'path' | 'text'> {
  if (kind !== 'memory' && kind !== 'idea') return { kind, path, text }
  return { kind, path: kind === 'memory' ? home : ideaHome, text: sourced(g, text) }
}

function sourced(g: Gathering, text: string): string {
  const ids = [...new Set(text.match(/utt-[0-9a-z]{10}/g) ?? [])].filter((id) =>
    g.index.some((one) => one.id === id),
  )
  const words = text.replace(/[ \t]*\[(?:\s*`?utt-[0-9a-z]{10}`?\s*[,;]?)+\]/g, '').trim()
  const day = new Date(g.closed?.at ?? g.convened.at).toISOString().slice(0, 10)
  const topic = g.topic.replace(/\s+/gu, ' ').trim()
  return `${words}\n(${[day, `circle "${topic}"`, g.id, ...ids].join(', ')})`
}
