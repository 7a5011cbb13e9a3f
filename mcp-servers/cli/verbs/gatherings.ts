import type {
  GatheringReport,
  GatheringSummary,
  UtteranceReport,
} from '../../../main/contract/api/reports.ts'
import type { steering } from '../../../main/contract/gatherings/gatherings.ts'
import type { App } from '../app.ts'
import { cleanLines, terminalLine } from '../clean.ts'
import { usage } from '../ending.ts'
import { choice, flag, nameList, one, option, requestVerb, text, grouped } from '../verb.ts'
import { messageKey } from './messages.ts'
import { list } from '../table.ts'

const gatheringsTable = list<GatheringSummary>(
  'There are no gatherings yet. Convene one: janus gatherings convene TOPIC QUESTION --with A,B --harvester C',
  {
    GATHERING: ({ id }) => id,
    TOPIC: ({ topic }) => shortTopic(topic),
    STATE: ({ state, phase, round }) => (state === 'closed' ? state : `${state}, ${phase} ${String(round)}`),
    PIECE: ({ holder }) => holder && `${holder.name} (${String(holder.number)})`,
    'MODEL TURNS': ({ turns }) => turns,
    COST: ({ cost }) => (cost === 0 ? '' : `$${cost.toFixed(2)}`),
    WHY: ({ closedBecause }) => closedBecause,
  },
)

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
    throw usage('--options and --alone go with --decide.')
  if (decide === undefined) return undefined
  return { by: decide, alone, options: options.length > 0 ? [...options] : undefined }
}

export const gatheringVerbs = grouped('Working together', [
  requestVerb({
    name: 'gatherings',
    about: 'List the gatherings; open one, speak in it, steer it',
    asks: 'gatherings.list',
    words: gatheringsTable,
  }),
  requestVerb({
    name: 'gatherings show',
    about: 'Show what was said and harvested',
    args: { id },
    asks: 'gatherings.get',
    words: gatheringWords,
  }),
  requestVerb({
    name: 'gatherings export',
    about: 'The same as Markdown',
    args: { id },
    asks: 'gatherings.export',
    words: ({ markdown }) => cleanLines(markdown),
  }),
  requestVerb({
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
      if (names.length === 0 || harvester === undefined) throw usage('It needs --with A,B and --harvester C.')
      if (seat !== undefined && !/^[1-9]\d?$/.test(seat)) throw usage('--seat is your number in the order.')
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
  requestVerb({
    name: 'gatherings say',
    about: 'Speak, in turn or as host',
    ...speech,
    asks: 'gatherings.say',
    input: saidIn,
    words: (circle) => outOfTurn(circle) + gatheringLine(circle),
  }),
  requestVerb({
    name: 'gatherings note',
    about: 'Write a note for your turn',
    ...speech,
    asks: 'gatherings.steer',
    input: async (given, app) => ({ ...(await saidIn(given, app)), verb: 'note' }),
    words: gatheringLine,
  }),
  requestVerb({
    name: 'gatherings pass',
    about: 'Pass without a word, while you have the piece',
    args: { id },
    options: { to },
    asks: 'gatherings.pass',
    words: (circle) => gatheringLine(circle as GatheringReport),
  }),
  ...Object.entries(steers).map(([verb, about]) =>
    requestVerb({
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

const topicLength = 40

/** Shortens a topic; `janus gatherings show` prints it in full. */
function shortTopic(topic: string): string {
  const letters = Array.from(topic)
  return letters.length > topicLength
    ? `${letters
        .slice(0, topicLength - 1)
        .join('')
        .trimEnd()}…`
    : topic
}

/** Speaking without the piece counts as the host's, which may pause the gathering. */
function outOfTurn({ utterances, paused }: GatheringReport): string {
  const isHost = utterances.findLast(({ kind }) => kind === 'said' || kind === 'host')?.kind === 'host'
  if (!isHost) return ''
  const stopped = paused === null ? '.' : ', and the circle is paused now.'
  return `It was not your turn, so this was said as host${stopped}\n`
}

function gatheringLine(one: GatheringReport): string {
  const { id, topic, state, phase, round, holder, paused, closedBecause } = one
  const where = state === 'proposed' || state === 'closed' ? state : `${state}, ${phase} ${String(round)}`
  const piece =
    holder === null ? '' : ` The piece is with ${terminalLine(holder.name)} (${String(holder.number)}).`
  const why = closedBecause === null ? '' : ` ${sentence(closedBecause)}`
  const stopped =
    paused === null
      ? ''
      : ` Paused by ${terminalLine(paused.by)} (${terminalLine(paused.why)}): resume lifts it.`
  return `${terminalLine(topic)} (${id}): ${where}.${piece}${stopped}${why}`
}

function gatheringWords(one: GatheringReport): string {
  const { question, participants, harvester, utterances, harvest, unfounded, path, decision } = one
  const seats = participants.map(({ number, name, role, isUser }) => {
    const what = isUser ? 'you' : role
    return `${String(number)} ${terminalLine(name)}${what === '' ? '' : ` (${terminalLine(what)})`}`
  })
  const parts = [
    gatheringLine(one),
    cleanLines(question),
    `${seats.join(', ')}; ${terminalLine(harvester)} listens`,
    ...utterances.map(rowWords),
    ...(harvest === null ? [] : [cleanLines(harvest)]),
    ...(harvest === null && decision ? [decisionWords(decision)] : []),
    ...unfounded.map((line) => `No source in this gathering: ${cleanLines(line)}`),
    ...(path === null ? [] : [`Kept as ${terminalLine(path)}`]),
  ]
  return parts.join('\n\n')
}

function decisionWords({ by, alone, options, outcome }: NonNullable<GatheringReport['decision']>): string {
  const who = alone ? 'you alone' : 'each seat'
  const list = options.map((option, at) => `\n${String(at + 1)} ${terminalLine(option)}`)
  const head = outcome ?? `After the exhale a ${by === 'vote' ? 'vote' : 'consent round'}: ${who}.`
  return `${cleanLines(head)}${list.join('')}`
}

function rowWords({ kind, name, number, phase, round, text }: UtteranceReport): string {
  const who = number === null ? terminalLine(name) : `${terminalLine(name)} (${String(number)})`
  if (text === null) return `${who}, ${phase} ${String(round)}: under seal`
  if (kind === 'phase' || kind === 'opened' || kind === 'note') return `— ${cleanLines(text)}`
  const what = kind === 'said' || kind === 'host' ? '' : `, ${kind}`
  return `${who}, ${phase} ${String(round)}${what}:\n${cleanLines(text)}`
}

function sentence(words: string): string {
  const text = terminalLine(words)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
