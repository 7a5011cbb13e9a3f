import type { AgentId } from '../../../main/contract/api/model.ts'
import { sendDraft, toAgents } from '../../entities/draft/send.ts'
import { keepDraft, toast } from '../../state/view-store.ts'

/** Gives the first words to an agent that was just made. They are its draft until main has them. */
export async function giveFirstWords(
  agent: { readonly id: AgentId; readonly name: string },
  words: string,
): Promise<void> {
  if (words.trim() === '') return
  keepDraft(agent.id, words)
  const wrong = await sendDraft(
    agent.id,
    toAgents([agent], () => 'send'),
  )
  if (wrong) toast(wrong.words, { isError: true })
}
