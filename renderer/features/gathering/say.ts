import { seatNoteLimit, utteranceLimit } from '../../../main/contract/limits.ts'
import { useState } from 'react'
import { RefusedError } from '../../../main/contract/errors.ts'
import type { GatheringId, SpeakingTurnId } from '../../../main/contract/gatherings.ts'
import { wordsOf } from '../../state/act.ts'
import { ask, UnreachableError } from '../../state/connection.ts'
import type { DraftFor } from '../../state/drafts.ts'
import { mirror, useMirror } from '../../state/store.ts'
import { draftOf, keepDraft, toast, useView, view } from '../../state/view-store.ts'
import { heldWords, type SendProblem } from '../../entities/draft/send.ts'
import { excessOfWords } from '../../entities/draft/size.ts'

/** How the words in the composer go out. */
export type Way =
  | { readonly kind: 'speak'; readonly turn: SpeakingTurnId; readonly to?: string; readonly keep?: true }
  | { readonly kind: 'host' }
  | { readonly kind: 'note'; readonly before: string }

/** Where the words for one way wait: those of one's turn, of the host, and a note never mix. */
export const draftFor = (id: GatheringId, kind: Way['kind']): DraftFor =>
  kind === 'speak' ? id : `${id}:${kind}`

/** Sends the draft of that way; it goes only when main has it. Null when it went. */
async function sayDraft(id: GatheringId, way: Way): Promise<SendProblem | null> {
  const of = draftFor(id, way.kind)
  const draft = draftOf(view.getState(), of)
  try {
    await send(id, draft.text, way)
    if (draftOf(view.getState(), of).key === draft.key) keepDraft(of, '')
    return null
  } catch (error) {
    const unreachedAt = error instanceof UnreachableError ? mirror.getState().snapshots : null
    const words = `${wordsOf(error)} Your text is kept here.`
    // The turn's composer is gone by then, or goes at once: it could not show it.
    if (error instanceof RefusedError && error.refusal.code === 'stale_turn') toast(words, { isError: true })
    return { words, unreachedAt }
  }
}

function send(id: GatheringId, text: string, way: Way) {
  switch (way.kind) {
    case 'speak':
      return ask('gatherings.say', {
        ...{ id, text, turnId: way.turn },
        ...(way.to === undefined ? {} : { to: way.to }),
        ...(way.keep ? { keep: true } : {}),
      })
    case 'host':
      return ask('gatherings.say', { id, text, host: true })
    case 'note':
      return ask('gatherings.steer', { id, verb: 'note', text: joined(way.before, text) })
  }
}

/** A note goes on where it ended. */
const joined = (before: string, text: string) => (before === '' ? text : `${before}\n\n${text}`)

/** One of the drafts for a gathering, and the way that it goes out. */
export function useSaying(id: GatheringId, kind: Way['kind']) {
  const of = draftFor(id, kind)
  const { text } = useView((now) => draftOf(now, of))
  const [problem, setProblem] = useState<SendProblem | null>(null)
  const [isSending, setSending] = useState(false)
  const snapshots = useMirror((now) => now.snapshots)
  const excess = excessOfWords(text, kind === 'note' ? seatNoteLimit : utteranceLimit)
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
