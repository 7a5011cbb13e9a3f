import type { CircleSeatView, CircleWordsView, FleetView } from '../../main/contract/fleet-views.ts'
import type { Page } from '../../main/contract/views.ts'
import { part, type ApiRequest } from '../shared/ask.ts'
import { clean, cleanLines } from './clean.ts'
import { EndingError } from './ending.ts'
import { table } from './show.ts'

/** What is wanted with circles of other houses that keep a seat for the person; a text of `-` is still to be read. */
export type CircleCommand =
  | { readonly do: 'list' }
  | { readonly do: 'show' | 'sit' | 'leave'; readonly id: string }
  | {
      readonly do: 'say'
      readonly id: string
      /** Empty: the piece moves on without a word. */
      readonly text: string
      /** A seat there, by number or name. */
      readonly to: string | null
      readonly keep: boolean
    }

const usage =
  'Say it as: janus circles [show ID | sit ID | leave ID | say ID TEXT | pass ID]\nSee janus --help.'
/** So many of the newest words are shown. */
const shownWords = 50

/** Reads what stands behind `janus circles`. Throws `EndingError` that says how it is written. */
export function readCircles(
  [verb, id, ...words]: readonly string[],
  { to = null, keep = false }: { readonly to?: string | null; readonly keep?: boolean },
): CircleCommand {
  if (verb === undefined) return { do: 'list' }
  const isSaid = verb === 'say'
  if (id === undefined || isSaid !== words.length > 0) throw new EndingError('usage', usage)
  if (verb === 'show' || verb === 'sit' || verb === 'leave') return { do: verb, id }
  if (isSaid || verb === 'pass') return { do: 'say', id, text: words.join(' '), to, keep: isSaid && keep }
  throw new EndingError('usage', usage)
}

type Ask = (request: ApiRequest) => Promise<unknown>

/** What came of it: as the app answers, and in words. */
interface Done {
  readonly answer: unknown
  readonly words: string
}

/** Does what is wanted; `text`: what is said. */
export async function carryOutCircles(what: CircleCommand, text: string, ask: Ask): Promise<Done> {
  const all = await seatsOf(ask)
  if (what.do === 'list') return { answer: all, words: listed(all) }
  const seat = all.find(({ circle }) => circle === what.id)
  if (!seat) throw new EndingError('refused', `No circle of another house has a seat for you under that id.`)
  const path = `/fleet/circles/${part(seat.circle)}`
  const post = (to: string, body: object) =>
    ask({ method: 'POST', path: `${path}/${to}`, body, repeatable: false })
  if (what.do === 'show') {
    const { items } = (await ask({
      ...{ method: 'GET', path: `${path}/words?limit=${String(shownWords)}`, repeatable: true },
    })) as Page<CircleWordsView>
    // Who reads it here has looked.
    await post('seen', {})
    return { answer: { seat, words: items }, words: shown(seat, items.toReversed()) }
  }
  if (what.do === 'say') {
    const answer = (await post('say', sayingOf(seat, what, text))) as { readonly seat: CircleSeatView }
    return { answer, words: standing(answer.seat) }
  }
  const answer = (await post('seat', { take: what.do === 'sit' })) as { readonly seat: CircleSeatView | null }
  return { answer, words: answer.seat === null ? 'It is put away.' : standing(answer.seat) }
}

async function seatsOf(ask: Ask): Promise<readonly CircleSeatView[]> {
  const { fleet } = (await ask({ method: 'GET', path: '/fleet', repeatable: true })) as {
    readonly fleet: FleetView | null
  }
  return (fleet?.houses ?? []).flatMap(({ circles }) => circles)
}

function sayingOf(seat: CircleSeatView, { to, keep }: CircleCommand & { do: 'say' }, text: string): object {
  if (seat.turn === null) throw new EndingError('refused', `You do not have the piece. ${standing(seat)}`)
  const goes = to === null ? {} : { to: numberOf(seat, to) }
  return { turn: seat.turn.id, text, ...(keep ? { keep } : {}), ...goes }
}

/** The seat that is called so, by its number, its whole name, or that without its house. */
function numberOf({ now }: CircleSeatView, called: string): number {
  const seats = now?.seats ?? []
  const wanted = called.toLowerCase()
  const forms = (name: string) => [name, name.split('@')[0] ?? ''].map((one) => one.toLowerCase())
  const found = seats.filter((one) => String(one.number) === called || forms(one.name).includes(wanted))
  if (found.length === 1 && found[0]) return found[0].number
  const names = seats.map(({ number, name }) => `${String(number)} ${clean(name)}`).join(', ')
  throw new EndingError('usage', `--to is one of those who sit there: ${names || 'nobody is known'}.`)
}

function listed(all: readonly CircleSeatView[]): string {
  if (all.length === 0) return 'No circle of another house has a seat for you.'
  const rows = all.map((seat) => [seat.circle, clean(seat.topic), clean(seat.by), standing(seat)])
  return table([['CIRCLE', 'TOPIC', 'CONVENED BY', 'YOU'], ...rows])
}

/** How the person stands there, and what they can do, in a sentence or two. */
function standing({ circle, stands, turn, now, isPaused }: CircleSeatView): string {
  if (stands === 'asked') return `A seat is kept for you: janus circles sit ${circle}`
  if (stands === 'left') return `You are not there, and can come while it runs: janus circles sit ${circle}`
  if (stands === 'over') return `It is over for you; put it away: janus circles leave ${circle}`
  if (turn !== null) return `You have the piece: janus circles say ${circle} TEXT`
  if (now?.phase === 'harvest') return `All has been said; ${clean(now.harvester)} writes the harvest.`
  if (isPaused) return 'It is paused.'
  const holder = now?.seats.find(({ number }) => number === now.holder)
  return holder ? `${clean(holder.name)} has the piece.` : 'You listen.'
}

function shown(seat: CircleSeatView, words: readonly CircleWordsView[]): string {
  const { topic, by, now } = seat
  return [
    `${clean(topic)}, convened by ${clean(by)}`,
    ...(now === null ? [] : [clean(now.question), seatsLine(now)]),
    '',
    ...words.flatMap(({ from, number, text, answer }) => [
      `${clean(from)}${number === null ? '' : ` (${String(number)})`}: ${cleanLines(text)}`,
      ...(answer === null ? [] : [`You: ${answerLine(answer)}`]),
    ]),
    '',
    standing(seat),
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
    return `${String(number)} ${clean(name)}${signs.length === 0 ? '' : ` (${signs.join(', ')})`}`
  }
  return `${where}${seats.map(one).join(', ')}`
}
