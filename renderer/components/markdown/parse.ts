import type { Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import { gfm } from 'micromark-extension-gfm'
import remend from 'remend'
import { adaptTree } from './as-written.ts'

export interface MarkdownBlock {
  /** Offset in the text; identifies the block while the text grows. */
  readonly at: number
  readonly source: string
  readonly node: RootContent
}

/** A single tilde means "about" or the home folder, so only two strike through. */
const tildes = { singleTilde: false }
const options = {
  extensions: [gfm(tildes), cjkFriendlyExtension(), gfmStrikethroughCjkFriendly(tildes)],
  mdastExtensions: [gfmFromMarkdown()],
}
const read = (text: string): Root => fromMarkdown(text, options)

/** Parts that would take too long to parse become blocks of plain text. */
export function parseMarkdown(text: string): readonly MarkdownBlock[] {
  return isTooHard(text) ? parsePieces(text) : parsePiece(text, 0)
}

function parsePieces(text: string): readonly MarkdownBlock[] {
  let at = 0
  return piecesOf(text).flatMap((piece) => {
    const from = at
    at += piece.length
    if (!isTooHard(piece)) return parsePiece(piece, from)
    const fenced = fencedIn(piece)
    const node: RootContent = fenced
      ? { type: 'code', lang: fenced.language, value: fenced.code }
      : { type: 'text', value: piece.replace(/\n+$/, '') }
    return [{ at: from, source: piece, node }]
  })
}

function parsePiece(text: string, from: number): readonly MarkdownBlock[] {
  try {
    const root = read(text)
    adaptTree(root, read)
    return blocksOf(root, text, from)
  } catch {
    return [{ at: from, source: text, node: { type: 'text', value: text } }]
  }
}

function blocksOf(root: Root, text: string, from: number): readonly MarkdownBlock[] {
  return root.children.map((node) => {
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? text.length
    return { at: from + start, source: text.slice(start, end), node }
  })
}

/** Completes only what would flicker (an open `**`, an open link). */
const completion = {
  linkMode: 'text-only',
  images: false,
  htmlTags: false,
  katex: false,
  comparisonOperators: false,
  singleTilde: false,
} as const

/** Parses a text repeatedly while it grows at its end. */
export interface GrowingReader {
  /** Returns the blocks so far, with open marks at the end completed. */
  readonly grow: (text: string) => readonly MarkdownBlock[]
  /** Returns the blocks of the finished text; unchanged ones stay the same objects. */
  readonly settle: (text: string) => readonly MarkdownBlock[]
  /** Duration of the last parse in ms. */
  readonly cost: () => number
}

const isOpenCode = (block: MarkdownBlock | undefined) =>
  block?.node.type === 'code' && fencedIn(block.source)?.isClosed === false

function afterNewlines(text: string, from: number): number {
  let at = from
  while (text.charAt(at) === '\n') at++
  return at
}

/** A link definition may belong to any block: the text must be parsed as a whole. */
const definition = /^ {0,3}\[[^\]\n]{1,200}\]:/m

/**
 * A block does not change once another follows it, so only the last two are parsed again; open code blocks
 * not even that.
 */
export function growingReader(): GrowingReader {
  let before: readonly MarkdownBlock[] = []
  let isInCode = false
  let cost = 0

  const readOn = (text: string, complete: (tail: string) => string) => {
    const settled = before.slice(0, isInCode ? -1 : -2)
    const last = settled.at(-1)
    const isSame = last === undefined || text.startsWith(last.source, last.at)
    const kept = isSame ? settled : []
    const from = isSame && last ? last.at + last.source.length : 0
    const start = afterNewlines(text, from)
    const tail = text.slice(start)
    const fenced = fencedIn(tail)
    const rest: readonly MarkdownBlock[] =
      fenced && !fenced.isClosed
        ? [{ at: 0, source: tail, node: { type: 'code', lang: fenced.language, value: fenced.code } }]
        : parseMarkdown(complete(tail))
    before = [...kept, ...rest.map((block) => ({ ...block, at: block.at + start }))]
    isInCode = isOpenCode(before.at(-1))
    return before
  }
  return {
    grow(text) {
      const began = performance.now()
      const blocks = readOn(text, (tail) => remend(tail, completion))
      cost = performance.now() - began
      return blocks
    },
    settle(text) {
      if (before.length === 0 || definition.test(text)) return (before = parseMarkdown(text))
      return readOn(text, (tail) => tail)
    },
    cost: () => cost,
  }
}

