const fence = /^( *)(`{3,}|~{3,})/
/** What may go on with the block above it although an empty line stands between. */
const goesOn = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)])/

/**
 * Cuts Markdown where one block surely ends: at an empty line outside of fences before a line that neither is
 * indented nor a list item. The pieces together are the text.
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
    const [, indent = '', ticks = null] = fence.exec(line) ?? []
    if (open !== null && ticks?.startsWith(open) && line.trim() === ticks) open = null
    else if (open === null && ticks !== null && indent.length <= 3) open = ticks
    wasEmpty = isEmpty
    at = end
  }
  return start < text.length || pieces.length === 0 ? [...pieces, text.slice(start)] : pieces
}

/** Code that is fenced at the left edge, and nothing else besides. */
interface Fenced {
  readonly language: string
  readonly code: string
  readonly isClosed: boolean
}

/** Reads a text that is one fenced block without a parser; null where there is more or less than that. */
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
