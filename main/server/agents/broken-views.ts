import type { BrokenReport } from '../../contract/agents/agent-summary.ts'
import { isAboutConversation, isLasting } from '../../contract/agents/service-errors.ts'
import type { BrokenView } from '../../contract/api/views.ts'
import { brokenIn } from '../../core/step/broken-turn.ts'
import type { AgentState } from '../../core/step/state.ts'
import { isBusy } from '../../core/step/status.ts'

/** While a turn runs nothing is broken: that turn decides what becomes of the one before. */
export function brokenView(state: AgentState): BrokenView | null {
  const frame = isBusy(state) ? undefined : brokenIn(state)
  if (!frame) return null
  const { broke, tries, chain, failure } = frame
  const { detail, retryAt } = broke
  const { error, times = 1 } = failure ?? {}
  return {
    detail,
    retryAt,
    tries,
    from: chain?.from ?? [],
    isLasting: isLasting(error),
    goesBack: times > 1 && isAboutConversation(error),
  }
}

/** Most characters of a service's words in a report. */
const longestReason = 300

/** The same for callers of the API. */
export function brokenReport(state: AgentState): BrokenReport | null {
  const broken = brokenView(state)
  if (!broken) return null
  const { detail, retryAt, isLasting } = broken
  const { error = 'unknown' } = brokenIn(state)?.failure ?? {}
  const reason = detail.replace(/\s+/g, ' ').slice(0, longestReason)
  return { error, reason, isLasting, retryAt: retryAt === null ? null : new Date(retryAt).toISOString() }
}
