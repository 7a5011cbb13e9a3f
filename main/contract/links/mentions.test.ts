import { expect, test } from 'vitest'
import { mentionsIn } from './mentions.ts'

const members = ['Scout', 'Scout 2', 'Ça va', 'naïve-one'].map((name) => ({ name }))
const said = (text: string) => {
  const { named, all, user, unknown } = mentionsIn(text, members, ['Mo'])
  return [
    ...named.map(({ name }) => name),
    ...(all ? ['all'] : []),
    ...(user ? ['user'] : []),
    ...unknown.map((word) => `?${word}`),
  ].join(' | ')
}

test.each([
  ['', ''],
  ['@Scout', 'Scout'],
  ['hey @scout, look', 'Scout'],
  ['@scout 2: both', 'Scout 2'],
  ['(@SCOUT) and @Scout 2', 'Scout | Scout 2'],
  ['@scout @scout @Scout', 'Scout'],
  ['@ÇA VA? @naïve-one.', 'Ça va | naïve-one'],
  ['@all', 'all'],
  ['@Everyone: @you', 'all | user'],
  ['@mo and @user', 'user'],
  ['@scouting', '?scouting'],
  ['@scout-3 @scout.js @scout/x', '?scout-3 | ?scout.js | ?scout/x'],
  ['mo@scout.example a.@scout x/@scout @@scout', ''],
  ['`@scout` and ``@scout ` x``', ''],
  ['```\n@scout\n```\n@all', 'all'],
  ['~~~ts\n@scout', ''],
  ['an @ alone, and @, too', ''],
  ['`@scout` then @scot', '?scot'],
])('%j names %j', (text, named) => {
  expect(said(text)).toBe(named)
})

test.each(['@', ' @', '`', '` @scout ', '@scouting '])('a mebibyte of %j is read', (part) => {
  const text = part.repeat(Math.ceil(1_048_576 / part.length))
  expect(mentionsIn(text, members, ['Mo']).named).toEqual(part.includes(' @scout ') ? [members[0]] : [])
})
