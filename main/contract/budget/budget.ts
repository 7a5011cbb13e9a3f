import type { ContextUse } from '../agents/context.ts'
import type { Intent } from '../timers/heartbeats.ts'

export interface Tokens {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWritten: number
}

/** Sums over turns, in USD and tokens; `unpriced`: how many of the turns reported no price. */
export interface Used {
  readonly costUsd: number
  readonly tokens: Tokens
  readonly turns: number
  readonly unpriced: number
}

/** USD, and tokens of all kinds together; null: no limit of that kind. */
export interface Cap {
  readonly usd: number | null
  readonly tokens: number | null
}

/** What the user has added to a cap so far. */
export interface Raise {
  readonly usd: number
  readonly tokens: number
}

export type CapName = 'turn' | 'tab' | 'link' | 'gathering' | 'day'

/** Null: no cap. */
export type UsualCaps = Readonly<Record<CapName, Cap | null>>

/** `near`: 80 % or more. */
export type CapState = 'under' | 'near' | 'over'

/** `cap`: with what the user added; `own`: it is not the default cap. */
export interface BudgetView extends Used {
  readonly cap: Cap
  readonly own: boolean
  readonly state: CapState
  /** What *Raise limit* adds: the same amount again, for the limits that are reached. */
  readonly raiseBy: Cap
}

/** Of a finished turn; `costUsd` null: no price was reported. */
export interface TurnCost {
  readonly costUsd: number | null
  readonly tokens: Tokens
}

/** Average of recent turns; `costUsd` null: none reported a price. */
export interface UsualTurn {
  readonly costUsd: number | null
  readonly tokens: number
}

/** Shown below a finished turn; `context`: at its end, null if not reported. */
export interface TurnUse extends TurnCost {
  readonly context: ContextUse | null
}

/** `2026-11-24` in UTC. */
export const utcDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Usage of one tab, link or gathering on one day. */
export interface DayPart extends Used {
  readonly name: string
}

/** `name`: the timer's note; `agent`: its agent's name. */
export interface TimerPart extends DayPart {
  readonly intent: Intent
  readonly agent: string
}

/** Totals of one day in the user's time zone; times in milliseconds. */
export interface Day {
  /** `2026-11-24`. */
  readonly date: string
  /** When it ends, unless the clock or time zone changes before. */
  readonly until: number
  readonly used: Used
  readonly raised: Raise
  readonly tabs: Readonly<Record<string, DayPart>>
  readonly links: Readonly<Record<string, DayPart>>
  readonly gatherings: Readonly<Record<string, DayPart>>
  readonly timers: Readonly<Record<string, TimerPart>>
  /** All time, including this day. */
  readonly total: Used
}

export interface DayView extends Omit<Day, 'used' | 'raised'> {
  readonly budget: BudgetView
}

/**
 * Estimate before a link is opened: turns that its crossings may start, and their price in USD; null:
 * unknown.
 */
export interface LinkEstimate {
  readonly crossings: number
  readonly turns: { readonly likely: number; readonly most: number }
  /** Number of members on other machines; their usage counts there and is not in `cost` and `tokens`. */
  readonly elsewhere: number
  readonly cost: { readonly likely: number; readonly most: number } | null
  /** Null if no turn of a member was measured. */
  readonly tokens: { readonly likely: number; readonly most: number } | null
}

/** `tokens.all`: the sum over all kinds, which caps limit. */
export interface UsedReport {
  readonly costUsd: number
  readonly tokens: Tokens & { readonly all: number }
  readonly turns: number
  readonly unpriced: number
}

/**
 * One tab, link or gathering; `today` null: no usage yet. Closed ones are included if they used something
 * today.
 */
export interface SpenderReport {
  readonly id: string
  readonly name: string
  readonly closed: boolean
  readonly today: UsedReport | null
  readonly used: UsedReport
  readonly cap: Cap
  readonly own: boolean
  readonly state: CapState
}

