import { useMemo } from 'react'
import { planProgress, type PlanStep } from '../../../main/contract/agents/plan-steps.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { usePersistentState } from '../../components/virtual-list.tsx'
import css from './turn-plan.module.css'

interface TurnPlanProps {
  readonly entries: readonly Entry[]
  readonly isRunning: boolean
}

/** The newest plan of a turn as a checklist below it. */
export function TurnPlan({ entries, isRunning }: TurnPlanProps) {
  const entry = useMemo(() => entries.findLast(({ tool }) => (tool?.steps?.length ?? 0) > 0), [entries])
  const [isOpen, setOpen] = usePersistentState(`plan ${entries[0]?.turn ?? ''}`, true)
  const steps = entry?.tool?.steps
  if (steps === undefined) return null
  return (
    <details
      className={css.plan}
      data-part="turn-plan"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setOpen(open)}
    >
      <summary className="small muted">Plan · {planProgress(steps)}</summary>
      <ol>
        {steps.map((step, at) => (
          // Each plan replaces the one before; its steps have no ids.
          <Step key={at} step={step} isRunning={isRunning} />
        ))}
      </ol>
    </details>
  )
}

function Step({
  step: { text, state },
  isRunning,
}: {
  readonly step: PlanStep
  readonly isRunning: boolean
}) {
  const isActive = state === 'active' && isRunning
  const words = state === 'done' ? 'done' : isActive ? 'in progress' : state === 'active' ? 'begun' : 'open'
  return (
    <li className="small" data-state={state}>
      <span className={state === 'done' ? 'st good' : isActive ? 'st work' : 'st'}>
        <Sign of={state === 'done' ? 'good' : isActive ? 'work' : 'idle'} />
        <span className="vh">{words}:</span>
      </span>
      <SafeText as="span" dir="auto" text={text} />
    </li>
  )
}
