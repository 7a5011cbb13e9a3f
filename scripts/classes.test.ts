import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What panes have in common on purpose; each is styled by one room. */
const furniture: readonly string[] = [
  ...['pane', 'head', 'col', 'scroll', 'by', 'err', 'quoted-question'],
  ...['dock', 'composer', 'composer-problem', 'bar', 'facts-line', 'side', 'side-veil', 'timer'],
  ...['folder-row', 'stack', 'twist', 'hide-60', 'keys', 'av', 'badge', 'group', 'closed'],
]

const pseudo = String.raw`(?:::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?|\[[^\]]*\])*`
const bareClass = new RegExp(String.raw`^\.([\w-]+)${pseudo}$`)

/** Classes that a sheet styles wherever they stand: without an element, another class or an ancestor. */
function bareIn(css: string): readonly string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{}]+(?=\{)/g) ?? []
  return selectors
    .flatMap((selector) => selector.split(/,(?![^(]*\))/))
    .flatMap((selector) => bareClass.exec(selector.trim())?.[1] ?? [])
}

const wordsOf = (code: string): string =>
  (code.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? [])
    .map((text) => text.slice(1, -1).replace(/\$\{([^}]*)\}/g, (_, inner: string) => ` ${wordsOf(inner)} `))
    .join(' ')

/** Classes that markup names, as far as they are written out. */
function namedIn(tsx: string): readonly string[] {
  const values = tsx.match(/className=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g) ?? []
  const written = values.map((value) => wordsOf(value.replace(/[!=]== '[^']*'/g, '')))
  return written.flatMap((words) => words.split(/\s+/).filter((word) => /^[a-z][\w-]*$/.test(word)))
}

/** Which rooms of the window name each class: a feature, an entity, or a layer. */
function ownersOf(pattern: string, classesIn: (text: string) => readonly string[]) {
  const root = join(import.meta.dirname, '../renderer')
  const owners = new Map<string, Set<string>>()
  for (const path of globSync(pattern, { cwd: root })) {
    const [layer = '', room = ''] = path.split(/[\\/]/)
    const owner = ['features', 'entities'].includes(layer) ? `${layer}/${room}` : layer
    for (const name of classesIn(readFileSync(join(root, path), 'utf8')))
      owners.set(name, (owners.get(name) ?? new Set()).add(owner))
  }
  return owners
}

const styled = ownersOf('{{features,entities}/*,components}/*.css', bareIn)
const named = ownersOf('{features,entities,components,shell}/**/*.tsx', namedIn)

test('a bare class is of one room, and no other happens to mean something else by it', () => {
  const met = [...styled]
    .filter(([name]) => !furniture.includes(name))
    .map(([name, by]) => [name, [...by], [...(named.get(name) ?? [])].filter((one) => !by.has(one))] as const)
    .filter(([, by, others]) => by.length + others.length > 1)
  expect(met).toEqual([])
})

test('what rooms have in common is styled by one, and used by others', () => {
  const users = (name: string) => new Set([...(styled.get(name) ?? []), ...(named.get(name) ?? [])]).size
  expect(furniture.filter((name) => styled.get(name)?.size !== 1 || users(name) < 2)).toEqual([])
})

test('the reading of sheets and markup finds what is there', () => {
  const css = '.a:hover, .b .c, p.d, .e[x]::before { } @media (x) { .f { } } .g:has(.h .i) .j { }'
  expect(bareIn(css)).toEqual(['a', 'e', 'f'])
  const tsx = "<p className=\"a b\" /><i className={`c ${x === 'y' ? 'd' : ''}`} /><b className={e && 'f'} />"
  expect(namedIn(tsx)).toEqual(['a', 'b', 'c', 'd', 'f'])
})
