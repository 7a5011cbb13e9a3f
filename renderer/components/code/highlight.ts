import type { ElementContent, RootContent } from 'hast'
import type { Language } from './languages.ts'

/** A run of code with one color; `kind` is empty for plain code. */
export interface Shade {
  readonly text: string
  readonly kind: ShadeKind | ''
}

/** Few kinds, so that a page of code stays calm. */
type ShadeKind = 'word' | 'string' | 'number' | 'name' | 'note' | 'added' | 'removed'

const classesOf: Readonly<Record<ShadeKind, string>> = {
  word: 'keyword meta-keyword selector-tag name built_in',
  string: 'string regexp char symbol link',
  number: 'number literal',
  name: 'title section attr attribute selector-class selector-id type',
  note: 'comment quote doctag meta',
  added: 'addition',
  removed: 'deletion',
}

const kinds = new Map(
  (Object.entries(classesOf) as [ShadeKind, string][]).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind] as const),
  ),
)

function shadesOf(nodes: readonly (RootContent | ElementContent)[], inside: Shade['kind'] = ''): Shade[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return node.value === '' ? [] : [{ text: node.value, kind: inside }]
    if (node.type !== 'element') return []
    const classes: unknown = node.properties['className']
    const [first] = Array.isArray(classes) ? classes : []
    const found = typeof first === 'string' ? kinds.get(first.replace(/^hljs-/, '')) : undefined
    return shadesOf(node.children, found ?? inside)
  })
}

/** UTF-16 units. Longer code stays plain: highlighting it would block the window. */
export const longestCode = 50_000

/** Cache, so that a tab that is shown again is not highlighted again. The oldest entry is dropped. */
const known = new Map<string, readonly Shade[]>()
const mostKnown = 300
const keyOf = (code: string, language: Language) => `${language.id}\n${code}`

export const knownShades = (code: string, language: Language): readonly Shade[] | null =>
  known.get(keyOf(code, language)) ?? null

type Lowlight = ReturnType<(typeof import('lowlight'))['createLowlight']>
let lowlight: Promise<Lowlight> | undefined

async function readGrammar(language: Language): Promise<Lowlight> {
  lowlight ??= import('lowlight').then(({ createLowlight }) => createLowlight())
  const [reader, grammar] = await Promise.all([lowlight, language.load()])
  if (!reader.registered(language.id)) reader.register(language.id, grammar.default)
  return reader
}

/** The block before this one: blocks are highlighted one at a time. */
let before: Promise<unknown> = Promise.resolve()

/** Highlights code when the window is idle. Rejects if the grammar can't be loaded. */
export function highlight(code: string, language: Language): Promise<readonly Shade[]> {
  const mine = before.then(async () => {
    const reader = await readGrammar(language)
    await idle()
    const shades = knownShades(code, language) ?? shadesOf(reader.highlight(language.id, code).children)
    known.set(keyOf(code, language), shades)
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    return shades
  })
  before = mine.catch(() => undefined)
  return mine
}

const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve, 0)
  })
