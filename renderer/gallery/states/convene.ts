import type { GatheringPreview } from '../../../main/contract/gatherings/gathering-views.ts'
import { rhythms } from '../gathering-answers.ts'
import { agent, ago, asks, card, set, status, view } from '../make.ts'
import type { Play, Plays } from '../play.ts'
import type { Hand } from '../hand.ts'

const scout = agent(0, 'Scout', { status: 'working', role: 'knows the provider', since: ago(1) })
const builder = agent(1, 'Builder', { status: 'working', role: 'wrote the change', turnNumber: 31 })
const critic = agent(2, 'Critic', {
  status: 'working',
  role: 'looks for what breaks',
  waitingFor: { agent: builder.id, name: 'Builder', since: ago(2) },
})
const schema = agent(3, 'Schema', { role: 'keeps the data' })
const oauth = agent(5, 'oauth-impl', {
  status: 'working',
  role: 'will run it',
  needs: 'question',
  cards: [card({ kind: 'question', ...asks('AskUserQuestion', {}), title: 'Which scope?' })],
})
const scribe = agent(6, 'Scribe', { status: 'asleep', role: 'writes down what counts' })
const all = [scout, builder, critic, schema, oauth, scribe]

const told: GatheringPreview = {
  problems: [],
  problemAt: null,
  warnings: [
    'oauth-impl waits for your answer: in its turn the gathering waits for that, five minutes at most.',
  ],
  turns: 36,
  rounds: 6,
  modelTurns: { likely: [60, 75], most: 121 },
  time: 7_560_000,
  cost: { likely: [1.6, 2.4] },
  structure: [2, 2, 2],
  beatsPerTurn: 3,
  beatIntervalSeconds: 60,
  finalBeatGraceSeconds: 30,
  fork: null,
  keptIn: '/home/mo/ferry',
}

/** The start sheet over these tabs, and what is done in it. */
function sheet(act: (hand: Hand) => Promise<void> = async () => {}, changes: Partial<Play> = {}): Play {
  return {
    view: view(all),
    selected: builder.id,
    answers: { 'gatherings.preview': () => told },
    ...changes,
    act: async (hand, tell) => {
      await hand.click('nav button', 'New gathering')
      await hand.see('dialog dd', /\d/)
      await act(hand)
      await changes.act?.(hand, tell)
    },
  }
}

const monday = { gathering: 'gat-monday', topic: 'Monday', hasPiece: false } as const

const fill = async (hand: Hand) => {
  await hand.type('dialog input', 'Ship on Friday?', 'Topic')
  await hand.type('dialog textarea', 'What would make us regret shipping on Friday?')
}

const seat = async (hand: Hand) => {
  await hand.click('dialog button', 'Add a seat')
  await hand.click('dialog [role=menuitem]', 'Yourself')
}

const refusal = 'Builder sits in “Winter timetable”. An agent sits in one gathering at a time.'

/** The start sheet of a gathering. */
export const convenePlays: Plays = {
  convene: sheet(async (hand) => {
    await fill(hand)
    await seat(hand)
    await hand.type('dialog input', 'decides in the end', 'Role of Mo')
    for (const _ of [1, 2]) await hand.press('Control+Shift+ArrowUp')
  }),
  'convene-usual': sheet(),
  'convene-add': sheet((hand) => hand.click('dialog button', 'Add a seat')),
  'convene-own': sheet(async (hand) => {
    await hand.click('dialog [role=radio]', 'Own')
    await hand.click('dialog button', 'Change who harvests')
  }),
  'convene-refused': sheet(
    async (hand) => {
      await hand.click('dialog button', 'Open the circle')
      await hand.see('dialog .problem')
    },
    { answers: { 'gatherings.preview': () => ({ ...told, problems: [refusal], problemAt: 2 }) } },
  ),
  'convene-missing': sheet(async (hand) => {
    await hand.type('dialog input', '', 'Topic')
    await hand.type('dialog input', 'a lot', 'Stop and ask me at')
  }),
  'convene-number': sheet(async (hand) => {
    await hand.type('dialog input', '99', 'Beats in a turn')
    await hand.click('dialog button', 'Open the circle')
  }),
  'convene-name': sheet(
    async (hand) => {
      await hand.click('dialog button', 'Add a seat')
      await hand.click('dialog [role=menuitem]', 'A new tab')
      await hand.type('dialog input', 'Mo', 'Name of the new tab')
      await hand.see('dialog .problem')
      await hand.click('dialog button', 'Open the circle')
    },
    {
      answers: {
        'gatherings.preview': ({ participants }) => {
          const at = participants.findIndex((one) => one.name === 'Mo')
          const words = '"Mo" is the name of the person here, or looks like it; choose another.'
          return at < 0 ? told : { ...told, problems: [words], problemAt: at + 1 }
        },
      },
    },
  ),
  'convene-elsewhere': sheet(async () => {}, {
    view: view(all.map((one, at) => ({ ...one, seat: { ...monday, number: at + 1 } }))),
  }),
  'convene-template': sheet(async (hand) => {
    await fill(hand)
    await hand.click('dialog button', 'Save as template')
    await hand.type('dialog footer input', 'Friday')
  }),
  'convene-templates': sheet((hand) => hand.click('dialog button', 'Own templates'), {
    answers: {
      'gatherings.preview': () => told,
      'rhythms.list': () => [
        ...rhythms,
        ...rhythms.slice(0, 1).map((one) => ({ ...one, name: 'monday', about: 'How the week begins' })),
        ...rhythms.slice(2, 3).map((one) => ({ ...one, name: 'before a release', about: '' })),
      ],
    },
  }),
  'convene-newcomer': sheet(async () => {}, {
    view: view([agent(0, 'Scout')], {
      status: status({ rehearsal: true, settings: set({ openInhale: true }) }),
    }),
  }),
  'convene-twenty': sheet(async () => {}, {
    view: view(
      Array.from({ length: 20 }, (_, at) =>
        agent(at, `Voice ${at + 1}`, { role: at % 3 === 0 ? 'sees it from the side' : '' }),
      ),
    ),
    act: async (hand) => {
      for (let at = 8; at < 20; at += 1) {
        await hand.click('dialog button', 'Add a seat')
        await hand.click('dialog [role=menuitem]', at === 8 ? 'Yourself' : /^Voice \d+$/)
      }
    },
  }),
}
