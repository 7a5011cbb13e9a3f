import { expect, test } from 'vitest'
import { introduced, opening, withoutIntroducedTitle, withoutIntroduction } from './introduced.ts'

const told = `${opening('Opal')}an app.\nlist_agents shows the others.`

test('the first words are found behind what the agent was told, and are left alone where it was told nothing', () => {
  const words = 'Count the fares.\n\n---\n\nThen the ferries.'
  expect(withoutIntroduction(introduced(told, words))).toBe(words)
  expect(withoutIntroduction(introduced('', words))).toBe(words)
  expect(withoutIntroduction(told)).toBe(told)
})

test('a title is of the words; where it ends before them it says whose conversation it is', () => {
  expect(withoutIntroducedTitle(introduced(told, 'Count the fares.').replace(/\s+/g, ' '))).toBe(
    'Count the fares.',
  )
  expect(withoutIntroducedTitle(`${told.slice(0, 45)}…`)).toBe('Begun in Janus as Opal')
  expect(withoutIntroducedTitle('You are the agent of change')).toBe('You are the agent of change')
})
