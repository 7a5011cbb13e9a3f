import { crew } from '../domain/crew.ts'
import type { Surroundings } from '../domain/janus.ts'
import type { World } from '../domain/world.ts'
import type { StoryPlay, Stories } from '../play.ts'
import type { Hand } from '../hand.ts'
import { circle } from './circle.ts'

/** The possible participants: one waits for another agent, one for the user. */
async function people(world: World): Promise<void> {
  await crew(world)
  await world.make('Scribe', { role: 'writes down what counts' })
  await world.user('oauth-impl', 'Add a scope.')
  world.card('oauth-impl', 'AskUserQuestion', {
    questions: [{ question: 'Which scope?', header: 'Scope', options: [], multiSelect: false }],
  })
  await world.user('Builder', 'Write the change.')
}

/** The start sheet, and what is done in it. */
const sheet = (
  act: (hand: Hand, world: World) => Promise<void> = async () => {},
  story: (world: World) => Promise<unknown> = people,
  app: Surroundings = {},
): StoryPlay => ({
  app,
  story,
  act: async (hand, world) => {
    await hand.click('nav button', 'New gathering')
    await hand.see('dialog dd', /\d/)
    await act(hand, world)
  },
})

const options = (hand: Hand) => hand.click('dialog summary', 'Options')
const fill = async (hand: Hand) => {
  await hand.type('dialog textarea', 'What would make us regret shipping on Friday?')
}
const addSeat = async (hand: Hand, name: string | RegExp) => {
  await hand.click('dialog button', 'Add a seat')
  await hand.click('dialog [role=menuitem]', name)
}
/** All agents are in a gathering. */
const elsewhere = async (world: World) => {
  await people(world)
  await circle(world, {
    topic: 'Monday',
    people: world.names().filter((name) => name !== 'Scribe'),
    structure: [1, 1, 1],
  })
  world.inView = {}
}

export const convenePlays: Stories = {
  convene: sheet(async (hand) => {
    await fill(hand)
    await addSeat(hand, 'Yourself')
    await hand.see('dialog button', 'Move Mo').then((grip) => grip.focus())
    for (const _ of [1, 2]) await hand.press('Control+Shift+ArrowUp')
  }),
  'convene-usual': sheet(),
  'convene-decision': sheet(async (hand) => {
    await fill(hand)
    await addSeat(hand, 'Yourself')
    await options(hand)
    await hand.choose('dialog details .field:has(label) > select', 'vote')
    await hand.type('dialog [data-field=options]', 'Behind a flag\nOn Monday\nNot at all')
  }),
  'convene-add': sheet((hand) => hand.click('dialog button', 'Add a seat')),
  'convene-own': sheet(async (hand) => {
    await options(hand)
    await hand.type('dialog input', 'decides in the end', /^Description of /)
    await hand.type('dialog input', '3', 'Hold')
    await hand.type('dialog input', '1', 'Inhale')
    await hand.click('dialog button', 'Change who harvests')
  }),
  // A chosen agent joins another gathering meanwhile.
  'convene-refused': sheet(async (hand, world) => {
    await fill(hand)
    await circle(world, { topic: 'Winter timetable', people: ['Critic', 'docs'] })
    await hand.click('dialog button', 'Start')
    await hand.see('dialog .problem')
  }),
  'convene-missing': sheet(async (hand) => {
    await options(hand)
    await hand.type('dialog input', '', /^Name$/)
    await hand.type('dialog input', 'a lot', 'Limit')
  }),
  'convene-number': sheet(async (hand) => {
    await options(hand)
    await hand.type('dialog input', '99', 'Reminders per turn')
    await hand.click('dialog button', 'Start')
  }),
  'convene-name': sheet(async (hand) => {
    await addSeat(hand, 'A new agent')
    await hand.type('dialog input', 'Mo', 'Name of the new agent')
    await hand.see('dialog .problem')
    await hand.click('dialog button', 'Start')
  }),
  'convene-elsewhere': sheet(undefined, elsewhere),
  'convene-template': sheet(async (hand) => {
    await fill(hand)
    await options(hand)
    await hand.click('dialog button', 'Save as template…')
    await hand.type('dialog footer input', 'Friday')
  }),
  'convene-templates': sheet(
    async (hand) => {
      await options(hand)
      await hand.click('dialog button', 'More templates')
    },
    async (world) => {
      await people(world)
      const { beatsPerTurn, beatIntervalSeconds } = { beatsPerTurn: 3, beatIntervalSeconds: 60 }
      const shape = { structure: [1, 2, 1] as [number, number, number], beatsPerTurn, beatIntervalSeconds }
      await world.ask('rhythms.keep', { name: 'monday', about: 'How the week begins', ...shape })
      await world.ask('rhythms.keep', { name: 'before a release', ...shape })
    },
  ),
  'convene-newcomer': sheet(undefined, (world) => world.make('Scout'), {
    rehearsal: true,
    settings: { openInhale: true },
  }),
  'convene-twenty': sheet(
    async (hand) => {
      for (let at = 8; at < 20; at += 1) await addSeat(hand, at === 8 ? 'Yourself' : /^Voice \d+$/)
    },
    async (world) => {
      for (let at = 0; at < 20; at += 1)
        await world.make(`Voice ${at + 1}`, at % 3 === 0 ? { role: 'sees it from the side' } : {})
    },
  ),
}
