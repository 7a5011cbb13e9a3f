import type { Cap, CapState, UsedReport, TimerPart } from './budget.ts'
import type { ContextUse } from '../agents/context.ts'
import type { Intent } from '../timers/heartbeats.ts'
import { timerNames } from '../timers/timer-words.ts'
import type { AgentKind } from '../agents/kinds.ts'
import type { PlanLimit } from './plan.ts'

/** What an agent, a link or a gathering used on a day, under the name that it had then. */
export interface CostPart {
  readonly id: string
  readonly name: string
  readonly used: UsedReport
}

/** What a timer used on a day; `name`: its note, `agent`: whose it is, by name. */
interface TimerCost extends CostPart {
  readonly intent: Intent
  readonly agent: string
}

/** One local day of the user; of each kind those that used most come first. */
export interface CostDay {
  /** `2026-11-24`. */
  readonly date: string
  readonly used: UsedReport
  readonly agents: readonly CostPart[]
  readonly links: readonly CostPart[]
  readonly gatherings: readonly CostPart[]
  readonly timers: readonly TimerCost[]
}

/** How full the context of an open tab is. */
type TabContext = ContextUse & { readonly id: string; readonly name: string }

/** A limit of a plan, for callers; `resetsAt` in ISO 8601. */
export type PlanReport = Omit<PlanLimit, 'resetsAt'> & {
  readonly kind: AgentKind
  readonly resetsAt: string | null
}

/** Open tabs by name that caps cannot count whole: those that tell no price, and those that tell nothing. */
export interface Uncounted {
  readonly money: readonly string[]
  readonly all: readonly string[]
}

/** What `GET /api/costs` answers. In a rehearsal no money is told. */
export interface CostsReport {
  readonly rehearsal: boolean
  /** The date that it is now where the user is. */
  readonly today: string
  /** Most that a day may use, with what was added to it today, and how today stands to that. */
  readonly cap: Cap
  readonly state: CapState
  /** Newest first; a day on which nothing was used is not among them. */
  readonly days: readonly CostDay[]
  /** Behind which date the next older page begins, or null. */
  readonly next: string | null
  /** All days ever. */
  readonly total: UsedReport
  readonly contexts: readonly TabContext[]
  /** Limits that still hold of the plans that agents' programs are signed in with, as far as they told them. */
  readonly plans: readonly PlanReport[]
  readonly uncounted: Uncounted
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

/** `Builder, check: Look at the tests`: a timer, beside what it used. */
export function timerCostName({ agent, intent, name }: Pick<TimerPart, 'agent' | 'intent' | 'name'>): string {
  return `${agent}, ${timerNames[intent]}${name === '' ? '' : `: ${name}`}`
}

/** What caps cannot count, a sentence each; `isPaid` false, as in a rehearsal: money is not spoken of. */
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
