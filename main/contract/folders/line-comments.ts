/** The user's comments on lines that an agent changed. Types, limits and words. */

import type { MessageId } from '../api/model.ts'

/** `cmt-` and ten base32 characters. */
export type CommentId = `cmt-${string}`

/** Most comments that wait for one agent; most messages with comments that are remembered; lines and characters of one. */
export const commentLimits = { pending: 50, sent: 20, lines: 100, quote: 8000, text: 4000 } as const

/** Where a comment belongs. */
export interface CommentPlace {
  /** As in the list of changes: below the agent's folder with `/`, else whole. */
  readonly path: string
  /** Which file its number is of: `old` where all its lines were removed. */
  readonly side: 'old' | 'new'
  /** Number of the first line, from 1; 0: not known. */
  readonly line: number
  /** The lines as the diff showed them: each begins with ` `, `-` or `+`. */
  readonly lines: readonly string[]
  /** The lines right before and after in the file that `side` names; null: the file begins or ends there. */
  readonly before: string | null
  readonly after: string | null
}

/** A comment of the user's on lines of a diff; `at`: when it was written, in ms. */
export interface LineComment extends CommentPlace {
  readonly id: CommentId
  readonly text: string
}

/** What an agent's user wrote about its changes. */
export interface Review {
  /** Not sent yet, in the order in which they were written. */
  readonly pending: readonly LineComment[]
  /** The newest messages that brought comments, oldest first. */
  readonly sent: readonly MessageId[]
  /** When anything of it changed last, in ms. */
  readonly at: number
}

/**
 * Whether the lines of a comment are still as they were. `there`: at this line of the file, for removed lines of the old
 * one. `changed`: they were changed, or removed lines were put back. `unknown`: the file cannot be compared.
 */
export type CommentStanding =
  | { readonly state: 'there'; readonly line: number }
  | { readonly state: 'changed' }
  | { readonly state: 'unknown' }

/** A comment, how its lines stand now, and the message that brought it to the agent; null: it is not sent yet. */
export interface LineCommentView extends LineComment {
  readonly standing: CommentStanding
  readonly message: MessageId | null
}

/** Where the lines are, as `src/fares.js:12-14`. */
export function placeWords({ path, line, lines, side }: CommentPlace): string {
  if (line === 0) return path
  const count = lines.filter((one) => one[0] !== (side === 'old' ? '+' : '-')).length
  return count > 1 ? `${path}:${String(line)}-${String(line + count - 1)}` : `${path}:${String(line)}`
}

/** All comments as one message, which an agent reads as Markdown; `words`: what the user says before them. */
export function reviewText(comments: readonly LineComment[], words: string): string {
  const count = comments.length === 1 ? '1 comment' : `${String(comments.length)} comments`
  return (words.trim() === '' ? `${count} on your changes:` : words.trim()) + commentsText(comments)
}

/** What such a message says before the comments; all of it, where another version of Janus wrote them otherwise. */
export function introOf(text: string, comments: readonly LineComment[]): string {
  const written = commentsText(comments)
  return text.endsWith(written) ? text.slice(0, -written.length) : text
}

const commentsText = (comments: readonly LineComment[]): string =>
  comments.map((comment, at) => `\n\n${commentText(comment, at + 1)}`).join('')

function commentText(comment: LineComment, number: number): string {
  const { lines, side, text } = comment
  const where = `${String(number)}. ${placeWords(comment)}${side === 'old' ? ' (removed)' : ''}`
  // No run of backticks in the lines may end the quotation.
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [where, '', `${fence}diff`, ...lines, fence, '', text.trim()].join('\n')
}

/** `3 pending comments`. */
export const pendingWords = (count: number): string =>
  count === 1 ? '1 pending comment' : `${String(count)} pending comments`
