import { after, crew } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import type { Stories } from '../play.ts'
import { talk, tasks } from './said.ts'

/** An agent asks for permission, in a turn that starts if there is none. */
export async function asks(world: World, name: string): Promise<void> {
  await world.user(name, 'Migrate it.', { now: true })
  world.card(name, 'Bash', { command: 'npm run migrate' })
}

/** Builder and twenty tabs in three folders, most of them asleep, some unread. */
async function many(world: World): Promise<void> {
  await world.make('Builder', { role: 'writes the code', model: 'opus' })
  for (let at = 0; at < 20; at += 1)
    await world.make(`Agent ${at + 1}`, {
      cwd: ['/home/mo/code/ferry', '/home/mo/code/guide', '/home/mo/notes'][at % 3] ?? '/',
    })
  for (let at = 19; at >= 0; at -= 1) {
    world.at(at > 7 ? at * 7 : at + 1)
    if (at === 7) await world.seen()
    const name = `Agent ${at + 1}`
    await world.turn(
      name,
      ['user', 'What is new?'],
      ['text', 'The tide table is in; two berths are free until noon.'],
    )
    if (at % 2 === 0) await world.ask('agents.seen', { agent: world.id(name), row: 10 })
  }
  await asks(world, 'Agent 4')
  world.fact('Agent 5', { type: 'background.changed', tasks })
  await world.turn('Builder', ...talk)
}

export const attentionPlays: Stories = {
  'needs-area': {
    story: after([talk], async (world) => {
      for (const name of ['Scout', 'Schema']) await asks(world, name)
    }),
  },
  unread: {
    story: async (world) => {
      await crew(world)
      await world.turn('Builder', ...talk)
      for (const name of ['Builder', 'Critic', 'Schema', 'oauth-impl', 'changelog'])
        await world.ask('agents.seen', { agent: world.id(name), row: 100 })
      world.end('Scout')
    },
  },
  'tabs-many': { story: many },
  'tabs-asleep': { story: many, act: (hand) => hand.click('nav h2 button', /^Asleep/) },
  'tabs-filter': { story: many, act: (hand) => hand.type('nav input', 'guide tide') },
  'tabs-chosen': {
    story: many,
    act: async (hand, world) => {
      const { choose } = await import('../../features/tabs/chosen-bar.tsx')
      choose(['Agent 1', 'Agent 2', 'Agent 3'].map((name) => world.id(name)))
      await hand.see('[data-part=chosen]')
    },
  },
  'notify-offer': {
    app: { settings: { notifyOffered: false } },
    story: after([talk]),
    act: async (hand, world) => {
      const { offer } = await import('../../features/waiting/follow-news.ts')
      const place = { agent: world.id('Scout'), row: null }
      const of = {
        kind: 'finished',
        key: 'one',
        title: 'Scout finished',
        body: '',
        place,
        worked: 40_000,
      } as const
      offer.setState({ after: of })
      await hand.see('[data-part=notify-offer]')
    },
  },
}
