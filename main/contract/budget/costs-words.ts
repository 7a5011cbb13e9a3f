import type { TimerPart } from './budget.ts'
import type { Uncounted } from './costs.ts'

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

/** `Builder, check: Look at the tests`: a timer, beside what it used. */
export function timerCostName({ agent, intent, name }: Pick<TimerPart, 'agent' | 'intent' | 'name'>): string {
  return `${agent}, ${intent}${name === '' ? '' : `: ${name}`}`
}

/** What caps cannot count, a sentence each; `isPaid` false, as in a rehearsal: money is not spoken of. */
export function uncountedWords({ money, all }: Uncounted, isPaid: boolean): readonly string[] {
  const tell = (names: readonly string[], what: string): string =>
    `${listed(names)}: ${names.length === 1 ? 'it tells' : 'they tell'} ${what}.`
  return [
    ...(isPaid && money.length > 0 ? [`A cap on money cannot count ${tell(money, 'tokens, no price')}`] : []),
    ...(all.length > 0 ? [`No cap can count ${tell(all, 'nothing of what turns use')}`] : []),
  ]
}
