import { expect, test } from 'vitest'
import { gatheringLine, holderWords, spokenGathering } from './gathering-words.ts'
import { sectionsOf } from './sections.ts'
import { groupsOf } from './groups.ts'
import { circle } from './testing/circle.ts'
import { tab } from './testing/tab.ts'

test('a line says what a gathering is at, what it needs first', () => {
  expect(gatheringLine(circle())).toBe('Hold 1/2 · 2 Builder')
  expect(gatheringLine(circle({ needs: 'piece' }))).toBe('You have the piece')
  expect(gatheringLine(circle({ state: 'proposed', needs: 'proposal' }))).toBe('Scout proposes it')
  expect(gatheringLine(circle({ state: 'paused' }))).toBe('Paused · Hold 1/2 · 2 Builder')
  expect(gatheringLine(circle({ phase: 'harvest', piece: null }))).toBe('Scribe harvests')
  expect(holderWords(circle())).toBe('2 Builder has the piece')
  expect(spokenGathering(circle({ needs: 'cap' }))).toBe(
    'Ship on Friday?, gathering, needs you, At its cap: go on?',
  )
})

test('what needs the person stands first, gatherings before tabs', () => {
  const groups = groupsOf([tab('a'), tab('b', { needs: 'question' })])
  const sections = sectionsOf(groups, [circle({ id: 'gat-1' }), circle({ id: 'gat-2', needs: 'piece' })])
  expect(sections.map((one) => [one.title, one.gatherings.length, one.agents.length])).toEqual([
    ['Needs you', 1, 1],
    ['Gatherings', 1, 0],
    ['Agents', 0, 1],
  ])
  expect(sectionsOf(groupsOf([]), [])).toEqual([])
})
