/** A scripted step; times in milliseconds. */
export type Step =
  | { do: 'say'; text: string; ms: number }
  | { do: 'think'; ms: number }
  | { do: 'muse'; text: string }
  | { do: 'wait'; name: string }
  /** HTTP status of an error answer; null: no answer at all. */
  | { do: 'fail'; status: number | null }
  | Call

export interface Call {
  readonly do: 'call'
  readonly tool: string
  readonly input: Record<string, unknown>
  /** Used when the agent does not have `tool`. */
  readonly otherwise?: { readonly tool: string; readonly input: Record<string, unknown> }
}

/** `ms`: duration of the text. */
export function sayStep(text: string, ms = 0): Extract<Step, { do: 'say' }> {
  return { do: 'say', text, ms }
}

/** Milliseconds; cap on one `slow:` or `think:`. */
export const LONGEST_PAUSE = 600_000

/** Matches one step per line. Leading backslashes are ignored, because Janus may have escaped the line. */
const LINE = /^\s*\\*\s*(?:(say|call|slow|think|muse|wait|fail|hang):[ \t]*(.*?)|(hang))[ \t\r]*$/i

/**
 * Returns the steps in `text`; empty for an ordinary prompt. Lines that only resemble steps (`Think: is
 * this right?`) stay part of the prompt. `\n` in a text starts a new line. `known`: values that an input
 * can refer to, such as `$ticket`.
 */
export function parseSteps(text: string, known: Readonly<Record<string, string>> = {}): Step[] {
  return text.split('\n').flatMap((line) => {
    const [, word, rest = '', lone = ''] = LINE.exec(line) ?? []
    return parseStep((word ?? lone).toLowerCase(), rest, known) ?? []
  })
}

function parseStep(word: string, rest: string, known: Readonly<Record<string, string>>): Step | null {
  if (word === 'say') return sayStep(rest.replaceAll('\\n', '\n'))
  if (word === 'muse') return { do: 'muse', text: rest }
  if (word === 'call') return parseCall(rest, known)
  if (word === 'hang') return rest === '' ? { do: 'fail', status: null } : null
  if (word === 'fail') return /^[45]\d\d$/.test(rest) ? { do: 'fail', status: Number(rest) } : null
  if (word === 'wait') return /^[\w.-]+$/.test(rest) ? { do: 'wait', name: rest } : null
  const [, count, text = ''] = /^(\d+)(?:\s+(.*))?$/.exec(rest) ?? []
  if (word === '' || count === undefined) return null
  const ms = Math.min(Number(count), LONGEST_PAUSE)
  return word === 'slow' ? sayStep(text, ms) : { do: 'think', ms }
}

function parseCall(rest: string, known: Readonly<Record<string, string>>): Step | null {
  const [, tool, json = ''] = /^([\w.-]+)\s*(.*)$/.exec(rest) ?? []
  if (tool === undefined) return null
  try {
    const input: unknown = JSON.parse(json || '{}')
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
      const filled = Object.entries(input).map(([name, value]) => [
        name,
        known[String(value)] ?? (value as unknown),
      ])
      return { do: 'call', tool, input: Object.fromEntries(filled) as Record<string, unknown> }
    }
  } catch {
    // Reported below, so that the author of the line sees the mistake.
  }
  return sayStep(`I could not call \`${tool}\`: what follows it must be one JSON object on the same line.`)
}
