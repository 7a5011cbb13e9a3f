import { describe, expect, test } from 'vitest'
import {
  closePaneAt,
  focused,
  closeThing,
  onePane,
  openThing,
  openThingAt,
  openThingBeside,
  paneIndexOf,
  recalledPanes,
  resizePanes,
  shownIn,
  split,
  replaceTab,
  swapped,
  type PanesState,
  type Thing,
} from './panes.ts'

const scout = { kind: 'agent', id: 'agt-scout' } as const
const builder = { kind: 'agent', id: 'agt-builder' } as const
const critic = { kind: 'agent', id: 'agt-critic' } as const
const link = { kind: 'link', id: 'lnk-1' } as const
const circle = { kind: 'gathering', id: 'gat-1' } as const
const thread = { kind: 'thread', id: 'msg-1' } as const
const timeline = { kind: 'timeline' } as const

const one = openThing(onePane, scout)
const two = openThingBeside(one, builder, 1, scout.id)
/** What each pane shows; `>` marks the focus. */
const shown = (panes: PanesState) =>
  panes.list.map((pane, at) => `${at === panes.at ? '>' : ''}${wordOf(shownIn(pane))}`)
const wordOf = (thing: Thing | null) =>
  thing === null ? 'nothing' : 'id' in thing ? thing.id.slice(4) : thing.kind

describe('one pane', () => {
  test('shows what was opened last; under a link, a circle and the timeline the tab stays', () => {
    let now = one
    for (const thing of [link, circle, timeline]) now = openThing(now, thing)
    expect(shown(now)).toEqual(['>timeline'])
    now = closeThing(now, timeline)
    expect(shown(now)).toEqual(['>1'])
    expect(shown(closeThing(now, circle))).toEqual(['>scout'])
    expect(shown(openThing(now, builder))).toEqual(['>builder'])
  })

  test('split, it is two: the new one has the focus and is still to be chosen for', () => {
    const now = split(one, scout.id)
    expect(shown(now)).toEqual(['scout', '>nothing'])
    expect(shown(openThing(now, circle))).toEqual(['scout', '>1'])
    // Before a tab was chosen the first one is shown.
    expect(shown(split(onePane, critic.id))).toEqual(['critic', '>nothing'])
  })

  test('anything goes beside it, at either side', () => {
    for (const thing of [builder, link, circle, thread, timeline])
      expect(shown(openThingBeside(one, thing, 1, scout.id))).toEqual(['scout', `>${wordOf(thing)}`])
    expect(shown(openThingBeside(one, builder, 0, scout.id))).toEqual(['>builder', 'scout'])
  })
})

describe('two panes', () => {
  test('things open in the one with the focus; what the other shows is gone to', () => {
    expect(shown(two)).toEqual(['scout', '>builder'])
    expect(shown(openThing(two, critic))).toEqual(['scout', '>critic'])
    expect(shown(openThing(two, scout))).toEqual(['>scout', 'builder'])
    expect(shown(openThingBeside(two, scout, 1, null))).toEqual(['>scout', 'builder'])
    expect(shown(openThingBeside(two, critic, 1, null))).toEqual(['>critic', 'builder'])
  })

  test('nothing stands in both, not even underneath', () => {
    const covered = openThing(two, link)
    const now = openThing({ ...covered, at: 0 }, builder)
    expect(shown(now)).toEqual(['>builder', '1'])
    // The other pane shows the tab that was under the link, so nothing is left to show.
    expect(shown(closeThing(now, link))).toEqual(['>builder'])
  })

  test('dropped on the other pane, a thing that is shown changes places', () => {
    expect(shown(openThingAt(two, scout, 1))).toEqual(['builder', '>scout'])
    expect(shown(openThingAt(two, critic, 0))).toEqual(['>critic', 'builder'])
    expect(shown(swapped(two))).toEqual(['>builder', 'scout'])
    expect(swapped(two).list.map(({ key }) => key)).toEqual(two.list.map(({ key }) => key).toReversed())
  })

  test('one again keeps the one with the focus, and the next split brings the other back to its place', () => {
    const alone = split(two, null)
    expect(shown(alone)).toEqual(['>builder'])
    expect(shown(split(alone, builder.id))).toEqual(['>scout', 'builder'])
    // Unless it is shown already.
    expect(shown(split(openThing(alone, scout), scout.id))).toEqual(['>nothing', 'scout'])
    expect(shown(closePaneAt(two, 1))).toEqual(['>scout'])
    expect(closePaneAt(one, 0)).toBe(one)
  })

  test('where what is shown goes and nothing is under it, its pane goes', () => {
    expect(shown(closeThing(openThingBeside(one, circle, 1, scout.id), circle))).toEqual(['>scout'])
    expect(shown(replaceTab(two, 1, critic.id))).toEqual(['scout', '>critic'])
    expect(shown(replaceTab(two, 0, null))).toEqual(['>builder'])
    expect(shown(closeThing(two, circle))).toEqual(shown(two))
  })

  test('the divider keeps both in sight', () => {
    expect([resizePanes(two, 3).share, resizePanes(two, 61.4).share, resizePanes(two, 99).share]).toEqual([
      25, 61, 75,
    ])
  })
})

test('what was kept comes back; what cannot have been is one pane', () => {
  const kept: unknown = JSON.parse(JSON.stringify(resizePanes(openThing(two, thread), 40)))
  const now = recalledPanes(kept)
  expect([shown(now), now.share, paneIndexOf(now, thread)]).toEqual([
    ['scout', '>msg-1'.replace('msg-', '')],
    40,
    1,
  ])
  for (const nothing of [null, 'scout', {}, { list: [] }, { list: [1, 2] }, { list: [{}, {}, {}] }])
    expect(recalledPanes(nothing)).toEqual(onePane)
  expect(focused(recalledPanes({ ...one, at: 1 }))).toEqual(one.list[0])
})
