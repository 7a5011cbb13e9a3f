/** One thing the rehearsal model was told to do. Times are milliseconds. */
export type Step =
  | { do: 'say'; text: string; ms: number }
  | { do: 'think'; ms: number }
  | { do: 'muse'; text: string }
  | { do: 'wait'; name: string }
  /** The answer is an error of this HTTP status; null: it never comes. */
  | { do: 'fail'; status: number | null }
  | Call

/** A call of a tool. */
export interface Call {
  readonly do: 'call'
  readonly tool: string
  readonly input: Record<string, unknown>
  /** What is called where an agent has no tool of the first name. */
  readonly otherwise?: { readonly tool: string; readonly input: Record<string, unknown> }
}

/** Words, said at once or in so many milliseconds. */
export function sayStep(text: string, ms = 0): Extract<Step, { do: 'say' }> {
  return { do: 'say', text, ms }
}

/** The longest that one `slow:` or `think:` takes, in milliseconds, whatever is asked. */
export const LONGEST_PAUSE = 600_000

/** A step is a line of its own. Backslashes in front are looked through: a line on its way may have got one. */
const LINE = /^\s*\\*\s*(?:(say|call|slow|think|muse|wait|fail|hang):[ \t]*(.*?)|(hang))[ \t\r]*$/i

/**
 * The steps that stand in `text`, in order; empty when it is an ordinary prompt. What is no step after all (`Think: is
 * this right?`) stays part of the prompt. In what is said `\n` begins a line. `known`: what an input may name that its writer cannot know, as `$ticket`.
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
    // Said below: the one who wrote the line sees what is wrong with it.
  }
  return sayStep(`I could not call \`${tool}\`: what follows it must be one JSON object on the same line.`)
}
