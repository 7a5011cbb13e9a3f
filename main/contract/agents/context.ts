import { shortCount } from '../words/short-count.ts'

/** How full an agent's context is, in tokens: of what its model was shown last, and most that it can be shown. */
export interface ContextUse {
  readonly used: number
  readonly size: number
}

/** How a context stands: `near` from 80 % on, `full` from 95 % on. */
type ContextState = 'room' | 'near' | 'full'

/** Part of a context that is used; 1 is all of it. */
export function contextPart({ used, size }: ContextUse): number {
  return size <= 0 ? 0 : Math.min(1, used / size)
}

/** How a context stands. */
export function contextState(context: ContextUse): ContextState {
  const part = contextPart(context)
  return part >= 0.95 ? 'full' : part >= 0.8 ? 'near' : 'room'
}

/** `12 %`; of what is not nothing `<1 %`. */
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

/** Reads two numbers as an agent tells them; null where they are none that a context can have. */
export function contextOf(used: unknown, size: unknown): ContextUse | null {
  const isCount = (one: unknown): one is number => typeof one === 'number' && Number.isFinite(one)
  if (!isCount(used) || !isCount(size) || used < 0 || size <= 0) return null
  return { used: Math.round(used), size: Math.round(size) }
}
