import { attachmentLimits, type KeptDraft } from '../../../main/contract/mail/attachments.ts'
import type { AgentId, MessageId } from '../../../main/contract/api/model.ts'
import type { MessageView, PendingView } from '../../../main/contract/mail/mail-views.ts'
import { act, withErrorToast } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { attach, draftOf, keepDraft, show, toast, view } from '../../state/view-store.ts'
import type { Move, Way } from './mail-order.ts'

/** Shows the whole message without changing its state. */
export const readMail = ({ id, fromName }: Pick<PendingView, 'id' | 'fromName'>): void =>
  show({ kind: 'message', message: id, from: fromName })

/** Applies a button of a waiting message; the composer handles `edit` (`editMail`). */
export function doMail(agent: AgentId, message: PendingView, way: Exclude<Way, 'edit'>): void {
  const { id } = message
  switch (way) {
    case 'read':
      return readMail(message)
    case 'up':
    case 'down':
      return void act('messages.move', { id, to: way })
    case 'now':
      return void act('messages.hasten', { id })
    case 'withdraw':
      return void withdrawMail(agent, message)
  }
}

/** Withdraws a message; a toast offers the user's own text back. Returns whether it was withdrawn. */
export async function withdrawMail(agent: AgentId, { id, from, fromName }: PendingView): Promise<boolean> {
  if (from.kind !== 'user') {
    if (!(await act('messages.withdraw', { id }))) return false
    toast(`${fromName}’s message was discarded.`)
    return true
  }
  return withErrorToast(async () => {
    const words = await whole(id)
    await ask('messages.withdraw', { id })
    const run = () => putBack(agent, words)
    toast('Your message was withdrawn.', { action: { label: 'Edit again', run } })
  })
}

/** Inserts a message before the text in the composer. */
function putBack(agent: AgentId, { text, attachments }: KeptDraft): void {
  const draft = draftOf(view.getState(), agent)
  keepDraft(agent, [text, draft.text].filter((words) => words !== '').join('\n\n'))
  const others = draft.attachments.filter(({ path }) => !attachments.some((one) => one.path === path))
  if (attachments.length > 0) attach(agent, [...attachments, ...others].slice(0, attachmentLimits.count))
}

/** Delivers a message that a rule answered or holds. Returns whether it succeeded. */
export async function deliverHandled(id: MessageId, agentName: string): Promise<boolean> {
  if (!(await act('messages.deliverAnyway', { id }))) return false
  toast(`Delivered: ${agentName} reads it as it came.`)
  return true
}

/** Applies a drag. A priority changes step by step, until main refuses. */
export async function moveMail(id: MessageId, move: Move): Promise<void> {
  if (move.kind === 'place') return void (await act('messages.move', { id, to: { before: move.before } }))
  for (let left = Math.abs(move.steps); left > 0; left -= 1)
    if (!(await act('messages.move', { id, to: move.steps > 0 ? 'up' : 'down' }))) return
}

/**
 * Moves the user's own message back into the composer. It is read before it is withdrawn, so that nothing is
 * lost if one of the two fails. Returns whether it succeeded.
 */
export async function editMail(agent: AgentId, id: MessageId): Promise<boolean> {
  return withErrorToast(async () => {
    const words = await whole(id)
    await ask('messages.withdraw', { id })
    putBack(agent, words)
  })
}

async function whole(id: MessageId): Promise<KeptDraft> {
  let text = ''
  let attachments: KeptDraft['attachments'] = []
  for (let offset: number | null = 0; offset !== null;) {
    const part: MessageView = await ask('messages.get', { id, offset })
    text += part.text
    attachments = part.attachments ?? []
    offset = part.next
  }
  return { text, attachments }
}
