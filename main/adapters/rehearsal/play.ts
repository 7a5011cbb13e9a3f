import { sayStep, type Call, type Step } from './script.ts'

/** What a tool gave; a call that was cut off gave nothing and failed. */
export interface Result {
  readonly text: string
  readonly failed: boolean
}

/**
 * A scene as it is played: yields what is said and called, in order, and is handed the result of each call. It is
 * played again for every request, so it depends on nothing but what it is given.
 */
export type Play<End = void> = Generator<Step, End, Result>

/** Milliseconds that a word takes: faster than one reads, slow enough to be seen. */
const wordTime = 28
const longestTime = 4000

/** Words at the speed of somebody who speaks. */
export function* playWords(text: string): Play {
  yield sayStep(text, Math.min(text.split(/\s+/).length * wordTime, longestTime))
}

/** Calls a tool, or another one where the agent has none of that name, and gives what it gave. */
export function* call(
  tool: string,
  input: Record<string, unknown>,
  otherwise?: { readonly tool: string; readonly input: Record<string, unknown> },
): Play<Result> {
  return yield { do: 'call', tool, input, ...(otherwise ? { otherwise } : {}) }
}

/** Runs a command that every shell understands, in the one that there is: on Windows without Git the second. */
export function* playCommand(input: { readonly command: string } & Record<string, unknown>): Play<Result> {
  return yield* call('Bash', input, { tool: 'PowerShell', input })
}

/** The steps of a play as far as its calls have results; `resultOf` knows a call by its place too, from 1. */
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
