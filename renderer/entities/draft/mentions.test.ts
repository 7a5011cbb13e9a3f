import { expect, test } from 'vitest'
import { mentionAt, mentionsIn, pathMention, withMention, withoutMention } from './mentions.ts'

const all = [{ name: 'Scout' }, { name: 'Scout 2' }, { name: 'Builder' }, { name: 'src' }]
const names = all.map(({ name }) => name)
const named = (text: string) => mentionsIn(text, all).map(({ name }) => name)
const begun = (text: string) => mentionAt(text, text.length, names)?.words ?? null

test('what is typed behind an @ is a name or a path in the making; within a word it is not', () => {
  expect(
    ['@', 'see @src/fa', '(@Sc', 'mo@ferry.org', '@a b', '@Scout 2', '@"a b', 'a\n@x'].map(begun),
  ).toEqual(['', 'src/fa', 'Sc', null, null, 'Scout 2', '"a b', 'x'])
  expect(mentionAt('@fares and more', 3, names)).toEqual({ from: 0, words: 'fa' })
})

test('an agent of another machine has an @ in its name', () => {
  const both = [{ name: 'Bea' }, { name: 'Bea@attic' }]
  const who = (text: string) => mentionsIn(text, both).map(({ name }) => name)
  expect([who('@bea@attic, look'), who('@Bea look'), who('@Bea@nowhere')]).toEqual([
    ['Bea@attic'],
    ['Bea'],
    [],
  ])
  const text = 'ask @Bea@at'
  const found = mentionAt(text, text.length, ['Bea@attic'])
  expect(found).toEqual({ from: 4, words: 'Bea@at' })
  expect(found && withMention(text, found, 'Bea@attic').text).toBe('ask @Bea@attic ')
})

test('what is chosen stands in its place, and the caret behind it', () => {
  const text = 'look at @fa please'
  const chosen = withMention(text, { from: 8, words: 'fa' }, pathMention('src/fares.js'))
  expect(chosen).toEqual({ text: 'look at @src/fares.js please', caret: 22 })
  expect(withMention('@', { from: 0, words: '' }, pathMention('a b.txt'))).toEqual({
    text: '@"a b.txt" ',
    caret: 11,
  })
})

test('who is named: the longest name, blind to case, and nothing that goes on as another word or a path', () => {
  expect(named('@scout and @Builder, please.')).toEqual(['Scout', 'Builder'])
  expect(named('ask @Scout 2.')).toEqual(['Scout 2'])
  expect(named('@Builder @Builder')).toEqual(['Builder'])
  expect(named('@Scouting @src/fares.js @Builder.md mo@Scout @Builder_x')).toEqual([])
  expect(named('/compact @Scout')).toEqual([])
  expect(named('“@Scout”')).toEqual(['Scout'])
})

test('who is left out is named still, without the @', () => {
  expect(withoutMention('@Scout, ask @Scout 2 and @scout', { name: 'x' }, all)).toBe(
    '@Scout, ask @Scout 2 and @scout',
  )
  const [scout] = all
  if (scout)
    expect(withoutMention('@Scout, ask @Scout 2 and @scout', scout, all)).toBe(
      'Scout, ask @Scout 2 and scout',
    )
})

test('in code nobody is named, and what is taken out stands where it was', () => {
  expect(named('run `@Scout` in\n```\n@Builder\n```')).toEqual([])
  expect(withoutMention('`@Scout` and @Scout', all[0] ?? { name: '' }, all)).toBe('`@Scout` and Scout')
})
