import { afterEach, describe, expect, test } from 'vitest'
import type { Desk } from '../state/selectors.ts'
import { mirror } from '../state/store.ts'
import { view } from '../state/view-store.ts'
import { find, readQuery } from '../features/palette/find.ts'
import { tab } from '../testing/agent.ts'
import { circle, utterance } from '../testing/gathering.ts'
import { paletteItems } from './palette-items.tsx'

const of = circle()
const row = utterance(3, { name: 'Scout', gathering: of.id })
const desk: Desk = { agents: [], selected: null, gathering: of.id, meant: null }

const before = { mirror: mirror.getState(), view: view.getState() }
afterEach(() => {
  mirror.setState(before.mirror, true)
  view.setState(before.view, true)
})

const entry = (words: string, at: typeof row | null) =>
  paletteItems(desk, null, at).find(({ text }) => text.startsWith(words))

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

/** Terms from other tools, and the action that each must find first. */
const queries: readonly (readonly [string, string])[] = [
  ['shortcuts', 'Keyboard shortcuts'],
  ['hotkeys', 'Keyboard shortcuts'],
  ['split', 'Toggle split'],
  ['side panel', 'Toggle side panel'],
  ['sidebar', 'Toggle sidebar'],
  ['detail', 'Detail level'],
  ['verbose', 'Detail level'],
  ['diff', 'Scout: Changes…'],
  ['compact', 'Scout: Compact'],
  ['schedule', 'Scout: Set a timer…'],
  ['remind', 'Scout: Set a timer…'],
  ['model', 'Scout: Settings…'],
  ['kill', 'Scout: Stop'],
  ['delete', 'Scout: Delete permanently…'],
  ['new tab', 'New agent'],
  ['vote', 'New gathering…'],
  ['usage', 'Usage today and daily limit…'],
  ['budget', 'Usage today and daily limit…'],
  ['fork', 'Scout: Duplicate'],
  ['resume', 'Resume conversation…'],
  ['quit', 'How to quit Janus'],
  ['version', 'About Janus…'],
  ['bug report', 'Copy diagnostics'],
  ['theme', 'Theme: dark'],
  ['dark', 'Theme: dark'],
  ['light mode', 'Theme: light'],
]

test.each(queries)('“%s” finds %s', (query, text) => {
  const scout = tab('Scout', { turnNumber: 1 })
  const day = { ...before.mirror.day, total: { ...before.mirror.day.total, turns: 1 } }
  const commands = { [scout.id]: [{ name: 'compact', about: '', argument: '' }] }
  mirror.setState({ agents: { [scout.id]: scout }, commands, day })
  const items = paletteItems({ agents: [scout], selected: scout, gathering: null, meant: scout }, null, null)
  const found = find(items, readQuery(query)).filter(({ item }) => item.group === 'Actions')
  expect(found[0]?.item.text).toBe(text)
})

test('no fork is offered without a row', () => {
  expect(entry('Fork', null)).toBeUndefined()
  expect(entry('Replay from', null)).toBeUndefined()
})
