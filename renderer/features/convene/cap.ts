/** What a gathering stops at and asks the person. */
export type Cap =
  | { readonly kind: 'none' }
  | { readonly kind: 'cost'; readonly usd: number }
  | { readonly kind: 'turns'; readonly turns: number }

/** Reads what a person types: `$5.00`, `5`, `60 turns`, nothing. null: none of these. */
export function capIn(text: string): Cap | null {
  const typed = text.trim()
  if (typed === '') return { kind: 'none' }
  const turns = /^(\d{1,5})\s*(?:model\s+)?turns?$/i.exec(typed)?.[1]
  if (turns !== undefined) return within({ kind: 'turns', turns: Number(turns) }, Number(turns), 2)
  const amount = /^(?:\$|usd)?\s*(\d{1,5}(?:[.,]\d{1,4})?)\s*(?:\$|usd)?$/i.exec(typed)?.[1]
  if (amount === undefined) return null
  const usd = Number(amount.replace(',', '.'))
  return within({ kind: 'cost', usd }, usd, 0.000_1)
}

const within = (cap: Cap, value: number, least: number): Cap | null =>
  value >= least && value <= 10_000 ? cap : null

/** What is wrong with what was typed; empty: nothing. */
export const capProblem = (text: string): string =>
  capIn(text) === null ? 'Stop and ask me at: dollars, as $5.00, or model turns, as 60 turns.' : ''
