import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import type { Cap } from '../../../main/contract/budget/budget.ts'
import { Problem } from '../../components/problem.tsx'
import { saveCap, type Spender } from './budget-acts.ts'
import { useAmounts } from './use-amounts.ts'
import css from './budget.module.css'

interface CapFormProps {
  readonly spender: Spender
  readonly cap: Cap
  /** It has its own cap instead of the default. */
  readonly isOwn: boolean
  readonly label: string
}

/** An empty field means no limit. */
export function CapForm({ spender, cap, isOwn, label }: CapFormProps) {
  const id = useId()
  const { isPaid } = useAmounts()
  const holds = JSON.stringify(cap)
  const [typed, setTyped] = useState({ of: holds, ...typedOf(cap) })
  const now = typed.of === holds ? typed : { of: holds, ...typedOf(cap) }
  const [problem, setProblem] = useState('')
  const type = (change: Partial<typeof typed>) => {
    setTyped({ ...now, ...change })
    setProblem('')
  }
  const set = async (event: FormEvent) => {
    event.preventDefault()
    const read = capIn(now)
    if ('problem' in read) return setProblem(read.problem)
    const isNone = read.cap.usd === null && read.cap.tokens === null
    await saveCap(spender, isNone && spender.id === undefined ? null : read.cap)
  }
  return (
    <form
      className={classes('row wrap row-gap-2 small', css.form)}
      aria-label={label}
      onSubmit={(event) => void set(event)}
    >
      <span className={css.formTitle}>{label}</span>
      {isPaid && (
        <label htmlFor={`${id} usd`} className="inline-row gap-2">
          <span aria-hidden="true">$</span>
          <span className="vh">Dollars</span>
          <input
            id={`${id} usd`}
            className="input num"
            inputMode="decimal"
            placeholder="none"
            value={now.usd}
            onChange={(event) => type({ usd: event.target.value })}
          />
        </label>
      )}
      <label htmlFor={`${id} tokens`} className="inline-row gap-2">
        <input
          id={`${id} tokens`}
          className="input num"
          inputMode="text"
          placeholder="none"
          value={now.tokens}
          onChange={(event) => type({ tokens: event.target.value })}
        />
        <span>tokens</span>
      </label>
      <span className={css.formActs}>
        <Button type="submit">Set</Button>
        {isOwn && spender.id !== undefined && spender.of !== 'gathering' && (
          <Button
            variant="ghost"
            title="Use the default limit of your settings"
            onClick={() => void saveCap(spender, null)}
          >
            Reset
          </Button>
        )}
      </span>
      {problem !== '' && <Problem text={problem} />}
    </form>
  )
}

interface TypedCap {
  readonly usd: string
  readonly tokens: string
}

export const typedOf = ({ usd, tokens }: Cap): TypedCap => ({
  usd: usd === null ? '' : String(Number(usd.toFixed(2))),
  tokens: tokens === null ? '' : String(tokens),
})

/** Reads `5`, `5.50` or `$5`; null if it is no positive amount. */
export function usdIn(typed: string): number | null {
  const words = typed.trim().replace(/^\$\s*/, '')
  if (!/^(\d+\.?\d*|\.\d+)$/.test(words)) return null
  const usd = Number(words)
  return usd > 0 && usd <= 1_000_000 ? usd : null
}

/** Reads `100000`, `100 000`, `100k` or `1.5M`; null if it is no positive number. */
export function tokensIn(typed: string): number | null {
  const [, digits, size = ''] = /^([\d][\d\s,]*(?:\.\d+)?)\s*([km]?)$/i.exec(typed.trim()) ?? []
  if (digits === undefined) return null
  const sizes: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000 }
  const tokens = Math.round(Number(digits.replaceAll(/[\s,]/g, '')) * (sizes[size.toLowerCase()] ?? 1))
  return tokens >= 1 && tokens <= 1_000_000_000_000 ? tokens : null
}

/** Returns the typed cap, or what is wrong with it. */
export function capIn({ usd, tokens }: TypedCap): { readonly cap: Cap } | { readonly problem: string } {
  const money = usd.trim() === '' ? null : usdIn(usd)
  if (usd.trim() !== '' && money === null)
    return { problem: 'Dollars: an amount above 0, such as 5 or 5.50.' }
  const count = tokens.trim() === '' ? null : tokensIn(tokens)
  if (tokens.trim() !== '' && count === null)
    return { problem: 'Tokens: a number above 0, such as 100000 or 100k.' }
  return { cap: { usd: money, tokens: count } }
}
