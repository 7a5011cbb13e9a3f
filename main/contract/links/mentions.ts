import { agentNameLimit } from '../api/limits.ts'

/** Somebody who can be named in a text. */
interface Named {
  readonly name: string
}

/** Whom a text names with an `@`. */
export interface Mentions<T extends Named> {
  /** Members, in the order in which they are named first. */
  readonly named: readonly T[]
  /** `@all` or `@everyone`: every member. */
  readonly all: boolean
  /** `@you`, `@user`, or the user by name. */
  readonly user: boolean
  /** Words behind an `@` that name nobody, without repetitions. */
  readonly unknown: readonly string[]
}

const everyone = ['all', 'everyone']
/** What names the user, whatever they are called; no agent can have such a name. */
const theUser = ['you', 'user']

/** Behind a name these make it another word, a file or an address. */
const goesOn = /^(?:[\p{L}\p{N}\p{M}_/\\-]|[.@:][\p{L}\p{N}])/u
/** Before an `@` these make it an address or a part of a path. */
export const isInWord = /[\p{L}\p{N}\p{M}_@/\\.+-]$/u
/** A name and what stands right behind it are shorter. */
const mostCharacters = 2 * agentNameLimit
const oneWord = /^[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_@/\\.:-]*[\p{L}\p{N}\p{M}_])?/u

/**
 * Whom a text names: the longest name that fits, blind to case. In code, in addresses and in paths nobody is named.
 * `users`: names of the user.
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

/** Each `@` that may name somebody: where it stands, whom it names, or null and the word behind it. */
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

/** A text with blanks in the place of code: of fenced blocks, also one that is never closed, and of spans within a line. */
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

/** A line with blanks for what stands between two runs of as many backticks. */
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
