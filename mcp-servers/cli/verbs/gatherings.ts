import type { GatheringReport } from '../../../main/contract/api/reports.ts'
import type { steering } from '../../../main/contract/gatherings/gatherings.ts'
import type { App } from '../app.ts'
import { cleanLines } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { gatheringsTable, gatheringWords, outOfTurn, gatheringLine } from '../show-gatherings.ts'
import { choice, flag, nameList, one, option, row, text, under } from '../verb.ts'
import { messageKey } from './messages.ts'

const id = one('ID', { source: 'gathering' })
const to = option('NAME', 'Who comes next, by the name of a seat', { source: 'agent' })

const steers: Readonly<Record<Exclude<(typeof steering)[number], 'note'>, string>> = {
  take: 'Take the piece next, with your seat',
  hand: 'Raise your hand, or lower it',
  pause: 'Pause it',
  hold: 'Stop the clock of the present turn',
  resume: 'Lift a pause or a hold',
  skip: 'End the present turn; --to names who comes next',
  extend: 'Give the present turn one more reminder',
  open: 'Show the opening statements that are under seal',
  close: 'End it with a harvest of what there is',
  here: 'Say that you are here',
  start: 'Start one that was proposed',
  dismiss: 'Dismiss one that was proposed',
}

const speech = {
  args: { id, text: text() },
  options: { to },
  more: 'TEXT is read from standard input where it is -.',
} as const

type Said = { readonly id: string; readonly text: string; readonly to: string | undefined }
const saidIn = async (given: Said, app: App) => ({ ...given, text: await app.textOf(given.text) })

type Decided = Readonly<Record<'decide', 'consent' | 'vote' | undefined>> &
  Readonly<Record<'options', readonly string[]>> &
  Readonly<Record<'alone', true | undefined>>

function decisionIn({ decide, options, alone }: Decided) {
  if (decide === undefined && (options.length > 0 || alone))
    throw new EndingError('usage', '--options and --alone go with --decide.')
  if (decide === undefined) return undefined
  return { by: decide, alone, options: options.length > 0 ? [...options] : undefined }
}

export const gatheringVerbs = under('Working together', [
  row({
    name: 'gatherings',
    about: 'List the gatherings; open one, speak in it, steer it',
    asks: 'gatherings.list',
    words: gatheringsTable,
  }),
  row({
    name: 'gatherings show',
    about: 'Show what was said and harvested',
    args: { id },
    asks: 'gatherings.get',
    words: gatheringWords,
  }),
  row({
    name: 'gatherings export',
    about: 'The same as Markdown',
    args: { id },
    asks: 'gatherings.export',
    words: ({ markdown }) => cleanLines(markdown),
  }),
  row({
    name: 'gatherings convene',
    about: 'Open a gathering about a question',
    args: { topic: one('TOPIC'), question: one('QUESTION') },
    options: {
      with: nameList('A,B,C', 'Who speaks, in this order'),
      harvester: option('NAME', 'Who listens and writes the harvest', { source: 'agent' }),
      rhythm: option('NAME', 'How it goes: one of janus api GET /rhythms'),
      seat: option('N', 'Your own number in the order of speaking'),
      decide: choice(['consent', 'vote'], 'HOW', 'How it ends: whether each seat consents, or a vote'),
      options: nameList('A,B', 'What a vote is about; without it what is put up in the exhale'),
      alone: flag('You alone answer; needs --seat'),
    },
    examples: ['janus gatherings convene Friday "Ship on Friday?" --with Scout,Builder --harvester Scribe'],
    asks: 'gatherings.convene',
    input: async ({ topic, question, with: names, harvester, rhythm, seat, ...rest }, app) => {
      if (names.length === 0 || harvester === undefined)
        throw new EndingError('usage', 'It needs --with A,B and --harvester C.')
      if (seat !== undefined && !/^[1-9]\d?$/.test(seat))
        throw new EndingError('usage', '--seat is your number in the order.')
      return {
        topic,
        question: await app.textOf(question),
        rhythm,
        participants: names.map((name) => ({ name })),
        harvester: { name: harvester },
        user: seat === undefined ? undefined : { number: Number(seat) },
        decision: decisionIn(rest),
        idempotencyKey: messageKey(),
      }
    },
    words: gatheringLine,
  }),
  row({
    name: 'gatherings say',
    about: 'Speak, in turn or as host',
    ...speech,
    asks: 'gatherings.say',
    input: saidIn,
    words: (circle) => outOfTurn(circle) + gatheringLine(circle),
  }),
  row({
    name: 'gatherings note',
    about: 'Write a note for your turn',
    ...speech,
    asks: 'gatherings.steer',
    input: async (given, app) => ({ ...(await saidIn(given, app)), verb: 'note' }),
    words: gatheringLine,
  }),
  row({
    name: 'gatherings pass',
    about: 'Pass without a word, while you have the piece',
    args: { id },
    options: { to },
    asks: 'gatherings.pass',
    words: (circle) => gatheringLine(circle as GatheringReport),
  }),
  ...Object.entries(steers).map(([verb, about]) =>
    row({
      name: `gatherings ${verb}`,
      about,
      args: { id },
      options: verb === 'skip' ? { to } : {},
      asks: 'gatherings.steer',
      input: (given) => ({ ...given, verb }),
      words: gatheringLine,
    }),
  ),
])
