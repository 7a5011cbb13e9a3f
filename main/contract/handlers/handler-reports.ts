import type { Handled, HandlerTrial, HandlerView } from './handlers.ts'

export type HandlerReport = ReturnType<typeof handlerReport>
export type TrialReport = ReturnType<typeof trialReport>

/** A handler as callers of the HTTP API get it: `on` as it is said when one is made, times in ISO 8601. */
export function handlerReport({ isOn, agent: _agent, lastAt, ...rest }: HandlerView) {
  return { ...rest, on: isOn, lastAt: lastAt === null ? null : iso(lastAt) }
}

/** What it would have done, with times in ISO 8601. */
export function trialReport({ matches, ...rest }: HandlerTrial) {
  return { ...rest, matches: matches.map(({ at, ...one }) => ({ ...one, at: iso(at) })) }
}

/** What a handler did with a message. */
export function handledReport(handled: Handled | null) {
  if (handled === null) return null
  const { id, name, at, deed, handedOverAt } = handled
  return { id, name, at: iso(at), deed, handedOverAt: handedOverAt === null ? null : iso(handedOverAt) }
}

const iso = (ms: number): string => new Date(ms).toISOString()
