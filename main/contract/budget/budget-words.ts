import { allTokens, type Cap, type LinkEstimate, type TurnUse, type Used } from './budget.ts'
import { ofContextWords } from '../agents/context.ts'
import { shortCount } from '../words/short-count.ts'

/** `12.4k tokens`. */
export const tokenWords = (count: number): string => (count === 1 ? '1 token' : `${shortCount(count)} tokens`)

/** `$0.12`; what is less than a cent and not nothing: `<$0.01`. */
export const moneyWords = (usd: number): string => (usd > 0 && usd < 0.005 ? '<$0.01' : `$${usd.toFixed(2)}`)

/** A use as far as words tell it. */
type SomeUse = Pick<Used, 'costUsd' | 'tokens'> & Partial<Pick<Used, 'unpriced'>>

/**
 * `$0.12, 42k tokens`; where turns told no price `at least $0.12, 42k tokens`, where none did `42k tokens`. `isPaid`
 * false, as in a rehearsal, where nothing costs anything: `42k tokens`.
 */
export function usedWords({ costUsd, tokens, unpriced = 0 }: SomeUse, isPaid: boolean): string {
  const words = tokenWords(allTokens(tokens))
  if (!isPaid || (unpriced > 0 && costUsd === 0)) return words
  return `${unpriced > 0 ? 'at least ' : ''}${moneyWords(costUsd)}, ${words}`
}

/**
 * `1,204 tokens in, 310 out, $0.31, 12 % of the context`: what one turn used, whole. `isPaid` false, as in a rehearsal,
 * where nothing costs anything.
 */
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

/** What a limit in dollars cannot count: turns that reported no price. Empty where all did, or there is no such limit. */
export function unpricedWords({ unpriced, cap }: Pick<Used, 'unpriced'> & { readonly cap: Cap }): string {
  if (unpriced === 0 || cap.usd === null) return ''
  return `${unpriced === 1 ? '1 turn' : `${String(unpriced)} turns`} reported no price: the limit in dollars does not count ${unpriced === 1 ? 'it' : 'them'}.`
}

/**
 * `about $0.12, at most $0.40 for 8 messages`; in tokens where `isPaid` is false. With members of other machines `…, in this
 * machine alone`.
 */
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
