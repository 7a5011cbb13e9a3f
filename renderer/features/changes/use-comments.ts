import { useEffect, useState } from 'react'
import type { CommentPlace, LineCommentView } from '../../../main/contract/folders/line-comments.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { loadErrorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

const none: readonly LineCommentView[] = []

/** The user's comments on an agent's changes, read again when one changed, and with `version` when a file may have. */
export function useComments({ id, review }: AgentView, version: number) {
  const [found, setFound] = useState({ comments: none, problem: '' })
  const at = review?.at
  useEffect(() => {
    if (at === undefined) return
    let left = false
    ask('comments.list', { agent: id }).then(
      (comments) => left || setFound({ comments, problem: '' }),
      (error: unknown) => left || setFound({ comments: none, problem: loadErrorWords('comments', error) }),
    )
    return () => void (left = true)
  }, [id, at, version])
  return found
}

/** A comment that is being written. */
export interface Draft {
  readonly place: CommentPlace
  /** The place of its last line in the diff. */
  readonly to: number
  readonly words: string
}

/** What was being written when the changes were closed, by agent and path. */
const drafts = new Map<string, Draft>()

/** The comment that is being written on a file; it is still there when the changes are opened again. */
export function useDraft(of: string): readonly [Draft | null, (draft: Draft | null) => void] {
  const [draft, setDraft] = useState(drafts.get(of) ?? null)
  const set = (next: Draft | null) => {
    if (next) drafts.set(of, next)
    else drafts.delete(of)
    setDraft(next)
  }
  return [draft, set]
}

/** Remembers the words of a draft as they are typed. */
export function keepWords(of: string, words: string): void {
  const draft = drafts.get(of)
  if (draft) drafts.set(of, { ...draft, words })
}

/** The words of a draft as they were typed last. */
export const wordsOf = (of: string): string => drafts.get(of)?.words ?? ''
