import { sayStep, type Call, type Step } from './script.ts'

/** A call that was interrupted has no text and counts as failed. */
export interface Result {
  readonly text: string
  readonly failed: boolean
}

/**
 * A scene: yields texts and calls and receives the result of each call. It is replayed for every request,
 * so it must depend only on its input.
 */
export type Play<End = void> = Generator<Step, End, Result>

/** Milliseconds per word: faster than reading, but visible. */
const wordTime = 28
const longestTime = 4000

export function* playWords(text: string): Play {
  yield sayStep(text, Math.min(text.split(/\s+/).length * wordTime, longestTime))
}

/** Calls a tool, or `otherwise` if the agent doesn't have the first. */
export function* call(
  tool: string,
  input: Record<string, unknown>,
  otherwise?: { readonly tool: string; readonly input: Record<string, unknown> },
): Play<Result> {
  return yield { do: 'call', tool, input, ...(otherwise ? { otherwise } : {}) }
}

/** Uses PowerShell on Windows without Git. */
export function* playCommand(input: { readonly command: string } & Record<string, unknown>): Play<Result> {
  return yield* call('Bash', input, { tool: 'PowerShell', input })
}

/** Runs the play as far as its calls have results. `resultOf` also gets the call's position, from 1. */
export function perform(play: Play, resultOf: (place: number, call: Call) => Result | null): Step[] {
  const steps: Step[] = []
  for (let next = play.next(); next.done !== true;) {
    steps.push(next.value)
    const result = next.value.do === 'call' ? resultOf(steps.length, next.value) : { text: '', failed: false }
    if (result === null) return steps
    next = play.next(result)
  }
  return steps
}
