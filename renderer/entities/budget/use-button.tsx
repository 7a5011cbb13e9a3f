import { useId, useRef, type ReactNode } from 'react'
import type { BudgetView } from '../../../main/contract/budget/budget.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { keepWithin, placeAt } from '../../components/popover.ts'
import type { Spender } from './budget-acts.ts'
import { UsePanel } from './use-panel.tsx'
import { shortUse, useAmounts } from './use-amounts.ts'
import css from './budget.module.css'
import { show } from '../../state/view-store.ts'

interface UseButtonProps {
  readonly spender: Spender
  readonly spending: BudgetView
  readonly label: string
  readonly capLabel: string
  /** Names what is counted, if that is not obvious. */
  readonly counted?: string
  readonly children?: ReactNode
}

/** Opens a panel with details and the limit. */
export function UseButton({ spender, spending, label, capLabel, counted, children }: UseButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { used } = useAmounts()
  const [short, rest] = shortUse(used(spending))
  const stands = { under: '', near: ', near its limit', over: ', limit reached' }[spending.state]
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        className={classes('num', css.use, css[spending.state])}
        data-part="use"
        aria-label={`${label}${counted === undefined ? ': ' : `. ${counted}`}${used(spending)}${stands}`}
        title={`${label}${stands}. Press for more, and to set a limit`}
        popoverTarget={id}
      >
        <span>
          {counted !== undefined && <span data-yield={4}>{counted}</span>}
          {short}
          <span data-yield={1}>{rest}</span>
        </span>
      </Button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="popover"
        onToggle={({ newState }) => {
          if (newState !== 'open' || !list.current) return
          placeAt(button.current, list.current, 'start')
          keepWithin(list.current)
        }}
      >
        <h2>{label}</h2>
        <UsePanel spender={spender} spending={spending} label={capLabel} />
        {children}
      </div>
    </>
  )
}

export function AllCosts() {
  return (
    <p>
      <Button onClick={() => show({ kind: 'costs' })}>All costs…</Button>
    </p>
  )
}
