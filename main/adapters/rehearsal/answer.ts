import { isBriefing, readLetters, type Letter } from './letters.ts'
import { isUndecided } from './marks.ts'

/** What the rehearsal model says to a prompt without steps and without a scene; `tools` are the names the request offers. */
export function plainAnswer(prompts: readonly string[], tools: readonly string[]): string {
  const letters = prompts.flatMap(readLetters).filter((letter) => !isBriefing(letter))
  const own = prompts.filter((prompt) => readLetters(prompt).length === 0)
  const parts = letters.length > 0 ? [letters.map(acknowledge).join(' ')] : []
  if (own.length > 0 || letters.length === 0) parts.push(answerPerson(own.at(-1) ?? '', tools))
  return parts.join('\n\n')
}

/** What it says at the end of a script that closed on a tool call. */
export function closingAnswer({
  tool,
  text,
  failed,
}: {
  tool: string
  text: string
  failed: boolean
}): string {
  const name = shortName(tool)
  if (oneLine(text) === '') return failed ? `\`${name}\` failed.` : `\`${name}\` is done.`
  if (failed && isUndecided(text)) return `\`${name}\` was broken off before anybody had allowed it.`
  return `\`${name}\` ${failed ? 'failed' : 'answered'}: ${asCode(clip(text, 300))}`
}

/** What it says when a script calls a tool that this agent does not have. */
export function unknownTool(asked: string, tools: readonly string[]): string {
  const names = [...new Set(tools.map(shortName))].filter((name) => name !== 'DeferredToolPlaceholder').sort()
  if (names.length === 0) return `There is no tool called \`${asked}\`: this agent has no tools.`
  return `There is no tool called \`${asked}\` here. There are: ${names.join(', ')}.`
}

/** `mcp__janus-agents__send_to_agent` → `send_to_agent`. */
export function shortName(tool: string): string {
  return tool.replace(/^mcp__.+?__/, '')
}

/** A text on one line, cut after `limit` characters. */
export function clip(text: string, limit: number): string {
  const line = oneLine(text)
  return line.length <= limit
    ? line
    : `${[...line]
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}

const OPENINGS = ['I have read', 'You wrote', 'This reached me']

function answerPerson(prompt: string, tools: readonly string[]): string {
  const words = prompt.trim()
  const greeting = /^(hello|hi|hey|good (morning|afternoon|evening)|moin|hallo)\b[^\n]{0,20}$/i.test(words)
  const opening = greeting
    ? 'Hello!'
    : words === ''
      ? 'I am here.'
      : `${pick(OPENINGS, words)}: “${clip(words, 120)}”`
  return [
    `${opening}\n\nI am the rehearsal model and stand in for Claude: the agent, its tools and its messages are real, only the thinking is missing.`,
    scriptHint(tools),
  ].join('\n\n')
}

/** Inline on purpose: no line of an answer may read as a step when it is passed on to another agent. */
function scriptHint(tools: readonly string[]): string {
  const send = tools.some((tool) => shortName(tool) === 'send_to_agent')
  const call = send
    ? '`call: send_to_agent {"target": "NAME", "message": "Hello"}`'
    : '`call: TOOL {"some": "input"}`'
  return `Try *What does this project do?*, *Run the tests* or, once there is another agent, *Ask NAME which parts have no tests* or *Propose a gathering about the fares*. Or tell me what to do, one step on each line: \`say: TEXT\`, \`slow: 3000 TEXT\`, \`think: 1000\` or ${call}.`
}

function acknowledge({ from, words }: Letter): string {
  if (from === 'Janus') return 'I went on from where I was: nothing is left to do.'
  const text = clip(words, 160)
  return text === ''
    ? `I have read an empty message from ${from}.`
    : `I have read ${from}'s message: “${text}”`
}

/** As Markdown that shows it letter by letter, backticks included. */
function asCode(text: string): string {
  const runs = text.match(/`+/g)?.map((run) => run.length) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${room}${text}${room}${fence}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The same words always get the same one. */
function pick(from: readonly string[], words: string): string {
  let sum = 0
  for (const letter of words) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return from[sum % from.length] ?? ''
}
