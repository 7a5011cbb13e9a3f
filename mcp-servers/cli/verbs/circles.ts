import type { CircleSeatView } from '../../../main/contract/fleet/fleet-views.ts'
import type { App } from '../app.ts'
import { terminalLine } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { circlesTable, circleWords, circleSeatWords } from '../show-circles.ts'
import { flag, one, option, report, text, under, verb, type VerbResult } from '../verb.ts'

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

export const circleVerbs = under('Working together', [
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
  throw new EndingError('usage', `--to is a participant: ${names || 'none is known'}.`)
}
