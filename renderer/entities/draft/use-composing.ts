import { useEffect } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { composing } from './composing.ts'
import type { Attaching } from './use-attaching.ts'

/** Tells main that the user writes to these agents, so that those who sleep are awake by the time of Enter. */
export interface ComposingNotes {
  /** A key was pressed, or `words` stand there now. */
  readonly typed: (words?: string) => void
  /** The field has the focus: what was left in it is about to go on, or to be sent. */
  readonly onFocus: () => void
  /** The user has pressed in the field. */
  readonly onPress: () => void
}

/** `text` is the draft to `agents`; files that are attached to it count as words. */
export function useComposing(
  agents: readonly AgentId[],
  text: string,
  { coming, attachments }: Pick<Attaching, 'coming' | 'attachments'>,
): ComposingNotes {
  const hasFiles = coming + attachments.length > 0
  const tell = (isDraft: boolean) => {
    for (const id of agents) composing.typed(id, isDraft)
  }
  const isDraft = (words: string) => hasFiles || words.trim() !== ''
  useEffect(() => {
    if (coming > 0) tell(true)
  })
  return {
    typed: (words = text) => tell(isDraft(words)),
    onFocus: () => isDraft(text) && tell(true),
    onPress: () => agents.forEach((id) => composing.begins(id)),
  }
}
