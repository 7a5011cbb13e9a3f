import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { ago, status, view } from '../make.ts'
import { bob, fleet, houses } from '../make-fleet.ts'
import { crossing, sent } from '../make-link.ts'
import type { Play, Plays } from '../play.ts'
import { agents, linked, tie } from './link.ts'
import { builder, scout } from './people.ts'

const there: AgentId = `${bob.id}@attic`
const names = { [there]: 'Bob@attic' }

/** Of the attic, whose Ann asks whether scout takes part. */
const copy: LinkView = {
  ...tie,
  members: [there, scout.id],
  crossings: 0,
  budgetUsed: 2,
  costUsd: 0,
  opened: { by: { kind: 'system' }, name: 'Ann@attic', at: ago(9) },
  purpose: { by: { kind: 'system' }, name: 'Ann@attic', text: 'Agree on the port.' },
  houses: { home: 'attic', names, asked: [] },
}
const theirs = [
  crossing(1, { ...builder, id: there, name: 'Bob@attic' }, 6, 'Which port is it?', {
    link: 'lnk-0000000001@attic',
    sent: [sent(1, scout)],
  }),
  crossing(2, scout, 4, 'It is 9090.', { link: 'lnk-0000000001@attic', sent: [] }),
]
const inFleet = (of: LinkView, items: readonly CrossingView[]): Play => ({
  ...linked(of, items),
  view: view(agents, { links: [of], status: status({ fleet: fleet(houses) }) }),
})

/** The attic wants scout in a circle of its, or has it there. */
const seated = (asked: boolean): Play => ({
  selected: scout.id,
  view: view(
    agents.map((one) =>
      one.id === scout.id
        ? { ...one, awaySeat: { topic: 'Which port?', by: 'Ann@attic', house: 'attic', asked } }
        : one,
    ),
    { status: status({ fleet: fleet(houses) }) },
  ),
})

/** Links whose members live in several houses, and seats in theirs. */
export const linkHousePlays: Plays = {
  'link-asks': inFleet({ ...copy, rests: 'asked', houses: { home: 'attic', names, asked: [scout.id] } }, []),
  'link-spent-elsewhere': inFleet(
    { ...copy, rests: 'budget', budgetUsed: 8, houses: { home: 'attic', names, asked: [], spent: true } },
    theirs,
  ),
  'link-not-joined': inFleet(
    {
      ...tie,
      members: [scout.id, there],
      crossings: 1,
      budgetUsed: 0,
      costUsd: 0,
      rests: 'asked',
      kept: 1,
      houses: { home: null, names, asked: [there] },
    },
    [],
  ),
  'link-to-house': {
    ...inFleet(copy, []),
    act: async (hand) => {
      const { show } = await import('../../state/view-store.ts')
      show({ kind: 'openLink', members: [scout.id, there] })
      await hand.see('[data-part=estimate]')
    },
  },
  'seat-asked': seated(true),
  'seat-taken': seated(false),
  'link-kept-elsewhere': inFleet(copy, theirs),
}
