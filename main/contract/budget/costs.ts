import type { Cap, CapState, UsedReport, TimerPart } from './budget.ts'
import type { ContextUse } from '../agents/context.ts'
import type { Intent } from '../timers/heartbeats.ts'
import { timerNames } from '../timers/timer-words.ts'
import type { AgentKind } from '../agents/kinds.ts'
import type { PlanLimit } from './plan.ts'

/** Usage on one day, under the name at that time. */
export interface CostPart {
  readonly id: string
  readonly name: string
  readonly used: UsedReport
}

/** `name`: the timer's note; `agent`: its agent's name. */
interface TimerCost extends CostPart {
  readonly intent: Intent
  readonly agent: string
}

/** One day in the user's time zone; parts with the highest usage first. */
export interface CostDay {
  /** `2026-11-24`. */
  readonly date: string
  readonly used: UsedReport
  readonly agents: readonly CostPart[]
  readonly links: readonly CostPart[]
  readonly gatherings: readonly CostPart[]
  readonly timers: readonly TimerCost[]
}

/** Context use of an open tab. */
type TabContext = ContextUse & { readonly id: string; readonly name: string }

/** `resetsAt`: ISO 8601. */
export type PlanReport = Omit<PlanLimit, 'resetsAt'> & {
  readonly kind: AgentKind
  readonly resetsAt: string | null
}

/**
 * Names of open tabs that caps cannot fully count: those that report no price, and those that report nothing.
 */
export interface Uncounted {
  readonly money: readonly string[]
  readonly all: readonly string[]
}

/** Answer of `GET /api/costs`; in the demo without money. */
export interface CostsReport {
  readonly rehearsal: boolean
  /** In the user's time zone. */
  readonly today: string
  /** Today's cap, including what was added, and its state. */
  readonly cap: Cap
  readonly state: CapState
  /** Newest first, without days of no usage. */
  readonly days: readonly CostDay[]
  /** Date before which the next page begins, or null. */
  readonly next: string | null
  /** All days. */
  readonly total: UsedReport
  readonly contexts: readonly TabContext[]
  /** Current limits of the plans that agents' programs are signed in with, as they report them. */
  readonly plans: readonly PlanReport[]
  readonly uncounted: Uncounted
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

/** `Builder, check: Look at the tests`. */
export function timerCostName({ agent, intent, name }: Pick<TimerPart, 'agent' | 'intent' | 'name'>): string {
  return `${agent}, ${timerNames[intent]}${name === '' ? '' : `: ${name}`}`
}

/** What caps cannot count, one sentence each; `isPaid` is false in the demo, where money is left out. */
export function uncountedWords({ money, all }: Uncounted, isPaid: boolean): readonly string[] {
  const tell = (names: readonly string[], what: string): string =>
    `${listed(names)}: ${names.length === 1 ? 'it reports' : 'they report'} ${what}.`
  return [
    ...(isPaid && money.length > 0
      ? [`A limit in dollars cannot count ${tell(money, 'tokens, no price')}`]
      : []),
    ...(all.length > 0 ? [`No limit can count ${tell(all, 'no usage')}`] : []),
  ]
}
