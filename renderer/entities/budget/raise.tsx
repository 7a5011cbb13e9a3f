import { useState, type FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { noCap, type Cap } from '../../../main/contract/budget/budget.ts'
import { capWords } from '../../../main/contract/budget/budget-words.ts'
import { shortCount } from '../../../main/contract/words/short-count.ts'
import { raiseAndResume, type Spender } from './budget-acts.ts'
import { tokensIn, usdIn } from './cap-form.tsx'
import { useMirror } from '../../state/store.ts'
import { useAmounts } from './use-amounts.ts'
import css from './budget.module.css'

interface RaiseProps {
  readonly spender: Spender
  /** What a press adds, and a hint for what to type; for a turn the settings' turn limit counts. */
  readonly by?: Cap | undefined
  /** Called after it has resumed; takes the focus. */
  readonly onDone?: (() => void) | undefined
}

/**
 * Raises a limit by as much again, or by an amount: `2` or `$2` is money, `50k` tokens. In the demo every
 * amount is tokens.
 */
export function RaiseLimit({ spender, by = noCap, onDone }: RaiseProps) {
  const { isPaid } = useAmounts()
  const turnCap = useMirror((now) => now.status?.settings.turnCap) ?? noCap
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const done = (went: boolean) => {
    if (went) onDone?.()
  }
  const raise = async (event: FormEvent) => {
    event.preventDefault()
    const add = addIn(typed, isPaid)
    setWrong(add === null)
    if (add) done(await raiseAndResume(spender, add))
  }
  const hint = capHint(by, isPaid)
  return (
    <form className={classes('row wrap gap-3 row-gap-2', css.raise)} onSubmit={(event) => void raise(event)}>
      <Button variant="primary" onClick={() => void raiseAndResume(spender).then(done)}>
        {raiseWords(spender.of === 'turn' ? turnCap : by)}
      </Button>
      {spender.of !== 'turn' && (
        <>
          <span className="muted">or by</span>
          <input
            className="input num"
            aria-label={`Raise by, as ${hint}${isPaid ? ' tokens' : ' (tokens)'}`}
            aria-invalid={isWrong}
            placeholder={hint}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setWrong(false)
            }}
          />
          <Button type="submit" disabled={typed.trim() === ''}>
            Raise
          </Button>
        </>
      )}
      {isWrong && (
        <span className={css.wrong} role="alert">
          {isPaid ? 'Dollars, such as $2, or tokens, such as 50k.' : 'Tokens, as 50k.'}
        </span>
      )}
    </form>
  )
}

export const raiseWords = (by: Cap): string => {
  const parts = capWords(by)
  return parts === capWords(noCap) ? 'Raise limit' : `Raise limit by ${parts.replace(' or ', ' and ')}`
}

/** Returns an example of what to type: the size of the cap, else `$2 or 50k`. */
export function capHint({ usd, tokens }: Cap, isPaid: boolean): string {
  const count = tokens === null ? '50k' : shortCount(tokens)
  return isPaid ? `$${usd === null ? '2' : String(Number(usd.toFixed(2)))} or ${count}` : count
}

/** Returns null if it is no amount. */
function addIn(typed: string, isPaid: boolean) {
  const words = typed.trim()
  const isMoney = isPaid && (words.startsWith('$') || /^[\d.]+$/.test(words)) && !/^\d{4,}$/.test(words)
  if (isMoney) {
    const usd = usdIn(words)
    return usd === null ? null : { usd }
  }
  const tokens = tokensIn(words)
  return tokens === null ? null : { tokens }
}
