import type { AgentId } from '../../../main/contract/model.ts'
import { wordsOf } from '../../act.ts'
import { ask } from '../../connection.ts'
import { draftOf, keepDraft, view } from '../../view-store.ts'

/** Sends the draft; it goes only when main has it, and only if nothing was typed meanwhile. The answer says what went wrong. */
export async function sendDraft(agent: AgentId): Promise<string> {
  const draft = draftOf(view.getState(), agent)
  try {
    await ask('messages.send', { agent, message: draft.text, idempotencyKey: draft.key })
    const now = draftOf(view.getState(), agent)
    if (now.key === draft.key) keepDraft(agent, '')
    return ''
  } catch (error) {
    return `${wordsOf(error)} Your text is kept here.`
  }
}
