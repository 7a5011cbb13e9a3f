import { isInWord, mentionPlaces } from '../../../main/contract/links/mentions.ts'

/** A mention being typed. */
export interface Begun {
  /** Offset of the @. */
  readonly from: number
  /** Text between the @ and the caret. */
  readonly words: string
}

/** UTF-16 units searched before the caret. */
const lookBack = 200

/**
 * Returns the mention before the caret, or null. An @ within a word, as in an address, is none. It may
 * contain blanks while it is the beginning of an agent's name, or after a quotation mark.
 */
export function mentionAt(text: string, caret: number, names: readonly string[]): Begun | null {
  const before = text.slice(Math.max(0, caret - lookBack), caret)
  let at = before.lastIndexOf('@')
  // The name of a remote agent contains an @ itself.
  while (at > 0 && !mayBegin(before, at)) at = before.lastIndexOf('@', at - 1)
  if (at < 0 || !mayBegin(before, at)) return null
  const words = before.slice(at + 1)
  if (words.includes('\n')) return null
  const low = words.toLowerCase()
  const mayGoOn = /^"[^"]*$/.test(words) || names.some((name) => name.toLowerCase().startsWith(low))
  if (/\s/.test(words) && !mayGoOn) return null
  return { from: caret - words.length - 1, words }
}

const mayBegin = (text: string, at: number): boolean => !isInWord.test(text.slice(Math.max(0, at - 2), at))

/** Replaces what was typed by a name or a path; returns the new text and caret. */
export function withMention(text: string, begun: Begun, name: string): { text: string; caret: number } {
  const end = begun.from + 1 + begun.words.length
  const rest = text.slice(end)
  const put = `@${name}${/^\s/.test(rest) ? '' : ' '}`
  const head = text.slice(0, begun.from) + put
  return { text: head + rest, caret: head.length + (/^\s/.test(rest) ? 1 : 0) }
}

/** Quotes a path with blanks. */
export const pathMention = (path: string): string => (/[\s"]/.test(path) ? `"${path}"` : path)

interface Named {
  readonly name: string
}

/**
 * Returns who is mentioned, in order: the longest matching name, ignoring case, unless it continues as
 * another word or a file. A command mentions nobody.
 */
export function mentionsIn<T extends Named>(text: string, all: readonly T[]): readonly T[] {
  if (text.trimStart().startsWith('/') || !text.includes('@')) return []
  return [...new Set(mentionPlaces(text, all).flatMap(({ of }) => of ?? []))]
}

/** Removes the @ before each mention of `who`. */
export function withoutMention<T extends Named>(text: string, who: T, all: readonly T[]): string {
  const places = mentionPlaces(text, all).filter(({ of }) => of === who)
  return places.reduceRight((words, { at }) => words.slice(0, at) + words.slice(at + 1), text)
}
