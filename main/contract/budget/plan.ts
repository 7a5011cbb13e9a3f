import { iso } from '../words/times.ts'

/** One limit of the signed-in plan, as an agent's program reports it. */
export interface PlanLimit {
  /** Length of its period in minutes; null: unknown. */
  readonly minutes: number | null
  /** The model it applies to; empty: all. */
  readonly of: string
  /** Used share, 1 is all; null: unknown. */
  readonly used: number | null
  /** Milliseconds; null: unknown. */
  readonly resetsAt: number | null
  /** As reported: `near` when the program warns, `over` when it refuses. */
  readonly state: 'under' | 'near' | 'over'
}

/** Limits whose period has not ended. */
export function currentLimits(limits: readonly PlanLimit[], now: number): readonly PlanLimit[] {
  return limits.filter(({ resetsAt }) => resetsAt === null || resetsAt > now)
}

/** Limits that the user should see. */
export function urgentLimits(limits: readonly PlanLimit[], now: number): readonly PlanLimit[] {
  return currentLimits(limits, now).filter(({ state }) => state !== 'under')
}

/** `5-hour limit`, `weekly limit of Opus`. */
export function planName({ minutes, of }: Pick<PlanLimit, 'minutes' | 'of'>): string {
  const span = minutes === null ? 'plan' : (spans[minutes] ?? spanWords(minutes))
  return `${span} limit${of === '' ? '' : ` of ${of}`}`
}

const spans: Readonly<Record<number, string>> = { 1440: 'daily', 10_080: 'weekly', 43_200: 'monthly' }

function spanWords(minutes: number): string {
  if (minutes % 1440 === 0) return `${String(minutes / 1440)}-day`
  return minutes % 60 === 0 ? `${String(minutes / 60)}-hour` : `${String(minutes)}-minute`
}

/**
 * `5-hour limit 92 % used, resets at 14:30`; `isShort`: `5-hour limit 92 %, until 14:30`. `offset`: local
 * time minus UTC, in milliseconds.
 */
export function planWords(limit: PlanLimit, now: number, offset: number, isShort = false): string {
  const { used, state, resetsAt } = limit
  const percent = used === null ? null : `${String(Math.floor(used * 100))} %`
  const stands = state === 'over' ? 'used up' : (percent ?? 'near')
  const much = isShort || state === 'over' || percent === null ? stands : `${percent} used`
  if (resetsAt === null) return `${planName(limit)} ${much}`
  const at = timeWords(resetsAt, now, offset)
  return `${planName(limit)} ${much}, ${isShort ? `until ${at.replace(/^(?:at|on) /, '')}` : `resets ${at}`}`
}

/** Invalid numbers become null. */
export function planLimit(told: {
  readonly minutes: unknown
  readonly of?: string
  readonly used: unknown
  readonly resetsAt: number | null
  readonly state: PlanLimit['state'] | null
}): PlanLimit {
  const used = number(told.used)
  const part = used === null ? null : Math.min(1, Math.max(0, used))
  const reckoned = part === null || part < 0.8 ? 'under' : part < 1 ? 'near' : 'over'
  return {
    minutes: number(told.minutes),
    of: told.of ?? '',
    used: part,
    resetsAt: number(told.resetsAt),
    state: told.state ?? reckoned,
  }
}

function number(told: unknown): number | null {
  return typeof told === 'number' && Number.isFinite(told) && told >= 0 ? told : null
}

const dayTime = 24 * 60 * 60 * 1000
const days = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'] as const

/**
 * `at 14:30`, on another day `on Friday at 14:30`, after a week or in the past `on 2026-12-04`. `offset`:
 * local time minus UTC, in milliseconds.
 */
function timeWords(at: number, now: number, offset: number): string {
  const local = iso(at + offset)
  const day = Math.floor((at + offset) / dayTime)
  const today = Math.floor((now + offset) / dayTime)
  const clock = `at ${local.slice(11, 16)}`
  if (day === today) return clock
  const name = days[((day % 7) + 7) % 7]
  return day > today && day - today < 7 && name ? `on ${name} ${clock}` : `on ${local.slice(0, 10)}`
}
