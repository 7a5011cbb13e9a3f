import { expect, test } from 'vitest'
import { byPriority, interrupts, priorities, wakes } from '../../contract/mail/priorities.ts'
import { timingTable } from './timing.ts'

test('while an agent works mail does what its priority says', () => {
  expect(timingTable.working).toEqual(byPriority((name) => priorities[name].whileWorking))
})

test('what wakes nobody is absorbed whatever its receiver does, and nothing else is', () => {
  for (const row of Object.values(timingTable))
    expect(byPriority((name) => row[name] !== 'absorb')).toEqual(byPriority(wakes))
})

test('only what interrupts asks the user', () => {
  for (const row of [timingTable.composing, timingTable.conversing, timingTable.asking])
    expect(byPriority((name) => row[name] === 'card')).toEqual(byPriority(interrupts))
})
