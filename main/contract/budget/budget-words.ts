import { allTokens, type Cap, type LinkEstimate, type TurnUse, type Used } from './budget.ts'
import { ofContextWords } from '../agents/context.ts'
import { shortCount } from '../words/short-count.ts'

/** `12.4k tokens`. */
export const tokenWords = (count: number): string => (count === 1 ? '1 token' : `${shortCount(count)} tokens`)

/** `$0.12`; more than nothing is at least `<$0.01`. */
export const moneyWords = (usd: number): string => (usd > 0 && usd < 0.005 ? '<$0.01' : `$${usd.toFixed(2)}`)

type SomeUse = Pick<Used, 'costUsd' | 'tokens'> & Partial<Pick<Used, 'unpriced'>>

/**
 * `$0.12, 42k tokens`; `at least $0.12, …` if some turns reported no price, only tokens if none did. `isPaid`
 * is false in the demo, where nothing costs anything.
 */
export function usedWords({ costUsd, tokens, unpriced = 0 }: SomeUse, isPaid: boolean): string {
  const words = tokenWords(allTokens(tokens))
  if (!isPaid || (unpriced > 0 && costUsd === 0)) return words
  return `${unpriced > 0 ? 'at least ' : ''}${moneyWords(costUsd)}, ${words}`
}

/** `1,204 tokens in, 310 out, $0.31, 12 % of the context` for one turn. `isPaid` is false in the demo. */
export function turnUseWords({ costUsd, tokens, context }: TurnUse, isPaid: boolean): string {
  const { output } = tokens
  const whole = (count: number): string => count.toLocaleString('en')
  const input = allTokens(tokens) - output
  const money = !isPaid ? 'demo, no cost' : costUsd === null ? 'no price reported' : moneyWords(costUsd)
  const full = context === null ? [] : [ofContextWords(context)]
  const first = `${whole(input)} ${input === 1 ? 'token' : 'tokens'} in`
  return [first, `${whole(output)} out`, money, ...full].join(', ')
}

/** `$5.00`, `100k tokens`, `$5.00 or 100k tokens`, `no limit`. */
export function capWords({ usd, tokens }: Cap): string {
  const parts = [...(usd === null ? [] : [moneyWords(usd)]), ...(tokens === null ? [] : [tokenWords(tokens)])]
  return parts.length === 0 ? 'no limit' : parts.join(' or ')
}

/**
 * Warns that a limit in dollars misses turns without a reported price; empty if there are none, or no such
 * limit.
 */
export function unpricedWords({ unpriced, cap }: Pick<Used, 'unpriced'> & { readonly cap: Cap }): string {
  if (unpriced === 0 || cap.usd === null) return ''
  return `${unpriced === 1 ? '1 turn' : `${String(unpriced)} turns`} reported no price: the limit in dollars does not count ${unpriced === 1 ? 'it' : 'them'}.`
}

/** `about $0.12, at most $0.40 for 8 messages`, in tokens if `isPaid` is false. */
export function estimateWords(
  { crossings, turns, elsewhere, cost, tokens }: LinkEstimate,
  isPaid: boolean,
): string {
  const of = `${String(crossings)} ${crossings === 1 ? 'message' : 'messages'}`
  if (turns.most === 0) return `nothing by itself: it starts no turn, and ${of} are sent with other prompts`
  const range = isPaid ? cost : tokens
  const where = elsewhere === 0 ? '' : ', on this machine alone'
  if (range === null) return `not known yet for ${of}: neither has finished a turn${where}`
  const say = isPaid ? moneyWords : tokenWords
  return `about ${say(range.likely)}, at most ${say(range.most)} for ${of}${where}`
}
