import { useEffect } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { composing } from './composing.ts'
import type { Attaching } from './use-attaching.ts'

/**
 * Reports that the user writes `text` to these agents, so that sleeping ones are awake when it is sent.
 * Attached files count as text.
 */
export function useComposing(
  agents: readonly AgentId[],
  text: string,
  { coming, attachments }: Pick<Attaching, 'coming' | 'attachments'>,
) {
  const hasFiles = coming + attachments.length > 0
  const tell = (isDraft: boolean) => {
    for (const id of agents) composing.typed(id, isDraft)
  }
  const isDraft = (words: string) => hasFiles || words.trim() !== ''
  useEffect(() => {
    if (coming > 0) tell(true)
  })
  return {
    /** A key was pressed, or the text is now `words`. */
    typed: (words = text) => tell(isDraft(words)),
    /** A draft that gets the focus is about to be continued or sent. */
    onFocus: () => isDraft(text) && tell(true),
    onPress: () => agents.forEach((id) => composing.begins(id)),
  }
}
