import type { LinkId } from '../../../main/contract/links/links.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { PaneState, PanesState } from '../../state/panes.ts'
import type { World } from '../domain/world.ts'
import type { StoryPlay, Stories } from '../play.ts'
import { circle } from './circle.ts'
import { linked } from './link.ts'
import { work } from './said.ts'

const pane = (key: number, more: Partial<PaneState>): PaneState => ({
  key,
  tab: null,
  over: null,
  timeline: false,
  ...more,
})

/** What the right pane can show. */
interface Shown {
  readonly scout: PaneState['tab']
  readonly link: LinkId
  readonly gathering: GatheringId
}

/** Builder at the left, and `right`, which has the focus, at the right. */
const twoPanes = (
  right: (shown: Shown) => Partial<PaneState>,
  more: Partial<PanesState> = {},
  kept: Readonly<Record<string, unknown>> = {},
  act?: StoryPlay['act'],
): StoryPlay => ({
  story: async (world: World) => {
    await linked(async (world) => {
      await world.turn('Builder', ...work)
    })(world)
    const { link = 'lnk-' } = world.inView
    const gathering = await circle(world, { people: ['me', 'Critic', 'Schema'] })
    const shown = { scout: world.id('Scout'), link, gathering }
    const list = [pane(1, { tab: world.id('Builder') }), pane(2, right(shown))]
    world.inView = { kept: { panes: { list, at: 1, share: 50, beside: null, ...more }, ...kept } }
  },
  act,
})
const scout = ({ scout: tab }: Shown) => ({ tab })

export const panePlays: Stories = {
  'panes-agents': twoPanes(scout),
  'panes-link': twoPanes(({ link: id }) => ({ over: { kind: 'link', id } }), { share: 60 }),
  'panes-gathering': twoPanes(({ gathering: id }) => ({ over: { kind: 'gathering', id } }), {
    share: 40,
    at: 0,
  }),
  'panes-timeline': twoPanes(() => ({ timeline: true })),
  'panes-empty': twoPanes(() => ({})),
  'panes-side': twoPanes(scout, { at: 0 }, { side: 'open' }),
  'panes-drop': twoPanes(scout, { at: 0 }, {}, async (hand) => {
    const { showDrop } = await import('../../state/pane-drop.ts')
    await hand.see('[data-part=pane]')
    showDrop({ how: 'in', at: 1 })
  }),
}
