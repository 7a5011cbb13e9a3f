import type { PromptMessage } from './prompt.ts'
import type { Result } from './play.ts'
import { plainName } from './tools.ts'
import { parseJson } from '../../contract/api/parse-json.ts'

/** Final text of an agent with nothing to add; Janus passes it on to nobody. */
export const silent = 'SILENT'

/** Puts a text on one line of at most `limit` characters. */
export function clip(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= limit) return line
  const cut = [...line].slice(0, limit - 1).join('')
  return `${cut.trimEnd()}…`
}

export function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Whether a text expects an answer. */
export function asks(words: string): boolean {
  return /\?(\s|$)/.test(words) || /^(please|(can|could|would|will) you)\b/i.test(words)
}

/**
 * Turns a text into one that expects no answer, so that two rehearsal models don't write to each other
 * forever.
 */
export function statement(words: string): string {
  const plain = words.replace(/[`*]/g, '').replace(/\?(?=\s|$)/g, '.')
  return asks(plain) ? `It says: ${plain}` : plain
}

/**
 * Answer to the user when no scene fits. No line may parse as a step, because it may be passed on to
 * another agent.
 */
export function plainAnswer(prompt: string, tools: readonly string[], pictures = 0): string {
  const attached = [...prompt.matchAll(/^\[Janus: attached "(.*)"\]$/gm)].flatMap(([, path = '']) => path)
  const words = prompt.replace(/^\[Janus: attached .*\]$/gm, '').trim()
  const isGreeting = /^(hello|hi|hey|good (morning|afternoon|evening)|moin|hallo)\b[^\n]{0,20}$/i.test(words)
  const read = isGreeting ? 'Hello!' : words === '' ? 'I am here.' : `I have read: “${clip(words, 120)}”`
  const opening = [read, ...attachedWords(attached, pictures)].join(' ')
  const step = tools.includes('send_to_agent')
    ? 'send_to_agent {"target": "NAME", "message": "Hello"}'
    : 'TOOL {"some": "input"}'
  return [
    `${opening}\n\nI am the rehearsal model and stand in for a real one: the agent, its tools and its messages are real, only the thinking is missing.`,
    `Try *What does this project do?*, *Run the tests* or, once there is another agent, *Ask NAME which parts have no tests* or *Propose a gathering about the fares*. Or tell me what to do, one step on each line: \`say: TEXT\`, \`slow: 3000 TEXT\`, \`think: 1000\` or \`call: ${step}\`.`,
  ].join('\n\n')
}

function attachedWords(paths: readonly string[], pictures: number): readonly string[] {
  const seen = pictures === 1 ? 'I am shown one picture.' : `I am shown ${pictures} pictures.`
  const names = paths.map((path) => path.split(/[/\\]/).at(-1)).join(', ')
  return [...(pictures > 0 ? [seen] : []), ...(paths.length > 0 ? [`I am told where to find ${names}.`] : [])]
}

/** Answer to a message that only needs to be read. */
export function acknowledge({ from, words }: Pick<PromptMessage, 'from' | 'words'>): string {
  if (from === 'Janus') return 'I went on from where I was: nothing is left to do.'
  const text = clip(words, 160)
  return text === ''
    ? `I have read an empty message from ${from}.`
    : `I have read ${from}'s message: “${text}”`
}

/** End of a script whose last step was a tool call. */
export function closingAnswer({ tool, text, failed }: Result & { readonly tool: string }): string {
  const name = `\`${plainName(tool)}\``
  const gave = clip(text, 300)
  if (gave === '') return failed ? `${name} failed.` : `${name} is done.`
  if (failed && isUndecided(text)) return `${name} was broken off before anybody had allowed it.`
  // A code span that survives backticks in the text.
  const fence = '`'.repeat(Math.max(0, ...(gave.match(/`+/g) ?? []).map((ticks) => ticks.length)) + 1)
  const room = gave.startsWith('`') || gave.endsWith('`') ? ' ' : ''
  return `${name} ${failed ? 'failed' : 'answered'}: ${fence}${room}${gave}${room}${fence}`
}

export function unknownTool(asked: string, tools: readonly string[]): string {
  const names = [...new Set(tools)].filter((name) => name !== 'DeferredToolPlaceholder').sort()
  return names.length === 0
    ? `There is no tool called \`${asked}\`: this agent has no tools.`
    : `There is no tool called \`${asked}\` here. There are: ${names.join(', ')}.`
}

/** Why a call failed, in a sentence for users and linked agents. */
export function failureSentence(text: string): string {
  const { error } = fieldsOf(text) as { error?: { message?: string } }
  if (error?.message !== undefined) return clip(error.message, 300)
  if (isUndecided(text)) return 'It was broken off before anybody had allowed it.'
  if (isStopped(text)) return 'It was stopped on the way.'
  if (/denied|rejected|refused|not allowed|declined/i.test(text))
    return 'It was not allowed, and that is fine.'
  const line = text.split('\n').find((one) => one.trim() !== '' && !/^Exit code/.test(one))
  return line === undefined ? 'It was stopped on the way.' : `What came back: “${clip(line, 160)}”`
}

/** The CLI's text for a call of a stopped turn; denials have other texts. */
const isStopped = (result: string): boolean => /^The user doesn't want to\b/.test(result)

/** Whether the CLI exited while it was still asking for permission. */
function isUndecided(result: string): boolean {
  return /\bAbortError\b|\bpermission request failed\b/.test(result)
}

export function fieldsOf(text: string): object {
  const fields = parseJson(text)
  return typeof fields === 'object' && fields !== null ? fields : {}
}
