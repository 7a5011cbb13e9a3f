import type { PaneState, PanesState } from '../../state/panes.ts'
import type { World } from '../domain/world.ts'
import type { StoryPlay, Stories } from '../play.ts'
import { asks } from './attention.ts'
import { longNames } from './gathering.ts'
import { tie } from './link.ts'
import { talk, work, tasks } from './said.ts'
import { toasts } from './trouble.ts'

/** The agent whose header shows everything it can. */
export const keeper = 'Timetable keeper'
const fares = 'Fares and children'

/** The crew with long names, links of each kind, a gathering, and high use. */
async function crowd(world: World): Promise<void> {
  for (const name of ['Scout', 'Critic', 'docs', fares]) await world.make(name, { role: 'tests the fares' })
  await world.make(keeper, { role: 'keeps the winter timetable', model: 'opus', policy: 'quiet' })
  for (const on of [true, true, false])
    await world.ask('handlers.make', {
      agent: keeper,
      name: `Away ${String(on)}`,
      on,
      when: { words: { which: 'any', texts: ['away'] } },
      then: { kind: 'hold' },
    })
  world.at(5)
  for (const other of ['Critic', 'docs', 'Scout', fares])
    await tie(world, [other, keeper], { mode: other === fares ? 'converse' : 'answers' })
  await world.turn('Scout', ['user', 'Read on.'], ['text', 'The sandbox has none.'])
  await world.turn(keeper, ...talk)
  await world.does(keeper, work)
  world.fact(keeper, { type: 'context.told', context: { used: 141_000, size: 200_000 } })
  world.end(keeper, 3.2, 840_000)
  // Ends the turns that the crossings have started.
  for (let at = 0; at < 4; at += 1) for (const name of world.names()) world.end(name)
  world.fact(keeper, { type: 'background.changed', tasks })
  await world.seen()
}

const shown = (then: StoryPlay['story'], act?: StoryPlay['act']): StoryPlay => ({
  app: { settings: { awake: 20 } },
  story: async (world) => {
    await crowd(world)
    await then(world)
  },
  act,
})
const view = (world: World) => {
  world.inView = { agent: world.id(keeper) }
}

/** The keeper at the left, and `right` at the right. */
const panes = (right: (world: World) => Promise<Partial<PaneState>> | Partial<PaneState>) =>
  shown(async (world) => {
    const { link = 'lnk-' } = world.inView
    world.inView = { link }
    const of = await right(world)
    const pane = { tab: null, over: null, timeline: false }
    const list = [
      { ...pane, key: 1, tab: world.id(keeper) },
      { ...pane, key: 2, ...of },
    ]
    const panes: PanesState = { list, at: 0, share: 50, beside: null }
    world.inView = { kept: { panes } }
  })
const seated = async (world: World) => {
  await longNames(world)
  return world.names().find((name) => name.startsWith('Builder of')) ?? keeper
}

/** Measured at every width: long names, and everything that can be beside them. */
export const widthPlays: Stories = {
  'widths-agent': shown(view),
  'widths-seated': shown(async (world) => {
    world.inView = { agent: world.id(await seated(world)) }
  }),
  // A request for the user, over toasts.
  'widths-toasts': shown(async (world) => {
    await asks(world, 'Critic')
    view(world)
  }, toasts),
  'widths-link': shown(() => {}),
  'widths-gathering': shown(longNames),
  'widths-panes': panes(async (world) => ({ tab: world.id(await seated(world)) })),
  'widths-panes-link': panes((world) => ({ over: { kind: 'link', id: world.inView.link ?? 'lnk-' } })),
}
