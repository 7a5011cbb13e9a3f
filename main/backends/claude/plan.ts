import type { SDKRateLimitInfo } from '@anthropic-ai/claude-agent-sdk'
import { planLimit, type PlanLimit } from '../../contract/budget/plan.ts'

/** Not in the SDK's types: how one window stands. */
interface Window {
  readonly utilization?: number
  /** In s. */
  readonly resetsAt?: number
  readonly status?: string
}

/** The windows of a plan by the CLI's names: over how many minutes they count, and of which model. */
const windows: Readonly<Record<string, { readonly minutes: number; readonly of: string }>> = {
  five_hour: { minutes: 300, of: '' },
  seven_day: { minutes: 10_080, of: '' },
  seven_day_opus: { minutes: 10_080, of: 'Opus' },
  seven_day_sonnet: { minutes: 10_080, of: 'Sonnet' },
}

const states = { allowed: 'under', allowed_warning: 'near', rejected: 'over' } as const

/** The limits of the person's plan, as the CLI tells them with an answer; windows that are not known are passed over. */
export function readPlan(info: SDKRateLimitInfo): readonly PlanLimit[] {
  const { unifiedWindows } = info as { readonly unifiedWindows?: Readonly<Record<string, Window>> }
  const told: readonly (readonly [string, Window])[] =
    typeof unifiedWindows === 'object' && unifiedWindows !== null
      ? Object.entries(unifiedWindows)
      : [[info.rateLimitType ?? '', info]]
  return told.flatMap(([name, window]) => {
    const known = windows[name]
    if (known === undefined || typeof window !== 'object' || window === null) return []
    const { utilization: used, resetsAt, status = '' } = window
    const state = status in states ? states[status as keyof typeof states] : null
    const at = typeof resetsAt === 'number' ? resetsAt * 1000 : null
    return [planLimit({ ...known, used, resetsAt: at, state })]
  })
}
