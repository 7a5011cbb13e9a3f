/** What the Claude CLI writes around the words that somebody said, as measured; changes with its versions. */
const NOT_FROM_USER = '[MESSAGE FROM NON-USER SOURCE - NOT USER INPUT]'
const SENT_MEANWHILE = 'The user sent a new message while you were working:'
const ABOUT_FOLDING = /\n\nThis is how Claude Code surfaces messages the user sends mid-turn[^\n]*/g
const OWN_TAGS = /^[ \t]*<(system-reminder|local-command-[\w-]+|command-[\w-]+)>[^]*?<\/\1>[ \t]*$/gm
/** Follows the result of a tool search, or a picture; begins a conversation that was summarised. */
const OWN_WORDS =
  /^Tools? loaded\.$|^\[Image: source: [^\n]*\]$|^This session is being continued from a previous conversation[^]*/

/** Whether the result of a call says that it was cut off: by an urgent prompt, by the death of the process. */
export function isCutOff(result: string): boolean {
  return /^(The tool call was interrupted before a result|<error>Command was aborted before|\[Tool call interrupted: the session ended)/.test(
    result,
  )
}

/** Whether a user's text is the record of an interrupt. */
export function isInterrupt(text: string): boolean {
  return text.trimStart().startsWith('[Request interrupted by user')
}

/** Whether a text is marked as of somebody who is not the user. */
export function isOfOthers(text: string): boolean {
  return text.trimStart().startsWith(NOT_FROM_USER)
}

/** Whether a text is one of the CLI's own reminders. */
export function isReminder(text: string): boolean {
  return text.trimStart().startsWith('<system-reminder>')
}

/** Whether an answer stands for one that never came: what the CLI puts there when it resumes a conversation. */
export function isPlaceholder(text: string): boolean {
  return text.trim() === 'No response requested.'
}

/** A letter of the CLI's that a task in the background has ended, or null. */
export function taskEnded(text: string): string | null {
  const [, summary] = /<task-notification>[^]*?<summary>([^]*?)<\/summary>/.exec(text) ?? []
  return summary === undefined ? null : `say: ${summary.replace(/\s+/g, ' ').trim()}.`
}

/** The words of a user's block: without reminders, records of commands, summaries and the mark of its origin. */
export function spokenWords(text: string): string {
  const lines = text.replace(OWN_TAGS, '').split('\n')
  return lines
    .filter((line) => line.trim() !== NOT_FROM_USER)
    .join('\n')
    .trim()
    .replace(OWN_WORDS, '')
}

/**
 * What was said while a tool ran, one entry per message. It comes after the tool's result, in a `system`
 * message or a reminder, several together, each under a line of the CLI's.
 */
export function foldedWords(text: string): string[] {
  const isWhole = /^[ \t]*<system-reminder>[^]*<\/system-reminder>\s*$/.test(text)
  const lines = (isWhole ? text.replace(/<\/?system-reminder>/g, '') : text)
    .replace(ABOUT_FOLDING, '')
    .split('\n')
  const entries: string[][] = []
  for (const line of lines) {
    if (line === NOT_FROM_USER || line === SENT_MEANWHILE) entries.push([])
    else entries.at(-1)?.push(line)
  }
  return entries.map((entry) => entry.join('\n').trim()).filter((words) => words !== '')
}

/** The tools of servers of which the CLI gives only the names, until a tool search loads them. */
export function deferredTools(text: string): readonly string[] {
  const [, list = ''] =
    /^The following deferred tools are now available via ToolSearch\.([^]*)/m.exec(text) ?? []
  return list.match(/^mcp__[\w-]+$/gm) ?? []
}
