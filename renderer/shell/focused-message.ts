import type { MessageId } from '../../main/contract/model.ts'
import type { Desk } from '../state/desk.ts'
import { mirror } from '../state/store.ts'

/**
 * The message that the person is at: the one around what has the focus, else the last that the agent in view got
 * or sent, as far as the window holds it.
 */
export function messageAt({ selected }: Pick<Desk, 'selected'>): MessageId | null {
  const around = document.activeElement?.closest<HTMLElement>('[data-message]')
  if (around) return around.dataset['message'] as MessageId
  const held = selected && mirror.getState().logs.agent[selected.id]?.rows
  return held?.findLast((entry) => entry.kind === 'peer' && entry.message !== null)?.message ?? null
}
