import { after, crew } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import type { Hand } from '../hand.ts'
import { inOrder, type StoryPlay, type Stories } from '../play.ts'
import { circle, harvested, reasons, speak, works } from './circle.ts'
import { talk } from './said.ts'

/** The crew; nobody is in a turn. */
const free = async (world: World) => {
  await after([talk.slice(0, 1)])(world)
  world.end('Scout')
  await world.make('Scribe', { role: 'harvests' })
}

/** Builder has the piece, as the third of four. */
const runs = async (world: World) => {
  await free(world)
  const id = await circle(world, {
    people: ['Scout', 'Critic', 'Builder', 'Schema'],
    structure: [1, 2, 1],
    sealed: false,
  })
  await speak(
    world,
    id,
    'Three of us named the grace window and each assumed someone else had it. The window is ten seconds, and nobody owns it. If it is wrong, we sign people out while they are boarding.\n\nSo my regret would not be the code.',
    'Scout said it.',
  )
  await world.ask('gatherings.say', {
    id,
    text: 'Please say what it costs to wait until Monday.',
    host: true,
    pause: false,
  })
  world.at(0.9)
  await works(
    world,
    id,
    ['call', 'Bash', { command: 'npm test -- refresh' }, '7 passed'],
    [
      'text',
      'I can put it behind a flag today. What I cannot do today is show that no session stays half-rotated.',
    ],
  )
  await world.send('oauth-impl', 'Builder', 'Which scope should the ferry app request?')
  await world.seen()
  world.inView = {}
}
const yours = async (world: World, people = ['Scout', 'Critic', 'Builder', 'me']) => {
  const id = await circle(world, { people, sealed: false })
  await speak(world, id, ...reasons(people.indexOf('me')))
  world.inView = {}
}
/** Scout proposes a gathering. */
const proposed = async (world: World) => {
  await world.user('Scout', 'Find out who owns the grace window.')
  const { id } = await world.ask(
    'gatherings.convene',
    {
      topic: 'Who owns the grace window?',
      question: 'Who is awake on Saturday when it goes wrong, and what may they switch off?',
      participants: ['Scout', 'Critic', 'Builder'].map((agent) => ({ agent })),
      harvester: { agent: world.names().findLast((name) => name.startsWith('Scribe')) },
      maxCost: 2,
    },
    'Scout',
  )
  await world.turn('Scout', ['text', 'Nobody does. I would like all of us to discuss it.'])
  return id
}
const others = async (world: World) => {
  const plan = { maxCost: 0.03, sealed: false, structure: [1, 1, 1] as [number, number, number] }
  const capped = await circle(world, { people: ['Schema', 'docs'], topic: 'Winter timetable', ...plan })
  await speak(world, capped, ...reasons(1))
  const stopped = await circle(world, {
    people: ['oauth-impl', 'changelog'],
    topic: 'What the flag is called',
  })
  await world.ask('gatherings.steer', { id: stopped, verb: 'pause' })
  world.inView = {}
}
const over = async (world: World) => {
  const id = await circle(world, {
    people: ['Schema', 'docs'],
    topic: 'Name of the new service',
    structure: [1, 1, 1],
  })
  await speak(world, id, ...reasons(6))
  await harvested(world, id, 'It is called Tide.')
  await world.seen()
  world.inView = {}
}

const play = (
  stories: readonly ((world: World) => Promise<unknown>)[],
  act?: StoryPlay['act'],
  more: Partial<StoryPlay> = {},
): StoryPlay => ({
  story: inOrder(...stories),
  act,
  ...more,
})
const tray = (hand: Hand) => hand.click('footer button', /needs? you/)

/** Gatherings outside of their pane: in the list, in an agent's tab, in the tray. */
export const seatedPlays: Stories = {
  'seat-piece': play([runs]),
  'seat-other': play([free, (world) => yours(world)]),
  'tabs-gatherings-collapsed': play([runs], undefined, { kept: { list: 'collapsed' } }),
  'tabs-gatherings': play([free, over, others, (world) => yours(world, ['me', 'Critic', 'Scout'])], (hand) =>
    hand.context('[data-part=tab-row]', /Name of the new service/),
  ),
  'proposal-card': play([
    free,
    over,
    async (world) => {
      await proposed(world)
      world.inView = { agent: world.id('Scout') }
    },
  ]),
  'tray-gatherings': play([free, proposed, others, (world) => yours(world, ['me', 'Critic'])], tray),
  'palette-gatherings': play(
    [free, over, (world) => circle(world, { people: ['Builder', 'Critic'] })],
    async (hand) => {
      await hand.open({ kind: 'palette', text: '#' }, 'dialog li[role=option]')
    },
  ),
  'convene-proposal': {
    story: free,
    act: async (hand, world) => {
      const id = await proposed(world)
      await hand.see('[data-gathering] [data-part=tab]')
      await hand.open({ kind: 'convene', proposal: id }, 'dialog dd', /\d/)
    },
  },
  'first-gathering': { story: crew },
  'first-gathering-alone': { app: { rehearsal: true }, story: async () => {} },
}
