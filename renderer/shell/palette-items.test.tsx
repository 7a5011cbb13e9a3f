import { afterEach, describe, expect, test } from 'vitest'
import type { Desk } from '../state/selectors.ts'
import { mirror } from '../state/store.ts'
import { view } from '../state/view-store.ts'
import { circle, utterance } from '../testing/gathering.ts'
import { itemsOf } from './palette-items.tsx'

const of = circle()
const row = utterance(3, { name: 'Scout', gathering: of.id })
const desk: Desk = { agents: [], selected: null, gathering: of.id, meant: null }

const before = { mirror: mirror.getState(), view: view.getState() }
afterEach(() => {
  mirror.setState(before.mirror, true)
  view.setState(before.view, true)
})

/** The entry that begins with these words. */
const entry = (words: string, at: typeof row | null) =>
  itemsOf(desk, null, at).find(({ text }) => text.startsWith(words))

describe('at a row of a gathering', () => {
  test('a fork is offered by whose words they are, and opens the sheet that convenes it', () => {
    mirror.setState({ gatherings: { [of.id]: of } })
    const fork = entry('Fork', row)
    expect(fork).toMatchObject({ group: 'Actions', text: 'Fork from what Scout said…' })
    fork?.run()
    expect(view.getState().panel).toEqual({ kind: 'convene', fork: { of, row } })
  })

  test('a replay is offered that begins there', () => {
    entry('Replay from', row)?.run()
    expect(view.getState().replay).toEqual({ gathering: of.id, step: 3 })
  })
})

test('nothing to fork from is offered where one is at no row', () => {
  expect(entry('Fork', null)).toBeUndefined()
  expect(entry('Replay from', null)).toBeUndefined()
})
