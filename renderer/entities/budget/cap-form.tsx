import { useId, useState, type FormEvent } from 'react'
import { classes } from '../../components/classes.ts'
import type { Cap } from '../../../main/contract/budget/budget.ts'
import { Problem } from '../../components/problem.tsx'
import { setCap, type Spender } from './budget-acts.ts'
import { capIn, typedOf } from './cap-numbers.ts'
import { useAmounts } from './use-amounts.ts'
import css from './budget.module.css'

interface CapFormProps {
  readonly spender: Spender
  readonly cap: Cap
  /** It has a cap of its own, in place of the usual one. */
  readonly isOwn: boolean
  /** "Cap on this tab". */
  readonly label: string
}

/** Two numbers and a button: most that something may use. An empty field is no limit. */
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
    await setCap(spender, isNone && spender.id === undefined ? null : read.cap)
  }
  return (
    <form
      className={classes('row wrap row-gap-2 small', css.form)}
      aria-label={label}
      onSubmit={(event) => void set(event)}
    >
      <span className={css.formTitle}>{label}</span>
      {isPaid && (
        <label htmlFor={`${id} usd`}>
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
      <label htmlFor={`${id} tokens`}>
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
        <button type="submit" className="btn">
          Set
        </button>
        {isOwn && spender.id !== undefined && spender.of !== 'gathering' && (
          <button
            type="button"
            className="btn ghost"
            title="As for all others, by your settings"
            onClick={() => void setCap(spender, null)}
          >
            Usual
          </button>
        )}
      </span>
      {problem !== '' && <Problem text={problem} />}
    </form>
  )
}
