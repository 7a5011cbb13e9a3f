import type { MessageView } from '../../../main/contract/mail/mail-views.ts'
import { useFace } from './avatar.tsx'
import { useMirror } from '../../state/store.ts'

type Sent = Pick<MessageView, 'from' | 'fromName'>

/** The sender's name; `you` for the user. */
export const nameOf = ({ from, fromName }: Sent): string =>
  from.kind === 'user' ? 'you' : from.kind === 'system' ? 'Janus' : fromName

/** Unlike `nameOf`, shows the user by name. */
export function useSender(sent: Sent) {
  const user = useMirror((now) => now.status?.user ?? '')
  const isUser = sent.from.kind === 'user'
  const name = isUser && user !== '' ? user : nameOf(sent)
  return { name, face: useFace(sent.from, name), isUser }
}
