/** What the Claude CLI writes around the words that somebody said, as measured; changes with its versions. */
const NOT_FROM_USER = '[MESSAGE FROM NON-USER SOURCE - NOT USER INPUT]'
const SENT_MEANWHILE = 'The user sent a new message while you were working:'
const ABOUT_FOLDING = /\n\nThis is how Claude Code surfaces messages the user sends mid-turn[^\n]*/g

const OWN_TAGS = /^[ \t]*<(system-reminder|local-command-[\w-]+|command-[\w-]+)>[\s\S]*?<\/\1>[ \t]*$/gm
/** Follows the result of a tool search. */
const TOOL_LOADED = /^Tools? loaded\.$/
const CONTINUED = /^This session is being continued from a previous conversation[\s\S]*/

/** How the CLI tells the model that a call was cut off: by an urgent prompt, by the death of the process. */
const CUT_OFF =
  /^(The tool call was interrupted before a result|<error>Command was aborted before|\[Tool call interrupted: the session ended)/
const INTERRUPTED = /^\[Request interrupted by user/
/** How it tells that something which ran in the background has ended. */
const TASK_ENDED = /<task-notification>[\s\S]*?<summary>([\s\S]*?)<\/summary>/
/** Begins what is heard of such a task. */
export const taskMark = 'task ended: '
/** What the CLI puts in the place of an answer that never came, when it resumes a conversation. */
const NEVER_CAME = 'No response requested.'

/** Whether the result of a call says that the CLI ended while the person was still asked about it. */
export function isUndecided(result: string): boolean {
  return /\bAbortError\b|\bpermission request failed\b/.test(result)
}

/** Whether the result of a call says that it was cut off. */
export function isCutOff(result: string): boolean {
  return CUT_OFF.test(result)
}

/** Whether a user's text is the record of an interrupt. */
export function isInterrupt(text: string): boolean {
  return INTERRUPTED.test(text.trim())
}

/** Whether a text is marked as of somebody who is not the user. */
export function isOfOthers(text: string): boolean {
  return text.trimStart().startsWith(NOT_FROM_USER)
}

/** Word of a task in the background that has ended, or null. */
export function taskEnded(text: string): string | null {
  const [, summary] = TASK_ENDED.exec(text) ?? []
  return summary === undefined ? null : `${taskMark}${summary.replace(/\s+/g, ' ').trim()}`
}

/** Whether an answer stands for one that never came. */
export function isPlaceholder(text: string): boolean {
  return text.trim() === NEVER_CAME
}

/** The words of a user's block: without reminders, records of commands, summaries and the mark of its origin. */
export function spokenWords(text: string): string {
  return withoutMark(text.replace(OWN_TAGS, '')).trim().replace(CONTINUED, '').replace(TOOL_LOADED, '')
}

/**
 * What was said while a tool ran, one entry per message. It comes after the tool's result, in a `system`
 * message or a reminder, several together, each under a line of the CLI's.
 */
export function foldedWords(text: string): string[] {
  const reminders = /^[ \t]*<system-reminder>[\s\S]*<\/system-reminder>\s*$/.test(text)
  const lines = (reminders ? text.replace(/<\/?system-reminder>/g, '') : text)
    .replace(ABOUT_FOLDING, '')
    .split('\n')
  const entries: string[][] = []
  for (const line of lines) {
    if (line === NOT_FROM_USER || line === SENT_MEANWHILE) entries.push([])
    else entries.at(-1)?.push(line)
  }
  return entries.map((entry) => entry.join('\n').trim()).filter((words) => words !== '')
}

function withoutMark(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== NOT_FROM_USER)
    .join('\n')
}
