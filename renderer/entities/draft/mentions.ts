import { isInWord, mentionPlaces } from '../../../main/contract/links/mentions.ts'

/** What is being typed behind an @, and where that stands. */
export interface Begun {
  /** Place of the @. */
  readonly from: number
  /** From behind the @ to the caret. */
  readonly words: string
}

/** Longest that is looked back for an @, in UTF-16 units. */
const lookBack = 200

/**
 * What has been typed behind an @ up to the caret; null: nothing. An @ within a word, as in an address, is none. Blanks
 * belong to it while an agent's name may go on so, or behind a quotation mark.
 */
export function mentionAt(text: string, caret: number, names: readonly string[]): Begun | null {
  const before = text.slice(Math.max(0, caret - lookBack), caret)
  let at = before.lastIndexOf('@')
  // The name of an agent of another machine has an @ of its own.
  while (at > 0 && !mayBegin(before, at)) at = before.lastIndexOf('@', at - 1)
  if (at < 0 || !mayBegin(before, at)) return null
  const words = before.slice(at + 1)
  if (words.includes('\n')) return null
  const low = words.toLowerCase()
  const mayGoOn = /^"[^"]*$/.test(words) || names.some((name) => name.toLowerCase().startsWith(low))
  if (/\s/.test(words) && !mayGoOn) return null
  return { from: caret - words.length - 1, words }
}

/** Whether the `@` at this place may name somebody. */
const mayBegin = (text: string, at: number): boolean => !isInWord.test(text.slice(Math.max(0, at - 2), at))

/** The words with a name or a path in the place of what was typed, and where the caret goes. */
export function withMention(text: string, begun: Begun, name: string): { text: string; caret: number } {
  const end = begun.from + 1 + begun.words.length
  const rest = text.slice(end)
  const put = `@${name}${/^\s/.test(rest) ? '' : ' '}`
  const head = text.slice(0, begun.from) + put
  return { text: head + rest, caret: head.length + (/^\s/.test(rest) ? 1 : 0) }
}

/** A path as it stands behind an @: one with blanks in quotation marks. */
export const pathMention = (path: string): string => (/[\s"]/.test(path) ? `"${path}"` : path)

/** Somebody who can be named. */
interface Named {
  readonly name: string
}

/**
 * Who is named in words by an @, in order: the longest name that fits, blind to case, with nothing behind it that would
 * make it another word or a file. A command names nobody.
 */
export function mentionsIn<T extends Named>(text: string, all: readonly T[]): readonly T[] {
  if (text.trimStart().startsWith('/') || !text.includes('@')) return []
  return [...new Set(mentionPlaces(text, all).flatMap(({ of }) => of ?? []))]
}

/** The words with this one named no more: without the @ before the name. */
export function withoutMention<T extends Named>(text: string, who: T, all: readonly T[]): string {
  const places = mentionPlaces(text, all).filter(({ of }) => of === who)
  return places.reduceRight((words, { at }) => words.slice(0, at) + words.slice(at + 1), text)
}
