/** Whether one ignore file excludes a path, given as names below the root; null when no rule matches. */
export type Ignored = (names: readonly string[], isFolder: boolean) => boolean | null

interface Rule {
  readonly pattern: PathPattern
  readonly isOut: boolean
  readonly foldersOnly: boolean
}

/** Cap per file. */
const mostRules = 2_000

/**
 * Parses an ignore file with git's semantics. `depth`: how deep the file's folder is below the root; only
 * paths in that folder may be asked about.
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

/** An escaped space stays. A regular expression would be quadratic in a long run of spaces. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && /\s/.test(line.charAt(end - 1)) && line.charAt(end - 2) !== '\\') end--
  return line.slice(0, end)
}

/** `names`: the path's segments below the ignore file's folder. */
export interface PathPattern {
  matches(names: readonly string[]): boolean
}

/** Patterns with more characters or stars are ignored. */
const limits = { length: 500, stars: 20 }

/** One character of a name: a literal, a class, or any for `?`. */
type One = { readonly is: string } | { readonly in: readonly Range[]; readonly isNegated: boolean } | 'any'
type Range = readonly [from: string, to: string]
type Glob = readonly (One | 'star')[]
/** A path segment, or `**` for any number of segments. */
type Part = Glob | 'deep'

/**
 * Parses a pattern with git's semantics. Matching backtracks only to the last star, so it takes at most the
 * product of both lengths. Returns null when the pattern exceeds the limits or is malformed.
 */
export function readPattern(written: string): PathPattern | null {
  if (written.length > limits.length || (written.match(/\*+/g)?.length ?? 0) > limits.stars) return null
  const isTied = written.includes('/')
  const texts = written.replace(/^\//, '').split('/')
  const read = texts.map((text): Part | null => (isTied && text === '**' ? 'deep' : readGlob(text)))
  const known = read.filter((part) => part !== null)
  if (known.length < read.length) return null
  const parts: readonly Part[] = isTied ? known : ['deep', ...known]
  // `a/**` matches what is in `a`, not `a` itself.
  const all: readonly Part[] = parts.at(-1) === 'deep' ? [...parts, ['star']] : parts
  return {
    matches: (names) =>
      matchesGreedily(all, names.length, 'deep', (part, at) => matchesName(part, names[at] ?? '')),
  }
}

function matchesName(glob: Glob, name: string): boolean {
  return matchesGreedily(glob, name.length, 'star', (one, at) => fits(one, name.charAt(at)))
}

/** At a mismatch the last wildcard takes one more item. */
function matchesGreedily<T, W extends T>(
  pattern: readonly T[],
  length: number,
  wildcard: W,
  fitsAt: (item: Exclude<T, W>, at: number) => boolean,
): boolean {
  const isWild = (item: T): item is T & W => item === wildcard
  let next = 0
  let afterWild = -1
  let resume = 0
  for (let at = 0; at < length;) {
    const item = pattern[next]
    if (item !== undefined && isWild(item)) {
      afterWild = ++next
      resume = at
    } else if (item !== undefined && fitsAt(item as Exclude<T, W>, at)) {
      next++
      at++
    } else if (afterWild >= 0) {
      next = afterWild
      at = ++resume
    } else return false
  }
  return pattern.slice(next).every(isWild)
}

function fits(one: One, character: string): boolean {
  if (one === 'any') return true
  if ('is' in one) return one.is === character
  return one.in.some(([from, to]) => from <= character && character <= to) !== one.isNegated
}

/** Returns null for a trailing backslash. */
function readGlob(text: string): Glob | null {
  const glob: (One | 'star')[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const end = character === '[' ? endOfClass(text, at) : -1
    if (character === '*') {
      if (glob.at(-1) !== 'star') glob.push('star')
    } else if (character === '?') glob.push('any')
    else if (end > 0) {
      glob.push(readClass(text.slice(at + 1, end)))
      at = end
    } else if (character === '\\') {
      if (++at === text.length) return null
      glob.push({ is: text.charAt(at) })
    } else glob.push({ is: character })
  }
  return glob
}

const isNegation = (character: string): boolean => character === '!' || character === '^'

/**
 * Returns the index of the closing bracket, or -1 for a literal `[`. A `]` right after the opening is a
 * member.
 */
function endOfClass(text: string, start: number): number {
  return text.indexOf(']', start + (isNegation(text.charAt(start + 1)) ? 3 : 2))
}

function readClass(text: string): One {
  const isNegated = isNegation(text.charAt(0))
  const members = isNegated ? text.slice(1) : text
  const ranges: Range[] = []
  for (let at = 0; at < members.length; at++) {
    if (members.charAt(at) === '\\' && at + 1 < members.length) at++
    const from = members.charAt(at)
    const isRange = members.charAt(at + 1) === '-' && at + 2 < members.length
    ranges.push([from, isRange ? members.charAt(at + 2) : from])
    if (isRange) at += 2
  }
  return { in: ranges, isNegated }
}