/** UTF-16 units. Longer texts stay plain: parsing would block the window. */
const longest = 100_000
/** Bounds between two empty lines: marks that the parser has to pair, and lines. */
const mostMarks = 3_000
const mostLines = 2_000
/** Bound on list items in the whole text. */
const mostItems = 1_500

const fence = /^ {0,3}(`{3,}|~{3,})/
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/
/** Quote and list marks in a row, or an item far to the right: nesting nobody writes. */
const tooDeep =
  /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){25}|^[ \t]{60,}(?:[-*+]|\d{1,9}[.)])[ \t]/

/**
 * Whether parsing would take too long. Markdown has texts with quadratic cost; agents don't write them, but
 * may have read one.
 */
function isTooHard(text: string): boolean {
  if (text.length > longest) return true
  let open: string | null = null
  let marks = 0
  let lines = 0
  let items = 0
  for (const line of text.split('\n')) {
    const [, ticks = null] = fence.exec(line) ?? []
    if (open !== null) {
      if (ticks?.startsWith(open)) open = null
      continue
    }
    if (ticks !== null) open = ticks
    if (line.trim() === '') marks = lines = 0
    marks += line.match(/[[\]*_~`<&@]/g)?.length ?? 0
    lines++
    if (item.test(line)) items++
    if (marks > mostMarks || lines > mostLines || items > mostItems || tooDeep.test(line)) return true
  }
  return false
}

const fenceLine = /^( *)(`{3,}|~{3,})/
/** Lines that may continue the block above in spite of an empty line. */
const goesOn = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)])/

/**
 * Splits Markdown where a block certainly ends: at an empty line outside of fences before a line that is
 * neither indented nor a list item. The pieces joined are the text.
 */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  let open: string | null = null
  let wasEmpty = false
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline + 1
    const line = text.slice(at, Math.min(end, at + 200))
    const isEmpty = line.trim() === ''
    if (wasEmpty && !isEmpty && open === null && !goesOn.test(line)) {
      pieces.push(text.slice(start, at))
      start = at
    }
    const [, indent = '', ticks = null] = fenceLine.exec(line) ?? []
    if (open !== null && ticks?.startsWith(open) && line.trim() === ticks) open = null
    else if (open === null && ticks !== null && indent.length <= 3) open = ticks
    wasEmpty = isEmpty
    at = end
  }
  return start < text.length || pieces.length === 0 ? [...pieces, text.slice(start)] : pieces
}

/** A fenced code block at the left edge. */
interface Fenced {
  readonly language: string
  readonly code: string
  readonly isClosed: boolean
}

/** Reads a text that is exactly one fenced block, without a parser; null for anything else. */
export function fencedIn(text: string): Fenced | null {
  const [head = '', ticks = '', info = ''] = /^(`{3,}|~{3,})([^`\n]*)(?:\n|$)/.exec(text) ?? []
  if (head === '' || (ticks.startsWith('~') && info.includes('~'))) return null
  const language = info.trim().split(/\s/)[0] ?? ''
  const mark = ticks.charAt(0)
  const close = new RegExp(`^ {0,3}\\${mark}{${ticks.length},}[ \\t]*(?:\\n|$)`, 'm')
  const body = text.slice(head.length)
  const closing = close.exec(body)
  if (!closing) return { language, code: body.replace(/\n$/, ''), isClosed: false }
  const rest = body.slice(closing.index + closing[0].length)
  return rest.trim() === ''
    ? { language, code: body.slice(0, closing.index).replace(/\n$/, ''), isClosed: true }
    : null
}
