import { agentNameLimit } from '../api/limits.ts'

interface Named {
  readonly name: string
}

/** Who a text names with `@`. */
export interface Mentions<T extends Named> {
  /** In the order of their first mention. */
  readonly named: readonly T[]
  /** `@all` or `@everyone`. */
  readonly all: boolean
  /** `@you`, `@user`, or the user's name. */
  readonly user: boolean
  /** Words after an `@` that match nobody, without duplicates. */
  readonly unknown: readonly string[]
}

const everyone = ['all', 'everyone']
/** Always the user; no agent can have such a name. */
const theUser = ['you', 'user']

/** After a name, these make it another word, a file or an address. */
const goesOn = /^(?:[\p{L}\p{N}\p{M}_/\\-]|[.@:][\p{L}\p{N}])/u
/** Before an `@`, these make it an address or part of a path. */
export const isInWord = /[\p{L}\p{N}\p{M}_@/\\.+-]$/u
/** Longer than any name with the characters that decide about its end. */
const mostCharacters = 2 * agentNameLimit
const oneWord = /^[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_@/\\.:-]*[\p{L}\p{N}\p{M}_])?/u

/**
 * Finds the longest matching names, ignoring case. Code, addresses and paths are skipped. `users`: names of
 * the user.
 */
export function mentionsIn<T extends Named>(
  text: string,
  members: readonly T[],
  users: readonly string[],
): Mentions<T> {
  const candidates = [
    ...members.map((who) => ({ name: who.name, who })),
    ...everyone.map((name) => ({ name, who: 'all' as const })),
    ...[...theUser, ...users].map((name) => ({ name, who: 'user' as const })),
  ]
  const places = mentionPlaces(text, candidates)
  const found = new Set(places.map(({ of }) => of?.who))
  return {
    named: members.filter((who) => found.has(who)),
    all: found.has('all'),
    user: found.has('user'),
    unknown: [...new Set(places.flatMap(({ of, word }) => (of === null && word !== '' ? [word] : [])))],
  }
}

/** Every `@` that may name somebody; `of` null: nobody, and `word` follows it. */
export function mentionPlaces<T extends Named>(
  text: string,
  all: readonly T[],
): readonly { readonly at: number; readonly of: T | null; readonly word: string }[] {
  const words = text.includes('@') ? blankCode(text) : ''
  const byLength = all.toSorted((one, other) => other.name.length - one.name.length)
  return [...words.matchAll(/@/g)].flatMap(({ index: at }) => {
    if (isInWord.test(words.slice(Math.max(0, at - 2), at))) return []
    const rest = words.slice(at + 1, at + mostCharacters)
    const low = rest.toLowerCase()
    const isNamed = (name: string): boolean =>
      low.startsWith(name.toLowerCase()) && !goesOn.test(low.slice(name.length))
    return { at, of: byLength.find(({ name }) => isNamed(name)) ?? null, word: oneWord.exec(rest)?.[0] ?? '' }
  })
}

/** Blanks out code, keeping positions: fenced blocks, also unclosed ones, and inline spans. */
function blankCode(text: string): string {
  let fence = ''
  const lines = text.split('\n').map((line) => {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === '') {
      fence = mark
      return mark === '' ? blankSpans(line) : ' '.repeat(line.length)
    }
    if (mark.startsWith(fence)) fence = ''
    return ' '.repeat(line.length)
  })
  return lines.join('\n')
}

/** Inline code is what stands between two equal runs of backticks. */
function blankSpans(line: string): string {
  const parts = line.split(/(`+)/)
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    const end = part.startsWith('`') ? parts.indexOf(part, at + 1) : -1
    if (end < 0) continue
    for (let inside = at + 1; inside < end; inside += 1)
      parts[inside] = ' '.repeat(parts[inside]?.length ?? 0)
    at = end
  }
  return parts.join('')
}
