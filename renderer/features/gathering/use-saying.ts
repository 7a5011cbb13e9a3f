import { useState } from 'react'
import type { GatheringId } from '../../../main/contract/gatherings.ts'
import { useMirror } from '../../state/store.ts'
import { draftOf, keepDraft, useView } from '../../state/view-store.ts'
import { heldWords, type SendProblem } from '../../entities/draft/send.ts'
import { excessOfWords, noteLimit, utteranceLimit } from './size.ts'
import { draftFor, sayDraft, type Way } from './say.ts'

/** One of the drafts for a gathering, and the way that it goes out. */
export function useSaying(id: GatheringId, kind: Way['kind']) {
  const of = draftFor(id, kind)
  const { text } = useView((now) => draftOf(now, of))
  const [problem, setProblem] = useState<SendProblem | null>(null)
  const [isSending, setSending] = useState(false)
  const snapshots = useMirror((now) => now.snapshots)
  const excess = excessOfWords(text, kind === 'note' ? noteLimit : utteranceLimit)
  const canSay = text.trim() !== '' && excess === null && !isSending
  const say = async (way: Way): Promise<boolean> => {
    if (!canSay) return false
    setSending(true)
    const left = await sayDraft(id, way)
    setProblem(left)
    setSending(false)
    return left === null
  }
  const write = (words: string) => {
    keepDraft(of, words)
    setProblem(null)
  }
  return { text, trouble: excess ?? heldWords(problem, snapshots), canSay, say, write }
}
