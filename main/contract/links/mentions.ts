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
const isInWord = /[\p{L}\p{N}\p{M}_@/\\.+-]$/u
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
  const words = text.includes('@') ? withoutCode(text) : ''
  const candidates = [
    ...members.map((who) => ({ name: who.name.toLowerCase(), who })),
    ...everyone.map((name) => ({ name, who: 'all' as const })),
    ...[...theUser, ...users].map((name) => ({ name: name.toLowerCase(), who: 'user' as const })),
  ].toSorted((one, other) => other.name.length - one.name.length)
  const found = new Set<T | 'all' | 'user'>()
  const unknown = new Set<string>()
  for (const { index } of words.matchAll(/@/g)) {
    if (isInWord.test(words.slice(Math.max(0, index - 2), index))) continue
    const rest = words.slice(index + 1, index + mostCharacters)
    const low = rest.toLowerCase()
    const named = candidates.find(({ name }) => low.startsWith(name) && !goesOn.test(low.slice(name.length)))
    const [word] = oneWord.exec(rest) ?? []
    if (named) found.add(named.who)
    else if (word !== undefined) unknown.add(word)
  }
  return {
    named: members.filter((who) => found.has(who)),
    all: found.has('all'),
    user: found.has('user'),
    unknown: [...unknown],
  }
}

/** A text without its code: fenced blocks, also one that is never closed, and spans within a line. */
function withoutCode(text: string): string {
  let fence = ''
  const lines = text.split('\n').map((line) => {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === '') {
      fence = mark
      return mark === '' ? withoutSpans(line) : ''
    }
    if (mark.startsWith(fence)) fence = ''
    return ''
  })
  return lines.join('\n')
}

/** A line without what stands between two runs of as many backticks. */
function withoutSpans(line: string): string {
  const parts = line.split(/(`+)/)
  let words = ''
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    const end = part.startsWith('`') ? parts.indexOf(part, at + 1) : -1
    words += part
    if (end > 0) at = end
  }
  return words
}
