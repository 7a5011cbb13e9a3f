import type { Pane, Panes } from '../../state/panes.ts'
import { agent, ago, view } from '../make.ts'
import { crossing, link, sent } from '../make-link.ts'
import type { Play, Plays } from '../play.ts'
import { holdRows, yourTurn } from './gathering-scenes.ts'
import { around, builder, scout } from './people.ts'
import { builderSaid, talk, work } from './words.ts'

const tie = link(1, [scout, builder], { budgetUsed: 2, crossings: 2, costUsd: 0.09 })
const crossed = [
  crossing(1, builder, 14, 'Does the provider revoke the whole token family? A yes or no, please.', {
    turnNumber: 29,
    sent: [sent(1, scout, { carriage: 'converse', turn: 17 })],
  }),
  crossing(2, scout, 11, 'Yes, by its security notes of March.', {
    turnNumber: 17,
    sent: [sent(2, builder, { carriage: 'asked', turn: 30 })],
  }),
]
const scribe = agent(6, 'Scribe', { role: 'harvests', lastLine: 'Took it down', since: ago(5) })
const people = [...around({ ...builder, status: 'working', since: ago(1) }), scribe]

const pane = (key: number, more: Partial<Pane>): Pane => ({
  key,
  tab: null,
  over: null,
  timeline: false,
  ...more,
})

/** Two panes: Builder at the left, and this at the right, which has the focus. */
const beside = (right: Partial<Pane>, more: Partial<Panes> = {}): Panes => ({
  list: [pane(1, { tab: builder.id }), pane(2, right)],
  at: 1,
  share: 50,
  beside: null,
  ...more,
})

const twoPanes = (panes: Panes, more: Partial<Play> = {}): Play => ({
  view: view(people, { links: [tie], gatherings: [yourTurn] }),
  transcripts: { ...builderSaid(talk, work) },
  ...more,
  kept: { panes, ...more.kept },
})

/** Two panes side by side, and what is only there then. */
export const panePlays: Plays = {
  'panes-agents': twoPanes(beside({ tab: scout.id })),
  'panes-link': twoPanes(beside({ over: { kind: 'link', id: tie.id } }, { share: 60 }), { rows: crossed }),
  'panes-gathering': twoPanes(
    beside({ over: { kind: 'gathering', id: yourTurn.id } }, { share: 40, at: 0 }),
    {
      rows: holdRows,
    },
  ),
  'panes-timeline': twoPanes(beside({ timeline: true })),
  'panes-empty': twoPanes(beside({})),
  'panes-side': twoPanes(beside({ tab: scout.id }, { at: 0 }), { kept: { side: 'open' } }),
  'panes-drop': twoPanes(beside({ tab: scout.id }, { at: 0 }), {
    act: async (hand) => {
      const { showDrop } = await import('../../state/pane-drop.ts')
      await hand.see('[data-part=pane]')
      showDrop({ how: 'in', at: 1 })
    },
  }),
}
