import type { ToolCall } from './tool-calls.ts'

/** A step of an agent's own plan for its turn, not one of Janus's tasks. */
export interface PlanStep {
  readonly text: string
  readonly state: 'open' | 'active' | 'done'
}

/** Longer plans and texts are cut. */
const mostSteps = 100
const longestStep = 300

const states: Readonly<Record<string, PlanStep['state']>> = {
  in_progress: 'active',
  inProgress: 'active',
  completed: 'done',
}

/** Reads a program's list of steps, whose text is in `content` or `step`; returns none for anything else. */
export function readPlanSteps(list: unknown): readonly PlanStep[] {
  if (!Array.isArray(list)) return []
  return list.slice(0, mostSteps).flatMap((one: unknown): PlanStep[] => {
    const { content, step, status } = (typeof one === 'object' && one !== null ? one : {}) as Record<
      string,
      unknown
    >
    const words = typeof content === 'string' ? content : typeof step === 'string' ? step : ''
    const text = words.replace(/\s+/g, ' ').trim()
    const shown = text.length > longestStep ? `${text.slice(0, longestStep)}…` : text
    const known = typeof status === 'string' && Object.hasOwn(states, status) ? states[status] : undefined
    return text === '' ? [] : [{ text: shown, state: known ?? 'open' }]
  })
}

/** `2 of 5 done`. */
export function planProgress(steps: readonly PlanStep[]): string {
  return `${steps.filter(({ state }) => state === 'done').length} of ${steps.length} done`
}

const marks = { open: '[ ]', active: '[>]', done: '[x]' } as const

/** A plan as a tool call, with its text for reading and search. */
export function planCall(
  name: string,
  steps: readonly PlanStep[],
): { readonly tool: ToolCall; readonly input: string } {
  const title = planProgress(steps)
  const tool: ToolCall = {
    name,
    kind: 'plan',
    title,
    isTitleAll: false,
    description: '',
    diffs: [],
    own: null,
    steps,
  }
  return { tool, input: steps.map(({ state, text }) => `${marks[state]} ${text}`).join('\n') }
}
