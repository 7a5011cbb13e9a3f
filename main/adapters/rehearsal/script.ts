/** One thing the rehearsal model was told to do. Times are milliseconds. */
export type Step =
  | { do: 'say'; text: string }
  | { do: 'slow'; ms: number; text: string }
  | { do: 'think'; ms: number }
  | { do: 'muse'; text: string }
  | { do: 'wait'; name: string }
  | { do: 'call'; tool: string; input: Record<string, unknown>; otherwise?: OtherCall }

/** What is called where an agent has no tool of the first name. */
export interface OtherCall {
  readonly tool: string
  readonly input: Record<string, unknown>
}

/** The longest that one `slow:` or `think:` takes, in milliseconds, whatever is asked. */
export const LONGEST_PAUSE = 600_000

/**
 * A step is a line of its own. Backslashes in front are looked through: a line on its way from agent to
 * agent may have got one.
 */
const LINE = /^\s*\\*\s*(say|call|slow|think|muse|wait):[ \t]*(.*?)[ \t\r]*$/i

/** The steps that stand in `text`, in order; empty when it is an ordinary prompt. */
export function parseSteps(text: string): Step[] {
  return text.split('\n').flatMap((line) => {
    const [, word, rest] = LINE.exec(line) ?? []
    const step = word === undefined || rest === undefined ? null : parseStep(word.toLowerCase(), rest)
    return step === null ? [] : [step]
  })
}

/** What is not a step after all (`Think: is this right?`) gives null and stays part of the prompt. */
function parseStep(word: string, rest: string): Step | null {
  if (word === 'say') return { do: 'say', text: rest }
  if (word === 'muse') return { do: 'muse', text: rest }
  if (word === 'call') return parseCall(rest)
  if (word === 'wait') return /^[\w.-]+$/.test(rest) ? { do: 'wait', name: rest } : null
  const [, ms, text] = /^(\d+)(?:\s+(.*))?$/.exec(rest) ?? []
  if (ms === undefined) return null
  const pause = Math.min(Number(ms), LONGEST_PAUSE)
  return word === 'slow' ? { do: 'slow', ms: pause, text: text ?? '' } : { do: 'think', ms: pause }
}

function parseCall(rest: string): Step | null {
  const [, tool, json] = /^([\w.-]+)\s*(.*)$/.exec(rest) ?? []
  if (tool === undefined || json === undefined) return null
  if (json === '') return { do: 'call', tool, input: {} }
  try {
    const input: unknown = JSON.parse(json)
    if (isObject(input)) return { do: 'call', tool, input }
  } catch {
    // Said below: whoever wrote the line sees what is wrong with it.
  }
  return {
    do: 'say',
    text: `I could not call \`${tool}\`: what follows it must be one JSON object on the same line.`,
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
