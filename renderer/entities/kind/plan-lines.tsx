import { classes } from '../../components/classes.ts'
import { kindFacts, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import { currentLimits, planWords, urgentLimits, type PlanLimit } from '../../../main/contract/budget/plan.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { readClock, useIsPast } from '../../state/clock.ts'
import { useKinds } from './kind-status.ts'
import css from './kind.module.css'

interface KindLimit {
  readonly kind: AgentKind
  readonly limit: PlanLimit
}

/** Offset of local time from UTC, in ms. */
const offset = (): number => -new Date().getTimezoneOffset() * 60_000

/** Returns the current plan limits that `wanted` picks; renders again when the next one resets. */
function useLimits(wanted: typeof currentLimits): readonly KindLimit[] {
  const kinds = useKinds()
  const now = readClock()
  const held = kinds.flatMap(({ kind, plan }) => wanted(plan, now).map((limit) => ({ kind, limit })))
  useIsPast(Math.min(...held.map(({ limit }) => limit.resetsAt ?? Infinity)))
  return held
}

export function PlanLines() {
  const limits = useLimits(currentLimits)
  if (limits.length === 0) return null
  return (
    <ul
      className={classes('stack gap-1 muted small', css.plan)}
      aria-label="Limits of your plan"
      data-part="plan"
    >
      {limits.map(({ kind, limit }) => (
        <li key={`${kind} ${String(limit.minutes)} ${limit.of}`} className="row gap-2">
          {limit.state !== 'under' && <Icon name="alert" />}
          <span>
            {kindFacts[kind].name}: <SafeText text={planWords(limit, readClock(), offset())} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The limits that are nearly or fully used, with when they reset. */
export function PlanNear() {
  const limits = useLimits(urgentLimits)
  return limits.map(({ kind, limit }) => (
    <span
      key={`${kind} ${String(limit.minutes)} ${limit.of}`}
      className={classes('inline-row gap-2 medium', css.near)}
      data-part="plan-near"
      title={`${kindFacts[kind].name}: ${planWords(limit, readClock(), offset())}`}
    >
      <Icon name="alert" />
      <SafeText text={`${kindFacts[kind].name}: ${planWords(limit, readClock(), offset(), true)}`} />
    </span>
  ))
}

/** The limits of one kind in one line, for a title. */
export function planTitle(plan: readonly PlanLimit[], now: number): string {
  return currentLimits(plan, now)
    .map((limit) => planWords(limit, now, offset()))
    .join('; ')
}
