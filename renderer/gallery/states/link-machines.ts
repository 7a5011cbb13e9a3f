import type { AgentId } from '../../../main/contract/api/model.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { after } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import { bob, machines } from '../make-fleet.ts'
import { fleet } from '../../testing/fleet.ts'
import type { OwnAnswers, StoryPlay, Stories } from '../play.ts'
import { ago } from '../still.ts'
import { linked, says } from './link.ts'
import { work } from './said.ts'

const there: AgentId = `${bob.id}@attic`
const names = { [there]: 'Bob@attic' }

/** The link in view as one between Scout and Bob on attic, opened by Ann there. */
function copyOf(world: World, more: Partial<LinkView>, home: string | null = 'attic'): LinkView {
  const [link] = world.view().links
  if (!link) throw new Error('There is no link.')
  const ann = { by: { kind: 'system' }, name: 'Ann@attic' } as const
  return {
    ...link,
    members: [there, world.id('Scout')],
    costUsd: 0,
    opened: { ...ann, at: ago(9) },
    purpose: { ...ann, text: 'Agree on the port.' },
    machines: { home, names, asked: [] },
    ...more,
  }
}

/** Replaces Builder by Bob in the crossings. */
const byBob: OwnAnswers['log.page'] = async (input, world) => {
  const page = await world.ask('log.page', input)
  const builder = world.id('Builder')
  const items = page.items.map((row) => {
    if (!('link' in row && 'from' in row && 'sent' in row)) return row
    const by = row.from === builder ? { from: there, fromName: 'Bob@attic' } : {}
    const sent = row.sent.map((one) =>
      one.to === builder ? { ...one, to: there, toName: 'Bob@attic' } : one,
    )
    return { ...row, ...by, sent }
  })
  return { ...page, items } as typeof page
}

const inFleet = (
  of: (world: World) => LinkView,
  says: (world: World) => Promise<unknown> = async () => {},
  act?: StoryPlay['act'],
): StoryPlay => ({
  fleet: fleet(machines),
  story: linked(undefined, {}, says),
  answers: { 'log.page': byBob },
  act: async (hand, world) => {
    await hand.see('[data-part=pane]')
    world.tell({ kind: 'link', link: of(world) })
    await act?.(hand, world)
  },
})
const said = async (world: World) => {
  await says(world, 'Builder', 'Which port is it?')
  await says(world, 'Scout', 'It is 9090.')
}

/** A gathering of attic invites Scout, or has it. */
const seated = (asked: boolean): StoryPlay => ({
  fleet: fleet(machines),
  story: after([work], (world) => {
    world.inView = { agent: world.id('Scout') }
  }),
  act: async (hand, world) => {
    await hand.see('[data-part=pane]')
    const awaySeat = { topic: 'Which port?', by: 'Ann@attic', machine: 'attic', asked }
    world.amend('Scout', () => ({ awaySeat }))
  },
})

export const linkMachinePlays: Stories = {
  'link-asks': inFleet((world) =>
    copyOf(world, { pauseReason: 'asked', machines: { home: 'attic', names, asked: [world.id('Scout')] } }),
  ),
  'link-spent-elsewhere': inFleet(
    (world) =>
      copyOf(world, {
        pauseReason: 'budget',
        budgetUsed: 8,
        machines: { home: 'attic', names, asked: [], spent: true },
      }),
    said,
  ),
  'link-not-joined': inFleet((world) =>
    copyOf(world, { pauseReason: 'asked', kept: 1, machines: { home: null, names, asked: [there] } }),
  ),
  'link-to-machine': {
    ...inFleet(
      (world) => copyOf(world, {}),
      undefined,
      async (hand, world) => {
        await hand.open({ kind: 'openLink', members: [world.id('Scout'), there] }, '[data-part=estimate]')
      },
    ),
    // The domain in the page does not know Bob.
    answers: {
      'links.preview': (input, world) =>
        world.ask('links.preview', { ...input, members: ['Scout', 'Builder'] }),
    },
  },
  'seat-asked': seated(true),
  'seat-taken': seated(false),
  'link-kept-elsewhere': inFleet((world) => copyOf(world, {}), said),
}
