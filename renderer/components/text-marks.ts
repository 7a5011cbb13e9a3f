/** UTF-16 units. */
interface TextSpan {
  readonly start: number
  readonly end: number
}

/** Names of custom highlights, styled by `::highlight()`. */
type MarkName = 'found' | 'found-now'

/** Replaces the ranges of a highlight without changing the DOM. */
export function markRanges(name: MarkName, ranges: readonly Range[]): void {
  if (ranges.length === 0) return void CSS.highlights.delete(name)
  const marks = new Highlight(...ranges)
  // The current result shows above the others.
  marks.priority = name === 'found-now' ? 1 : 0
  CSS.highlights.set(name, marks)
}

/** Maps spans of an element's text to ranges, across elements. */
export function rangesIn(of: Element, spansIn: (text: string) => readonly TextSpan[]): readonly Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = []
  const walker = document.createTreeWalker(of, NodeFilter.SHOW_TEXT)
  let text = ''
  let block: Element | null = null
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    const its = node.parentElement?.closest('p, li, td, th, pre, summary, div, button, span.by > *') ?? null
    // Words don't continue in another block.
    if (block !== null && its !== block) text += '\n'
    block = its
    nodes.push({ node, start: text.length })
    text += node.data
  }
  const placeOf = (at: number, isEnd: boolean) => {
    const found = nodes.findLast(({ start }) => (isEnd ? start < at : start <= at))
    return found ? ([found.node, Math.min(at - found.start, found.node.length)] as const) : null
  }
  return spansIn(text).flatMap(({ start, end }) => {
    const [from, to] = [placeOf(start, false), placeOf(end, true)]
    if (!from || !to) return []
    const range = document.createRange()
    range.setStart(...from)
    range.setEnd(...to)
    return [range]
  })
}
