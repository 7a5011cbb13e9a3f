import type { Parent, PhrasingContent, Root, RootContent } from 'mdast'

interface Tagged extends Parent {
  type: 'tagged'
  tag: 'sub' | 'sup' | 'kbd'
  children: PhrasingContent[]
}

declare module 'mdast' {
  interface PhrasingContentMap {
    tagged: Tagged
  }
  interface RootContentMap {
    tagged: Tagged
  }
}

type Read = (text: string) => Root

/** Tags with attributes, and all other tags, stay text. */
const lineBreak = /^<br ?\/?>$/i
const openTag = /^<(sub|sup|kbd)>$/i
const closeTag = /^<\/(sub|sup|kbd)>$/i
const leadingBreaks = /^(?:<br ?\/?>\s*)+/i
/** Chinese and Japanese punctuation that no address contains unescaped. */
const cjkPunctuation =
  /[\u3000-\u3003\u3008-\u3011\u3014-\u301f\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b-\uff65\u2018\u2019\u201c\u201d\u2026]/
/** Bound on bare links in a row without a space: the text after each is parsed again. */
const mostCuts = 8

/**
 * Adapts a tree to how models write Markdown: a few HTML tags work, and bare links end with their sentence.
 */
export function adaptTree(root: Root, read: Read, cuts = 0): void {
  refine(root, read, cuts)
}

function refine(parent: { children: RootContent[] }, read: Read, cuts: number): void {
  for (const child of parent.children) if ('children' in child) refine(child as Parent, read, cuts)
  const cut = parent.children.flatMap((child) => cutLink(child, read, cuts))
  parent.children = paired(cut.map((child) => withBreaks(child, read)))
}

/** Cuts a bare link at the punctuation of its sentence. */
function cutLink(node: RootContent, read: Read, cuts: number): RootContent[] {
  const [label] = node.type === 'link' ? node.children : []
  if (node.type !== 'link' || label?.type !== 'text' || node.children.length > 1) return [node]
  // The source of a link in brackets is longer than its text.
  const { start, end } = node.position ?? {}
  const isBare = (end?.offset ?? 0) - (start?.offset ?? 0) === label.value.length
  const at = label.value.search(cjkPunctuation)
  if (!isBare || at <= 0) return [node]
  const [words, rest] = [label.value.slice(0, at), label.value.slice(at)]
  const prefix = node.url.slice(0, Math.max(0, node.url.indexOf(label.value.slice(0, 4))))
  return [
    { ...node, url: `${prefix}${words}`, children: [{ type: 'text', value: words }] },
    ...inlineOf(rest, read, cuts + 1),
  ]
}

function inlineOf(text: string, read: Read, cuts: number): RootContent[] {
  const root = cuts > mostCuts ? null : read(text)
  const [block] = root?.children ?? []
  if (root === null || block?.type !== 'paragraph' || root.children.length > 1)
    return [{ type: 'text', value: text }]
  adaptTree(root, read, cuts)
  return block.children
}

function withBreaks(node: RootContent, read: Read): RootContent {
  if (node.type !== 'html') return node
  if (lineBreak.test(node.value)) return { type: 'break' }
  const [breaks] = leadingBreaks.exec(node.value) ?? ['']
  if (breaks === '') return node
  const rest = read(node.value.slice(breaks.length))
  const [block] = rest.children
  if (block?.type !== 'paragraph' || rest.children.length > 1) return node
  adaptTree(rest, read)
  return { type: 'paragraph', children: [{ type: 'break' }, ...block.children] }
}

/** Wraps the nodes between a tag and its end tag; an unclosed tag stays text. */
function paired(nodes: readonly RootContent[]): RootContent[] {
  const open: {
    readonly tag: Tagged['tag']
    readonly sign: RootContent
    readonly children: RootContent[]
  }[] = []
  const done: RootContent[] = []
  const put = (...some: RootContent[]) => (open.at(-1)?.children ?? done).push(...some)
  for (const node of nodes) {
    const [, begins] = (node.type === 'html' && openTag.exec(node.value)) || []
    const [, ends] = (node.type === 'html' && closeTag.exec(node.value)) || []
    if (begins) open.push({ tag: begins.toLowerCase() as Tagged['tag'], sign: node, children: [] })
    else if (ends && open.at(-1)?.tag === ends.toLowerCase()) {
      const { tag, children } = open.pop() ?? { tag: 'sub', children: [] }
      put({ type: 'tagged', tag, children: children as PhrasingContent[] })
    } else put(node)
  }
  return [...done, ...open.flatMap(({ sign, children }) => [sign, ...children])]
}
