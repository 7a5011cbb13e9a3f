import { readPattern, type PathPattern } from './pattern.ts'

/** What one file of rules says of a path, by its names below the root: it is left out, it is not, or nothing (null). */
export type Ignored = (names: readonly string[], isFolder: boolean) => boolean | null

interface Rule {
  readonly pattern: PathPattern
  readonly isOut: boolean
  readonly foldersOnly: boolean
}

/** Most rules of one file that count. */
const mostRules = 2_000

/**
 * Reads a file of rules as git does: a line a pattern, the last that fits counts, `!` takes back, `/` at its end means
 * folders, a `/` elsewhere ties it to the file's own folder, `**` is any depth. `depth`: how far that folder is below the
 * root; only what lies in it is asked about.
 */
export function readIgnored(text: string, depth: number): Ignored {
  const rules = text
    .split(/\r?\n/)
    .flatMap((line) => ruleOf(line) ?? [])
    .slice(0, mostRules)
  return (names, isFolder) => {
    const below = names.slice(depth)
    const found = rules.findLast(
      ({ pattern, foldersOnly }) => (isFolder || !foldersOnly) && pattern.matches(below),
    )
    return found?.isOut ?? null
  }
}

function ruleOf(line: string): Rule | null {
  const written = withoutTrailingSpaces(line)
  if (written === '' || written.startsWith('#')) return null
  const isOut = !written.startsWith('!')
  const whole = isOut ? written : written.slice(1)
  const pattern = readPattern(whole.replace(/\/$/, ''))
  return pattern && { pattern, isOut, foldersOnly: whole.endsWith('/') }
}

/** A space after a backslash stays. Not by a regular expression: that takes the square of a long run of spaces. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && /\s/.test(line.charAt(end - 1)) && line.charAt(end - 2) !== '\\') end--
  return line.slice(0, end)
}
