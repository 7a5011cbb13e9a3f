import type { GatheringExport } from '../../../main/contract/gatherings/gathering-views.ts'
import type { GatheringReport, GatheringSummary } from '../../../main/contract/api/reports.ts'
import type { steering } from '../../../main/contract/gatherings/steering.ts'
import type { Page } from '../../../main/contract/api/views.ts'
import { part } from '../../shared/ask.ts'
import { cleanLines } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { gatheringsTable, gatheringWords, outOfTurn, standing } from '../show-gatherings.ts'
import { nameList, one, option, shown, text, verb, type Verb } from '../verb.ts'
import { messageKey } from './messages.ts'

const group = 'Working together'
const id = one('ID', { source: 'gathering' })
const to = option('NAME', 'Who comes next, by the name of a seat', { source: 'agent' })
const at = (gathering: string, does = ''): string => `/gatherings/${part(gathering)}${does}`

/** What each button of the window does, for the verb of that name. */
const steers: Readonly<Record<Exclude<(typeof steering)[number], 'note'> | 'pass', string>> = {
  pass: 'Pass without a word, while you have the piece',
  take: 'Take the piece next, with your seat',
  hand: 'Raise your hand, or lower it',
  pause: 'Pause it',
  hold: 'Stop the clock of the present turn',
  resume: 'Lift a pause or a hold',
  skip: 'End the present turn; --to names who comes next',
  extend: 'Give the present turn one more check-in',
  open: 'Show the opening statements that are under seal',
  close: 'End it with a harvest of what there is',
  here: 'Say that you are here',
  start: 'Start one that was proposed',
  dismiss: 'Dismiss one that was proposed',
}

const steer = ([does, about]: readonly [string, string]): Verb =>
  verb({
    name: `gatherings ${does}`,
    group,
    about,
    args: { id },
    options: does === 'pass' || does === 'skip' ? { to } : {},
    run: ({ id: circle, ...given }, app) =>
      shown<GatheringReport>(app.post(at(circle, `/${does}`), given), standing),
  })

const speak = (does: 'say' | 'note', about: string): Verb =>
  verb({
    name: `gatherings ${does}`,
    group,
    about,
    args: { id, text: text() },
    options: { to },
    more: 'TEXT is read from standard input where it is -.',
    run: async (given, app) => {
      const body = { text: await app.textOf(given.text), to: given.to }
      return shown<GatheringReport>(app.post(at(given.id, `/${does}`), body), (circle) =>
        does === 'say' ? outOfTurn(circle) + standing(circle) : standing(circle),
      )
    },
  })

const convene = verb({
  name: 'gatherings convene',
  group,
  about: 'Open a gathering about a question',
  args: { topic: one('TOPIC'), question: one('QUESTION') },
  options: {
    with: nameList('A,B,C', 'Who speaks, in this order'),
    harvester: option('NAME', 'Who listens and writes the harvest', { source: 'agent' }),
    rhythm: option('NAME', 'How it goes: one of janus api GET /rhythms'),
    seat: option('N', 'Your own number in the order of speaking'),
  },
  examples: ['janus gatherings convene Friday "Ship on Friday?" --with Scout,Builder --harvester Scribe'],
  run: async ({ topic, question, with: names, harvester, rhythm, seat }, app) => {
    if (names.length === 0 || harvester === undefined)
      throw new EndingError('usage', 'It needs --with A,B and --harvester C.')
    if (seat !== undefined && !/^[1-9]\d?$/.test(seat))
      throw new EndingError('usage', '--seat is your number in the order.')
    const body = {
      topic,
      question: await app.textOf(question),
      rhythm,
      participants: names.map((name) => ({ name })),
      harvester: { name: harvester },
      human: seat === undefined ? undefined : { number: Number(seat) },
      idempotencyKey: messageKey(),
    }
    return shown<GatheringReport>(app.post('/gatherings', body, 'again'), standing)
  },
})

/** Gatherings: lists them, opens one, speaks in it, steers it. */
export const gatheringVerbs: readonly Verb[] = [
  verb({
    name: 'gatherings',
    group,
    about: 'List the gatherings; open one, speak in it, steer it',
    run: (_, app) =>
      shown<Page<GatheringSummary>>(app.get('/gatherings'), ({ items }) =>
        gatheringsTable(items, app.around.columns),
      ),
  }),
  verb({
    name: 'gatherings show',
    group,
    about: 'Show what was said and harvested',
    args: { id },
    run: (given, app) => shown<GatheringReport>(app.get(at(given.id)), gatheringWords),
  }),
  verb({
    name: 'gatherings export',
    group,
    about: 'The same as Markdown',
    args: { id },
    run: (given, app) =>
      shown<GatheringExport>(app.get(at(given.id, '/export')), ({ markdown }) => cleanLines(markdown)),
  }),
  convene,
  speak('say', 'Speak, in turn or as host'),
  speak('note', 'Write a note for your turn'),
  ...Object.entries(steers).map(steer),
]
