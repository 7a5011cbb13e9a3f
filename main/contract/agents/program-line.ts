/** A parsed command line, or what is wrong with it, for the user. */
type ProgramLine =
  | { readonly ok: true; readonly words: readonly [string, ...string[]] }
  | { readonly ok: false; readonly problem: string }

const wrong = (problem: string): ProgramLine => ({ ok: false, problem })

/** What a shell would interpret outside quotes. */
const ofShell = /[|&;<>()$`*?~#{}!\n\r]/

/**
 * Parses the command line of an agent's program: words separated by spaces, grouped by quotes. Unquoted shell
 * characters are refused, since no shell runs the line.
 */
export function readProgramLine(written: string): ProgramLine {
  const line = written.trim()
  if (line === '') return wrong('Say which program it is, such as: goose acp')
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u.test(line))
    return wrong('A command line is one line, without control characters.')
  const words: string[] = []
  // A part of a word: "quoted", 'quoted' or plain.
  const parts = /\s+|"([^"]*)"|'([^']*)'|([^\s"']+)/gy
  let word: string | null = null
  let at = 0
  for (const found of line.matchAll(parts)) {
    const [all, double, single, plain] = found
    at = found.index + all.length
    if (plain !== undefined && ofShell.test(plain))
      return wrong(
        `This line is not run in a shell, so ${plain.match(ofShell)?.[0] ?? ''} has no effect. Put it in quotes, or put the command into a script and enter that.`,
      )
    const said = double ?? single ?? plain
    if (said !== undefined) word = (word ?? '') + said
    else if (word !== null) {
      words.push(word)
      word = null
    }
  }
  if (at < line.length) return wrong('A quote is opened and not closed.')
  if (word !== null) words.push(word)
  const [program = '', ...rest] = words
  if (program === '') return wrong('The first word is the program, and it is empty.')
  if (/^[A-Za-z_]\w*=/.test(program))
    return wrong('No variables here: start a script of yours that sets them.')
  return { ok: true, words: [program, ...rest] }
}
