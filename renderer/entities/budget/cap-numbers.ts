import type { Cap } from '../../../main/contract/budget/budget.ts'

/** A cap as it is typed. */
export interface TypedCap {
  readonly usd: string
  readonly tokens: string
}

/** What is typed for a cap that holds. */
export const typedOf = ({ usd, tokens }: Cap): TypedCap => ({
  usd: usd === null ? '' : String(Number(usd.toFixed(2))),
  tokens: tokens === null ? '' : String(tokens),
})

/** `5`, `5.50`, `$5`; null for what is no amount above nothing. */
export function usdIn(typed: string): number | null {
  const words = typed.trim().replace(/^\$\s*/, '')
  if (!/^(\d+\.?\d*|\.\d+)$/.test(words)) return null
  const usd = Number(words)
  return usd > 0 && usd <= 1_000_000 ? usd : null
}

/** `100000`, `100 000`, `100k`, `1.5M`; null for what is no number of tokens above nothing. */
export function tokensIn(typed: string): number | null {
  const [, digits, size = ''] = /^([\d][\d\s,]*(?:\.\d+)?)\s*([km]?)$/i.exec(typed.trim()) ?? []
  if (digits === undefined) return null
  const sizes: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000 }
  const tokens = Math.round(Number(digits.replaceAll(/[\s,]/g, '')) * (sizes[size.toLowerCase()] ?? 1))
  return tokens >= 1 && tokens <= 1_000_000_000_000 ? tokens : null
}

/** The cap that was typed, empty fields being no limit; or what is wrong with it. */
export function capIn({ usd, tokens }: TypedCap): { readonly cap: Cap } | { readonly problem: string } {
  const money = usd.trim() === '' ? null : usdIn(usd)
  if (usd.trim() !== '' && money === null) return { problem: 'Money: an amount above nothing, as 5 or 5.50.' }
  const count = tokens.trim() === '' ? null : tokensIn(tokens)
  if (tokens.trim() !== '' && count === null)
    return { problem: 'Tokens: a number above nothing, as 100000 or 100k.' }
  return { cap: { usd: money, tokens: count } }
}
