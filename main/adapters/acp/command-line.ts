/** A command line, taken apart: no shell is asked. */
export type CommandLine =
  | { readonly ok: true; readonly command: string; readonly args: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** What only a shell understands. */
const ofShells = /[|&;<>`$()]/

/**
 * Takes a command line apart at its blanks. Quotes of both kinds hold together, a backslash outside single ones takes
 * the next character as it is (on Windows it is part of a path). What only a shell could do is refused, with words for
 * a person.
 */
export function parseCommandLine(line: string, platform: NodeJS.Platform = process.platform): CommandLine {
  const parts: string[] = []
  let part: string | null = null
  let quote: '"' | "'" | null = null
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    if (/[\p{Cc}]/u.test(char) && char !== '\t') return refuse('it has characters that cannot be seen')
    if (quote === null && ofShells.test(char))
      return refuse(
        `“${char}” is for a shell, and none is asked. Put it into quotes, or into a script of your own`,
      )
    if (char === '\\' && quote !== "'" && platform !== 'win32') {
      if (at + 1 >= line.length) return refuse('it ends with a backslash')
      part = (part ?? '') + line.charAt(++at)
    } else if (char === quote) quote = null
    else if (quote === null && (char === '"' || char === "'")) {
      quote = char
      part ??= ''
    } else if (quote === null && /\s/.test(char)) {
      if (part !== null) parts.push(part)
      part = null
    } else part = (part ?? '') + char
  }
  if (quote !== null) return refuse(`a quote ${quote} is not closed`)
  if (part !== null) parts.push(part)
  const [command = '', ...args] = parts
  if (command === '') return refuse('it names no program')
  if (/^\w+=/.test(command))
    return refuse('it begins with a variable. Begin it with env, or with the program')
  return { ok: true, command, args }
}

function refuse(why: string): CommandLine {
  return { ok: false, problem: `The command line of this agent cannot be run: ${why}.` }
}