/** Answer of `GET /api/budget`; times in ISO 8601. `day.ends` null: nothing was used today. */
export interface BudgetReport {
  readonly day: {
    readonly date: string | null
    readonly ends: string | null
    readonly used: UsedReport
    readonly cap: Cap
    readonly state: CapState
  }
  readonly total: UsedReport
  readonly caps: UsualCaps
  readonly tabs: readonly (SpenderReport & { readonly turnCapped: boolean })[]
  readonly links: readonly SpenderReport[]
  readonly gatherings: readonly SpenderReport[]
}

export const noTokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheWritten: 0 }
export const nothingUsed: Used = { costUsd: 0, tokens: noTokens, turns: 0, unpriced: 0 }
export const noCap: Cap = { usd: null, tokens: null }
export const noRaise: Raise = { usd: 0, tokens: 0 }
export const noCaps: UsualCaps = { turn: null, tab: null, link: null, gathering: null, day: null }

const nearPart = 0.8

export function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWritten: one.cacheWritten + other.cacheWritten,
  }
}

/** The sum that caps limit. */
export function allTokens({ input, output, cacheRead, cacheWritten }: Tokens): number {
  return input + output + cacheRead + cacheWritten
}

export function addTurn<T extends Used>(used: T, { costUsd, tokens }: TurnCost): T {
  return {
    ...used,
    costUsd: used.costUsd + (costUsd ?? 0),
    tokens: addTokens(used.tokens, tokens),
    turns: used.turns + 1,
    unpriced: used.unpriced + (costUsd === null ? 1 : 0),
  }
}

export function allowedOf({ usd, tokens }: Cap, raised: Raise): Cap {
  return {
    usd: usd === null ? null : usd + raised.usd,
    tokens: tokens === null ? null : tokens + raised.tokens,
  }
}

type Amounts = Pick<Used, 'costUsd' | 'tokens'>

/** Used share of a cap, from 0; 0 without a cap. */
export function usedShare({ usd, tokens }: Cap, { costUsd, tokens: used }: Amounts): number {
  return Math.max(usd === null ? 0 : costUsd / usd, tokens === null ? 0 : allTokens(used) / tokens)
}

export function isReached(allowed: Cap, used: Amounts): boolean {
  return usedShare(allowed, used) >= 1
}

export function capState(allowed: Cap, used: Amounts): CapState {
  const part = usedShare(allowed, used)
  return part >= 1 ? 'over' : part >= nearPart ? 'near' : 'under'
}

/**
 * Returns the new raise: the user's number, or, for a limit that is reached, the cap's amount again on top of
 * the present usage.
 */
export function raisedBy(cap: Cap, raised: Raise, used: Amounts, typed: Partial<Raise>): Raise {
  const one = (limit: number | null, added: number, spent: number, more: number | undefined): number => {
    if (limit === null) return added
    const allowed = limit + added
    const amount = more ?? (spent >= allowed ? limit : 0)
    return amount === 0 ? added : Math.max(allowed, spent) + amount - limit
  }
  return {
    usd: one(cap.usd, raised.usd, used.costUsd, typed.usd),
    tokens: one(cap.tokens, raised.tokens, allTokens(used.tokens), typed.tokens),
  }
}

/** For a window that knows nothing yet. */
export const emptyDay: DayView = {
  date: '',
  until: 0,
  tabs: {},
  links: {},
  gatherings: {},
  timers: {},
  total: nothingUsed,
  budget: { ...nothingUsed, cap: noCap, own: false, state: 'under', raiseBy: noCap },
}

export function budgetView(used: Used, own: Cap | null, usual: Cap | null, raised: Raise): BudgetView {
  const { costUsd, tokens, turns, unpriced } = used
  const base = own ?? usual ?? noCap
  const cap = allowedOf(base, raised)
  const raiseBy = {
    usd: isReached({ ...cap, tokens: null }, used) ? base.usd : null,
    tokens: isReached({ ...cap, usd: null }, used) ? base.tokens : null,
  }
  return { costUsd, tokens, turns, unpriced, cap, own: own !== null, state: capState(cap, used), raiseBy }
}
