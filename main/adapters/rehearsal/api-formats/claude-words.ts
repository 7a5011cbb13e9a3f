/** What the Claude CLI puts around prompts, as observed; changes with its versions. */
const NOT_FROM_USER = '[MESSAGE FROM NON-USER SOURCE - NOT USER INPUT]'
const SENT_MEANWHILE = 'The user sent a new message while you were working:'
const ABOUT_FOLDING = /\n\nThis is how Claude Code surfaces messages the user sends mid-turn[^\n]*/g
const OWN_TAGS = /^[ \t]*<(system-reminder|local-command-[\w-]+|command-[\w-]+)>[^]*?<\/\1>[ \t]*$/gm
/** Follows a tool search or a picture; the last starts a summarized conversation. */
const OWN_WORDS =
  /^Tools? loaded\.$|^\[Image: source: [^\n]*\]$|^This session is being continued from a previous conversation[^]*/

/** By an urgent prompt or the death of the process. */
export function isCutOff(result: string): boolean {
  return /^(The tool call was interrupted before a result|<error>Command was aborted before|\[Tool call interrupted: the session ended)/.test(
    result,
  )
}

export function isInterrupt(text: string): boolean {
  return text.trimStart().startsWith('[Request interrupted by user')
}

export function isOfOthers(text: string): boolean {
  return text.trimStart().startsWith(NOT_FROM_USER)
}

export function isReminder(text: string): boolean {
  return text.trimStart().startsWith('<system-reminder>')
}

/** The CLI adds it for a missing answer when it resumes a conversation. */
export function isPlaceholder(text: string): boolean {
  return text.trim() === 'No response requested.'
}

/** Turns the CLI's notification of a finished background task into a prompt, or returns null. */
export function taskEnded(text: string): string | null {
  const [, summary] = /<task-notification>[^]*?<summary>([^]*?)<\/summary>/.exec(text) ?? []
  return summary === undefined ? null : `say: ${summary.replace(/\s+/g, ' ').trim()}.`
}

/** Removes reminders, command records, summaries and the origin marker. */
export function spokenWords(text: string): string {
  const lines = text.replace(OWN_TAGS, '').split('\n')
  return lines
    .filter((line) => line.trim() !== NOT_FROM_USER)
    .join('\n')
    .trim()
    .replace(OWN_WORDS, '')
}

/**
 * Returns the messages steered in while a tool ran. The CLI puts them after the tool's result, in a
 * `system` message or a reminder, each under its own header line.
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

/** Server tools that the CLI lists only by name until a tool search loads them. */
export function deferredTools(text: string): readonly string[] {
  const [, list = ''] =
    /^The following deferred tools are now available via ToolSearch\.([^]*)/m.exec(text) ?? []
  return list.match(/^mcp__[\w-]+$/gm) ?? []
}
