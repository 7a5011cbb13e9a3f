import { shortCount } from '../words/short-count.ts'

/** Tokens: the model's last prompt, and the most that it accepts. */
export interface ContextUse {
  readonly used: number
  readonly size: number
}

/** `near` from 80 %, `full` from 95 %. */
type ContextState = 'room' | 'near' | 'full'

/** The used share, from 0 to 1. */
export function contextPart({ used, size }: ContextUse): number {
  return size <= 0 ? 0 : Math.min(1, used / size)
}

export function contextState(context: ContextUse): ContextState {
  const part = contextPart(context)
  return part >= 0.95 ? 'full' : part >= 0.8 ? 'near' : 'room'
}

/** `12 %`; more than nothing is at least `<1 %`. */
export function contextPercent(context: ContextUse): string {
  const percent = contextPart(context) * 100
  return percent > 0 && percent < 1 ? '<1 %' : `${String(Math.floor(percent))} %`
}

/** `12 % of the context`. */
export const ofContextWords = (context: ContextUse): string => `${contextPercent(context)} of the context`

/** `12 % full (24k of 200k tokens)`. */
export function contextWords(context: ContextUse): string {
  return `${contextPercent(context)} full (${shortCount(context.used)} of ${shortCount(context.size)} tokens)`
}

/** Returns null when the reported numbers are no valid context use. */
export function contextOf(used: unknown, size: unknown): ContextUse | null {
  const isCount = (one: unknown): one is number => typeof one === 'number' && Number.isFinite(one)
  if (!isCount(used) || !isCount(size) || used < 0 || size <= 0) return null
  return { used: Math.round(used), size: Math.round(size) }
}
