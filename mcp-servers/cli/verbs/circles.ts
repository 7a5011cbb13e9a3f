import type { CircleSeatView, CircleWordsView } from '../../../main/contract/fleet/fleet-views.ts'
import type { App } from '../app.ts'
import { terminalLine, cleanLines } from '../clean.ts'
import { EndingError, usage } from '../ending.ts'
import { flag, one, option, report, text, grouped, verb, type VerbResult } from '../verb.ts'
import { list } from '../table.ts'

const circlesTable = list<CircleSeatView>('No circle of another machine has a seat for you.', {
  CIRCLE: ({ circle }) => circle,
  TOPIC: ({ topic }) => topic,
  'CONVENED BY': ({ by }) => by,
  YOU: circleSeatWords,
})

const id = one('ID', { source: 'circle' })
const to = option('SEAT', 'To one seat, by its number or name')
const shownWords = 50

export async function seatsOf(app: App): Promise<readonly CircleSeatView[]> {
  const { fleet } = await app.ask('fleet.get')
  return (fleet?.machines ?? []).flatMap(({ circles }) => circles)
}

async function seatIn(circle: string, app: App): Promise<CircleSeatView> {
  const seat = (await seatsOf(app)).find((each) => each.circle === circle)
  if (!seat)
    throw new EndingError('refused', 'No circle of another machine has a seat for you under that id.')
  return seat
}

async function show({ id: circle }: { readonly id: string }, app: App): Promise<VerbResult> {
  const seat = await seatIn(circle, app)
  const { items } = await app.ask('circles.words', { circle, limit: shownWords })
  // Reading it here counts as seen, which starts the turn's clock.
  await app.ask('circles.seen', { circle })
  return { answer: { seat, words: items }, words: () => circleWords(seat, items.toReversed()) }
}

interface Said {
  readonly id: string
  readonly text: string
  readonly to: string | undefined
  readonly keep?: true | undefined
}

async function speak({ id: circle, text: written, to: called, keep }: Said, app: App): Promise<VerbResult> {
  const seat = await seatIn(circle, app)
  if (seat.turn === null)
    throw new EndingError('refused', `You do not have the piece. ${circleSeatWords(seat)}`)
  const answer = await app.ask('circles.say', {
    circle,
    turn: seat.turn.id,
    text: await app.textOf(written),
    keep,
    to: called === undefined ? undefined : numberOf(seat, called),
  })
  return { answer, words: () => circleSeatWords(answer.seat) }
}

const take = (does: 'sit' | 'leave', about: string) =>
  verb({
    name: `circles ${does}`,
    about,
    args: { id },
    run: async (given, app) => {
      const { circle } = await seatIn(given.id, app)
      const answer = await app.ask('circles.decide', { circle, take: does === 'sit' })
      return { answer, words: () => (answer.seat === null ? 'Dismissed.' : circleSeatWords(answer.seat)) }
    },
  })

export const circleVerbs = grouped('Working together', [
  verb({
    name: 'circles',
    about: 'Gatherings on other machines that keep a seat for you',
    run: (_, app) => report(seatsOf(app), (all) => circlesTable(all, app)),
  }),
  verb({
    name: 'circles show',
    about: 'Show who sits there and what was said',
    args: { id },
    more: 'The clock of your turn starts when you have seen it.',
    run: show,
  }),
  take('sit', 'Take the seat that is kept for you'),
  take('leave', 'Leave your seat, or dismiss a gathering that is over'),
  verb({
    name: 'circles say',
    about: 'Speak while you have the piece',
    args: { id, text: text() },
    options: { to, keep: flag('Keep the piece') },
    run: speak,
  }),
  verb({
    name: 'circles pass',
    about: 'Pass the piece without a word',
    args: { id },
    options: { to },
    run: (given, app) => speak({ ...given, text: '' }, app),
  }),
])

/** Finds a seat by number, full name, or name without its machine. */
function numberOf({ now }: CircleSeatView, called: string): number {
  const seats = now?.seats ?? []
  const wanted = called.toLowerCase()
  const forms = (name: string) => [name, name.split('@')[0] ?? ''].map((each) => each.toLowerCase())
  const found = seats.filter((each) => String(each.number) === called || forms(each.name).includes(wanted))
  if (found.length === 1 && found[0]) return found[0].number
  const names = seats.map(({ number, name }) => `${String(number)} ${terminalLine(name)}`).join(', ')
  throw usage(`--to is a participant: ${names || 'none is known'}.`)
}

function circleSeatWords({ circle, status, turn, now, isPaused }: CircleSeatView): string {
  if (status === 'asked') return `A seat is kept for you: janus circles sit ${circle}`
  if (status === 'left') return `You are not there, and can come while it runs: janus circles sit ${circle}`
  if (status === 'over') return `It is over for you; dismiss it: janus circles leave ${circle}`
  if (turn !== null) return `You have the piece: janus circles say ${circle} TEXT`
  if (now?.phase === 'harvest') return `All has been said; ${terminalLine(now.harvester)} writes the harvest.`
  if (isPaused) return 'It is paused.'
  const holder = now?.seats.find(({ number }) => number === now.holder)
  return holder ? `${terminalLine(holder.name)} has the piece.` : 'You listen.'
}

function circleWords(seat: CircleSeatView, words: readonly CircleWordsView[]): string {
  const { topic, by, now } = seat
  return [
    `${terminalLine(topic)}, convened by ${terminalLine(by)}`,
    ...(now === null ? [] : [terminalLine(now.question), seatsLine(now)]),
    '',
    ...words.flatMap(({ from, number, text, answer }) => [
      `${terminalLine(from)}${number === null ? '' : ` (${String(number)})`}: ${cleanLines(text)}`,
      ...(answer === null ? [] : [`You: ${answerLine(answer)}`]),
    ]),
    '',
    circleSeatWords(seat),
  ].join('\n')
}

function answerLine({ text, isSilence }: NonNullable<CircleWordsView['answer']>): string {
  return text === '' ? (isSilence ? '(silence)' : '(passed)') : cleanLines(text)
}

function seatsLine({
  seats,
  holder,
  yours,
  phase,
  round,
  rounds,
}: NonNullable<CircleSeatView['now']>): string {
  const where =
    phase === null
      ? ''
      : phase === 'harvest'
        ? 'harvest: '
        : `${phase} ${String(round)} of ${String(rounds)}: `
  const one = ({ number, name, had, left }: (typeof seats)[number]) => {
    const signs = [
      ...(number === yours ? ['you'] : []),
      ...(number === holder ? ['has the piece'] : left ? ['left'] : had ? ['spoke'] : []),
    ]
    return `${String(number)} ${terminalLine(name)}${signs.length === 0 ? '' : ` (${signs.join(', ')})`}`
  }
  return `${where}${seats.map(one).join(', ')}`
}
