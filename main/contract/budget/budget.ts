import type { ContextUse } from '../agents/context.ts'
import type { Intent } from '../timers/heartbeats.ts'

/** Tokens of model calls, by kind. */
export interface Tokens {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWritten: number
}

/** What turns used: money in USD, tokens, how many turns, and how many of those told no price. */
export interface Used {
  readonly costUsd: number
  readonly tokens: Tokens
  readonly turns: number
  readonly unpriced: number
}

/** Most that something may use: USD, and tokens of all kinds together; null: no limit of that kind. */
export interface Cap {
  readonly usd: number | null
  readonly tokens: number | null
}

/** What the user has added to a cap so far, as *Go on* does. */
export interface Raise {
  readonly usd: number
  readonly tokens: number
}

/** What has a cap. */
export type CapName = 'turn' | 'tab' | 'link' | 'gathering' | 'day'

/** What holds where nothing has a cap of its own; null: none. */
export type UsualCaps = Readonly<Record<CapName, Cap | null>>

/** How a use stands to its cap: `near` from 80 % on. */
export type CapState = 'under' | 'near' | 'over'

/** Something's use, its cap with all that was added, and how the two stand; `own`: the cap is not the usual one. */
export interface BudgetView extends Used {
  readonly cap: Cap
  readonly own: boolean
  readonly state: CapState
  /** What *Raise limit* adds: as much again of what is reached. */
  readonly raiseBy: Cap
}

/** What a turn used that has ended; `costUsd` null: its price was not told. */
export interface TurnCost {
  readonly costUsd: number | null
  readonly tokens: Tokens
}

/** What turns used lately, on the average; `costUsd` null: none told a price. */
export interface UsualTurn {
  readonly costUsd: number | null
  readonly tokens: number
}

/** What stands under a turn that has ended; `context`: how full its agent's was then, null where that is not told. */
export interface TurnUse extends TurnCost {
  readonly context: ContextUse | null
}

/** `2026-11-24` of a moment (ms), as UTC has it. */
export const utcDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** What a day used by one tab, link or gathering. */
export interface DayPart extends Used {
  readonly name: string
}

/** The same of a timer; `name`: its note, `agent`: whose it is, by name. */
export interface TimerPart extends DayPart {
  readonly intent: Intent
  readonly agent: string
}

/** The sums of one local day of the user; times in ms. */
export interface Day {
  /** `2026-11-24`. */
  readonly date: string
  /** When it ends, as far as the clocks are not changed before. */
  readonly until: number
  readonly used: Used
  readonly raised: Raise
  readonly tabs: Readonly<Record<string, DayPart>>
  readonly links: Readonly<Record<string, DayPart>>
  readonly gatherings: Readonly<Record<string, DayPart>>
  readonly timers: Readonly<Record<string, TimerPart>>
  /** Everything ever, this day included. */
  readonly total: Used
}

/** A day as the window shows it. */
export interface DayView extends Omit<Day, 'used' | 'raised'> {
  readonly budget: BudgetView
}

/** What a link may cost before it is opened: turns that its crossings may begin, and their price, USD; null: not known yet. */
export interface LinkEstimate {
  readonly crossings: number
  /** Likely, and at most. */
  readonly turns: { readonly likely: number; readonly most: number }
  /** How many members are of other machines: what their turns use is counted there, and not in `cost` and `tokens`. */
  readonly elsewhere: number
  readonly cost: { readonly likely: number; readonly most: number } | null
  /** Tokens in the same way; null where no turn of a member was measured. */
  readonly tokens: { readonly likely: number; readonly most: number } | null
}

/** A use as callers are told it; `tokens.all`: of all kinds together, as caps count them. */
export interface UsedReport {
  readonly costUsd: number
  readonly tokens: Tokens & { readonly all: number }
  readonly turns: number
  readonly unpriced: number
}

/** One tab, link or gathering in the report; `today` null: nothing yet. What is closed is there if it used something today. */
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

/** What `GET /api/budget` answers; times in ISO 8601. `day.ends` null: nothing was used today. */
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

/** No tokens. */
export const noTokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheWritten: 0 }
/** Nothing used. */
export const nothingUsed: Used = { costUsd: 0, tokens: noTokens, turns: 0, unpriced: 0 }
/** No limit of any kind. */
export const noCap: Cap = { usd: null, tokens: null }
/** Nothing added. */
export const noRaise: Raise = { usd: 0, tokens: 0 }
/** Nothing has a cap. */
export const noCaps: UsualCaps = { turn: null, tab: null, link: null, gathering: null, day: null }

const nearPart = 0.8

/** The sum of two counts. */
export function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWritten: one.cacheWritten + other.cacheWritten,
  }
}

/** Tokens of all kinds together, as caps count them. */
export function allTokens({ input, output, cacheRead, cacheWritten }: Tokens): number {
  return input + output + cacheRead + cacheWritten
}

/** A use and one turn more. */
export function addTurn<T extends Used>(used: T, { costUsd, tokens }: TurnCost): T {
  return {
    ...used,
    costUsd: used.costUsd + (costUsd ?? 0),
    tokens: addTokens(used.tokens, tokens),
    turns: used.turns + 1,
    unpriced: used.unpriced + (costUsd === null ? 1 : 0),
  }
}

/** A cap with what was added to it. */
export function allowedOf({ usd, tokens }: Cap, raised: Raise): Cap {
  return {
    usd: usd === null ? null : usd + raised.usd,
    tokens: tokens === null ? null : tokens + raised.tokens,
  }
}

type Amounts = Pick<Used, 'costUsd' | 'tokens'>

/** How much of a cap is used: 1 is all of it; 0 without a cap. */
export function partOf({ usd, tokens }: Cap, { costUsd, tokens: used }: Amounts): number {
  return Math.max(usd === null ? 0 : costUsd / usd, tokens === null ? 0 : allTokens(used) / tokens)
}

/** Whether a cap is reached. */
export function isReached(allowed: Cap, used: Amounts): boolean {
  return partOf(allowed, used) >= 1
}

/** How a use stands to a cap with all that was added. */
export function capState(allowed: Cap, used: Amounts): CapState {
  const part = partOf(allowed, used)
  return part >= 1 ? 'over' : part >= nearPart ? 'near' : 'under'
}

/**
 * What was added, after *Go on*: what is reached gets as much again from where it stands, or the number that the
 * user typed; what is not reached stays unless they typed one.
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

/** A day on which nothing was used, and of which nothing is known. */
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

/** A use beside its cap. */
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
