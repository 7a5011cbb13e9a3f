import { useState } from 'react'
import type { CommentPlace, LineCommentView } from '../../../main/contract/folders/line-comments.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { useAnswer } from '../../state/use-answer.ts'

const none: readonly LineCommentView[] = []

/** Loads the user's comments on an agent's changes; reloads when a comment changes, or `version`. */
export function useComments({ id, review }: AgentView, version: number) {
  const at = review?.at
  const { answer, problem } = useAnswer(
    'comments.list',
    at === undefined ? null : { agent: id },
    (at ?? 0) + version,
  )
  return { comments: answer ?? none, problem: problem === '' ? '' : `Couldn’t load comments. ${problem}` }
}

export interface Draft {
  readonly place: CommentPlace
  /** Diff index of its last line. */
  readonly to: number
  readonly words: string
}

/** Drafts that survive closing the dialog, by agent and path. */
const drafts = new Map<string, Draft>()

export function useDraft(of: string): readonly [Draft | null, (draft: Draft | null) => void] {
  const [draft, setDraft] = useState(drafts.get(of) ?? null)
  const set = (next: Draft | null) => {
    if (next) drafts.set(of, next)
    else drafts.delete(of)
    setDraft(next)
  }
  return [draft, set]
}

/** Saves the text of a draft as it is typed, without rendering. */
export function keepWords(of: string, words: string): void {
  const draft = drafts.get(of)
  if (draft) drafts.set(of, { ...draft, words })
}

export const wordsOf = (of: string): string => drafts.get(of)?.words ?? ''
