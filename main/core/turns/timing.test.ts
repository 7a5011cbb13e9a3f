import { expect, test } from 'vitest'
import { byPriority, interrupts, priorities, wakes } from '../../contract/mail/priorities.ts'
import { table } from './timing.ts'

test('while an agent works mail does what its priority says', () => {
  expect(table.working).toEqual(byPriority((name) => priorities[name].whileWorking))
})

test('what wakes nobody is absorbed whatever its receiver does, and nothing else is', () => {
  for (const row of Object.values(table))
    expect(byPriority((name) => row[name] !== 'absorb')).toEqual(byPriority(wakes))
})

test('only what interrupts asks the user', () => {
  for (const row of [table.composing, table.conversing, table.asking])
    expect(byPriority((name) => row[name] === 'card')).toEqual(byPriority(interrupts))
})
