import type { CircleSeatView, CircleWordsView } from '../../main/contract/fleet/fleet-views.ts'
import { terminalLine, cleanLines } from './clean.ts'
import { list } from './table.ts'

export const circlesTable = list<CircleSeatView>('No circle of another machine has a seat for you.', {
  CIRCLE: ({ circle }) => circle,
  TOPIC: ({ topic }) => topic,
  'CONVENED BY': ({ by }) => by,
  YOU: circleSeatWords,
})

export function circleSeatWords({ circle, stands, turn, now, isPaused }: CircleSeatView): string {
  if (stands === 'asked') return `A seat is kept for you: janus circles sit ${circle}`
  if (stands === 'left') return `You are not there, and can come while it runs: janus circles sit ${circle}`
  if (stands === 'over') return `It is over for you; dismiss it: janus circles leave ${circle}`
  if (turn !== null) return `You have the piece: janus circles say ${circle} TEXT`
  if (now?.phase === 'harvest') return `All has been said; ${terminalLine(now.harvester)} writes the harvest.`
  if (isPaused) return 'It is paused.'
  const holder = now?.seats.find(({ number }) => number === now.holder)
  return holder ? `${terminalLine(holder.name)} has the piece.` : 'You listen.'
}

export function circleWords(seat: CircleSeatView, words: readonly CircleWordsView[]): string {
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
