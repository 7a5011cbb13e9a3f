/** The user's comments on lines that an agent changed. Types, limits and texts. */

import type { MessageId } from '../api/model.ts'

/** `cmt-` and ten base32 characters. */
export type CommentId = `cmt-${string}`

/**
 * `pending` and `sent` (messages with comments) per agent; `lines`, `quote` and `text` (characters) per
 * comment.
 */
export const commentLimits = { pending: 50, sent: 20, lines: 100, quote: 8000, text: 4000 } as const

export interface CommentPlace {
  /** As in the list of changes: relative to the agent's folder with `/`, else absolute. */
  readonly path: string
  /** Which version `line` counts in: `old` if all its lines were removed. */
  readonly side: 'old' | 'new'
  /** First line, from 1; 0: unknown. */
  readonly line: number
  /** As in the diff: each begins with ` `, `-` or `+`. */
  readonly lines: readonly string[]
  /** The adjacent lines in the version that `side` names; null: start or end of the file. */
  readonly before: string | null
  readonly after: string | null
}

export interface LineComment extends CommentPlace {
  readonly id: CommentId
  readonly text: string
}

export interface Review {
  /** In the order in which they were written. */
  readonly pending: readonly LineComment[]
  /** The newest messages with comments, oldest first. */
  readonly sent: readonly MessageId[]
  /** Milliseconds of the last change. */
  readonly at: number
}

/**
 * Whether a comment's lines are unchanged. `there`: they are at this line (for removed lines, of the old
 * version). `changed`: they were edited, or removed lines were restored. `unknown`: the file cannot be
 * compared.
 */
export type CommentStanding =
  | { readonly state: 'there'; readonly line: number }
  | { readonly state: 'changed' }
  | { readonly state: 'unknown' }

/** `message`: the message that sent it; null: not sent yet. */
export interface LineCommentView extends LineComment {
  readonly lineStatus: CommentStanding
  readonly message: MessageId | null
}

/** `src/fares.js:12-14`. */
export function placeWords({ path, line, lines, side }: CommentPlace): string {
  if (line === 0) return path
  const count = lines.filter((one) => one[0] !== (side === 'old' ? '+' : '-')).length
  return count > 1 ? `${path}:${String(line)}-${String(line + count - 1)}` : `${path}:${String(line)}`
}

/** One Markdown message with all comments; `words`: the user's text before them. */
export function reviewText(comments: readonly LineComment[], words: string): string {
  const count = comments.length === 1 ? '1 comment' : `${String(comments.length)} comments`
  return (words.trim() === '' ? `${count} on your changes:` : words.trim()) + commentsText(comments)
}

/** The text before the comments; the whole text if another version of Janus formatted them. */
export function introOf(text: string, comments: readonly LineComment[]): string {
  const written = commentsText(comments)
  return text.endsWith(written) ? text.slice(0, -written.length) : text
}

const commentsText = (comments: readonly LineComment[]): string =>
  comments.map((comment, at) => `\n\n${commentText(comment, at + 1)}`).join('')

function commentText(comment: LineComment, number: number): string {
  const { lines, side, text } = comment
  const where = `${String(number)}. ${placeWords(comment)}${side === 'old' ? ' (removed)' : ''}`
  // No run of backticks in the lines may end the code block.
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [where, '', `${fence}diff`, ...lines, fence, '', text.trim()].join('\n')
}

export const pendingWords = (count: number): string =>
  count === 1 ? '1 pending comment' : `${String(count)} pending comments`
