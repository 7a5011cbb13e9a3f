import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../renderer')
const paths = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll(sep, '/'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the classes in a sheet's selectors: its own, and the global ones that it refers to. */
function classesIn(sheet: string): {
  readonly own: readonly string[]
  readonly vocabulary: readonly string[]
} {
  const bare = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/'[^']*'|url\([^)]*\)/g, '')
  const selectors = (bare.match(/[^{};]+(?=\{)/g) ?? [])
    .filter((text) => !text.trim().startsWith('@'))
    .join(' ')
  const names = (text: string) => [...text.matchAll(/\.(-?[a-z_][\w-]*)/gi)].flatMap(([, name]) => name ?? [])
  const global = /:global\(([^()]*)\)/g
  return {
    own: names(selectors.replaceAll(global, '')),
    vocabulary: [...selectors.matchAll(global)].flatMap(([, inner]) => names(inner ?? '')),
  }
}

interface Use {
  readonly module: string
  readonly sheet: string
  /** Names that are written out; computed names count as a prefix. */
  readonly names: readonly string[]
  readonly prefixes: readonly string[]
}

/** Returns the sheets that a module imports, and the classes that it uses of each. */
function usesIn(module: string): readonly Use[] {
  const code = read(module)
  return [...code.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)].map(
    ([, name = '', sheet = '']) => ({
      module,
      sheet: join(dirname(module), sheet).replaceAll(sep, '/'),
      names: [...code.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))].flatMap(
        ([, one]) => one ?? [],
      ),
      prefixes: [...code.matchAll(new RegExp(String.raw`\b${name}\[(?:${'`'}([\w-]*)\$)?`, 'g'))].map(
        ([, prefix]) => prefix ?? '',
      ),
    }),
  )
}

const sheets = paths('**/*.css')
const modules = sheets.filter((path) => path.endsWith('.module.css'))
const uses = paths('**/*.{ts,tsx}').flatMap(usesIn)
const own = new Map(modules.map((path) => [path, new Set(classesIn(read(path)).own)]))
const vocabulary = new Set(
  sheets.filter((path) => path.startsWith('styles/')).flatMap((path) => classesIn(read(path)).own),
)

test('only the vocabulary of the window is global', () => {
  expect(sheets.filter((path) => !path.startsWith('styles/') && !modules.includes(path))).toEqual([])
  const unknown = modules.flatMap((path) =>
    classesIn(read(path))
      .vocabulary.filter((name) => !vocabulary.has(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('a sheet belongs to its folder', () => {
  const strangers = uses.filter(({ module, sheet }) => dirname(module) !== dirname(sheet))
  expect(strangers.map(({ module, sheet }) => `${module} takes ${sheet}`)).toEqual([])
  expect(modules.filter((path) => !uses.some(({ sheet }) => sheet === path))).toEqual([])
})

test('what is named of a sheet is in it', () => {
  const missing = uses.flatMap(({ module, sheet, names }) =>
    names
      .filter((name) => own.get(sheet)?.has(name) !== true)
      .map((name) => `${module}: ${name} of ${sheet}`),
  )
  expect(missing).toEqual([])
})

test('what a sheet defines is used in its folder', () => {
  const dead = modules.flatMap((path) => {
    const near = uses.filter(({ sheet }) => dirname(sheet) === dirname(path))
    const isUsed = (name: string) =>
      near.some(
        ({ names, prefixes }) => names.includes(name) || prefixes.some((start) => name.startsWith(start)),
      )
    return [...(own.get(path) ?? [])].filter((name) => !isUsed(name)).map((name) => `${path}: ${name}`)
  })
  expect(dead).toEqual([])
})

test('the reading of sheets finds what is there', () => {
  const sheet =
    ".a:hover > :global(.btn.ghost), p.b:not(.c) { x: url('d.e') } @media (x) { .f-g { top: 0.5rem } }"
  expect(classesIn(sheet)).toEqual({ own: ['a', 'b', 'c', 'f-g'], vocabulary: ['btn', 'ghost'] })
})
