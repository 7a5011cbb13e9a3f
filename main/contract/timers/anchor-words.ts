import type { UsualTurn } from '../budget/budget.ts'
import { moneyWords, tokenWords } from '../budget/budget-words.ts'

const hour = 3600

/**
 * What an anchor comes to, before it is switched on: `Each time is a turn of its own, lately about $0.03, 12k tokens. Every
 * 5 minutes: at most 12 an hour, $0.36.` `every`: in seconds. `isPaid` false, as in a rehearsal: tokens alone.
 */
export function anchorPriceWords(turn: UsualTurn | null, every: number, isPaid: boolean): string {
  const span = every <= hour ? { seconds: hour, of: 'an hour' } : { seconds: 24 * hour, of: 'a day' }
  const times = Math.max(1, Math.floor(span.seconds / every))
  const often = `At most ${times === 1 ? 'once' : `${String(times)} times`} ${span.of}`
  const rest = 'After two in a row with no word of anybody it rests.'
  if (turn === null)
    return `Each time is a turn of its own; what one uses is not known yet. ${often}. ${rest}`
  const use = (count: number): string => useWords(turn, count, isPaid)
  return `Each time is a turn of its own: lately about ${use(1)}. ${often}: ${use(times)}. ${rest}`
}

function useWords({ costUsd, tokens }: UsualTurn, times: number, isPaid: boolean): string {
  const words = tokenWords(Math.round(tokens * times))
  return isPaid && costUsd !== null ? `${moneyWords(costUsd * times)}, ${words}` : words
}
