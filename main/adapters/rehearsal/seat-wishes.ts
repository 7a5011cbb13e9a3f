import type { Circle } from './circle.ts'
import type { CircleCall } from './circle-words.ts'
import { parseSteps, type Step } from './script.ts'

/** How a seat wants to behave, by what its role says; see `scenes.md`. */
export interface SeatWishes {
  /** Says one plain sentence and passes at once: no tools, no pause, no second thought. */
  readonly isBrief: boolean
  readonly neverPasses: boolean
  readonly keepsSilence: boolean
  /** Only by the tool. */
  readonly byTool: boolean
  readonly passesTo: string | null
  /** Says words of passing that are not its own. */
  readonly quotesPass: boolean
  /** Does something for which the person is asked first. */
  readonly asksFirst: boolean
  /** Milliseconds before it speaks. */
  readonly takes: number
}

/** Reads them. */
export function wishesOf({ self: { role }, seats }: Circle): SeatWishes {
  const [, to] = /\bpasses (?:it )?to ([^,;.]+)/i.exec(role) ?? []
  const [, seconds] = /\btakes (\d{1,3}) s(?:econds?)?\b/i.exec(role) ?? []
  const name = to?.trim().toLowerCase()
  return {
    isBrief: /\bpasses at once\b/i.test(role),
    neverPasses: /\bnever passes\b/i.test(role),
    keepsSilence: /\bkeeps silence\b/i.test(role),
    byTool: /\bpasses by tool\b/i.test(role),
    passesTo: seats.find((seat) => seat.name.toLowerCase() === name)?.name ?? null,
    quotesPass: /\bquotes a pass\b/i.test(role),
    asksFirst: /\basks (?:first|for permission)\b/i.test(role),
    takes: seconds === undefined ? 0 : Number(seconds) * 1000,
  }
}

const LINE =
  /^[\s>\\]*(.+?)(?:, (inhale|hold|exhale)(?: (\d))?)?(?:, (grant|beat|final|harvest))?: ((?:say|slow|think|muse|wait|call):.*)$/i

/**
 * The steps that lines of the question give to this seat for this call, as `Scout, hold 1, beat: say: TEXT`; without a
 * phase in each, without a call to the grant (the harvester: to the harvest). `$turn` in a call is the turn.
 */
export function scriptFor(circle: Circle, call: CircleCall): readonly Step[] {
  const usual = circle.self.number === 0 ? 'harvest' : 'grant'
  return circle.question.split('\n').flatMap((line) => {
    const [, name = '', phase, round, kind = usual, script = ''] = LINE.exec(line) ?? []
    const isOurs =
      name.toLowerCase() === circle.self.name.toLowerCase() &&
      kind.toLowerCase() === call.kind &&
      (phase === undefined || phase.toLowerCase() === circle.phase) &&
      (round === undefined || Number(round) === circle.round)
    return isOurs ? parseSteps(script).map((step) => filled(step, circle.turn)) : []
  })
}

/** The question without such lines. */
export function plainQuestion({ question }: Circle): string {
  return question
    .split('\n')
    .filter((line) => !LINE.test(line))
    .join('\n')
    .trim()
}

function filled(step: Step, turn: string): Step {
  if (step.do !== 'call') return step
  const input = Object.entries(step.input).map(([name, value]) => [name, value === '$turn' ? turn : value])
  return { ...step, input: Object.fromEntries(input) as Record<string, unknown> }
}
