import type { Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import remend from 'remend'
import { isTooHard } from './hard.ts'

/** One block of a Markdown text, with the source it came from. */
export interface MarkdownBlock {
  /** Where it begins in the text; names the block while the text grows. */
  readonly at: number
  readonly source: string
  readonly node: RootContent
}

const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

/** The blocks of a text; null when it is better shown as it is. */
export function parseMarkdown(text: string): readonly MarkdownBlock[] | null {
  if (isTooHard(text)) return null
  try {
    return blocksOf(fromMarkdown(text, options), text, 0)
  } catch {
    return null
  }
}

function blocksOf(root: Root, text: string, from: number): readonly MarkdownBlock[] {
  return root.children.map((node) => {
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? text.length
    return { at: from + start, source: text.slice(start, end), node }
  })
}

/** Completes only what flickers (an open `**`, an open link) and changes nothing else. */
const completion = {
  linkMode: 'text-only',
  images: false,
  htmlTags: false,
  katex: false,
  comparisonOperators: false,
  singleTilde: false,
} as const

/**
 * A reader of a text that grows at its end. A block that another one follows does not change any more, so
 * only the last two are read again.
 */
export function growingReader(): (text: string) => readonly MarkdownBlock[] | null {
  let before: readonly MarkdownBlock[] = []
  return (text) => {
    const settled = before.slice(0, -2)
    const last = settled.at(-1)
    const isSame = last === undefined || text.startsWith(last.source, last.at)
    const from = isSame && last ? last.at + last.source.length : 0
    const rest = parseMarkdown(remend(text.slice(from), completion))
    before = [...(isSame ? settled : []), ...(rest ?? []).map((block) => ({ ...block, at: block.at + from }))]
    return rest === null ? null : before
  }
}
