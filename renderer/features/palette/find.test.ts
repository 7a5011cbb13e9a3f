import { expect, test } from 'vitest'
import { find, partsAt, readQuery, type Findable } from './find.ts'

const items: readonly Findable[] = [
  ...['Critic', 'Scribe', 'Builder', 'oauth-impl'].map((text) => ({
    key: text,
    group: 'Agents' as const,
    text,
  })),
  ...['New agent', 'Search everything said', 'Stop all', 'Builder: Rename…'].map((text) => ({
    key: text,
    group: 'Actions' as const,
    text,
  })),
]
const found = (text: string) => find(items, readQuery(text)).map(({ item }) => item.text)
const marked = (text: string) =>
  find(items, readQuery(text)).map(({ parts }) =>
    parts.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join(''),
  )

test('the best match comes first, with the match highlighted', () => {
  expect(marked('cri')).toEqual(['[Cri]tic', 'S[cri]be'])
  expect(found('build')).toEqual(['Builder', 'Builder: Rename…'])
  expect(found('rename')).toEqual(['Builder: Rename…'])
  expect(found('zzzz')).toEqual([])
})

test('equal matches keep their order', () => {
  const alike = Array.from({ length: 7 }, (_, at) => ({
    key: `${at}`,
    group: 'Gatherings' as const,
    text: 'Sunday',
  }))
  expect(find(alike, readQuery('Sunday')).map(({ item }) => item.key)).toEqual(alike.map(({ key }) => key))
})

test('@ asks for agents only, > for actions only', () => {
  expect(found('@')).toEqual(['Critic', 'Scribe', 'Builder', 'oauth-impl'])
  expect(found('@b')).toContain('Builder')
  expect(found('>stop')).toEqual(['Stop all'])
  expect(found('> build')).toEqual(['Builder: Rename…'])
})

test('the word link lists the links, the word timer the timers', () => {
  const ties = (['Links', 'Timers'] as const).map((group) => ({ key: group, group, text: 'Scout' }))
  const grouped = (text: string) => find([...items, ...ties], readQuery(text)).map(({ item }) => item.key)
  expect(grouped('link')).toContain('Links')
  expect(grouped('links')).not.toContain('Timers')
  expect(grouped('Timer')).toEqual(['Timers'])
  expect(grouped('scout')).toEqual(['Links', 'Timers'])
})

test('a synonym finds its item, below what has the word in its text, and marks nothing', () => {
  const actions = [
    { key: 'stop', group: 'Actions' as const, text: 'Stop', synonyms: ['kill', 'shut down'] },
    { key: 'skill', group: 'Actions' as const, text: 'Kill switch' },
  ]
  const keys = (text: string) => find(actions, readQuery(text)).map(({ item }) => item.key)
  expect(keys('kill')).toEqual(['skill', 'stop'])
  expect(keys('Shut D')).toEqual(['stop'])
  expect(keys('down')).toEqual([])
  expect(find(actions, readQuery('shut'))[0]?.parts).toEqual([{ text: 'Stop', isMatch: false }])
})

test('odd queries find nothing and break nothing', () => {
  for (const odd of ['(', '\\', '"', '*', '\u0000', '\ud800', 'a'.repeat(10_000), '😀'])
    expect(() => found(odd)).not.toThrow()
})

test('marks never cut a character in two', () => {
  expect(partsAt('a😀b', [2])).toEqual([
    { text: 'a', isMatch: false },
    { text: '😀', isMatch: true },
    { text: 'b', isMatch: false },
  ])
})

test('# asks for gatherings only', () => {
  const circle = { key: 'gat-1', group: 'Gatherings' as const, text: 'Ship on Friday?' }
  const keys = (text: string) => find([...items, circle], readQuery(text)).map(({ item }) => item.key)
  expect(keys('#')).toEqual(['gat-1'])
  expect(keys('#ship')).toEqual(['gat-1'])
  expect(keys('# build')).toEqual([])
  expect(keys('friday')).toEqual(['gat-1'])
})
