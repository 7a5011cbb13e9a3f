import type { MessageView } from '../../../main/contract/mail/mail-views.ts'
import { useFace } from './avatar.tsx'
import type { Face } from './identity.ts'
import { useMirror } from '../../state/store.ts'

type Sent = Pick<MessageView, 'from' | 'fromName'>

/** A sender's name in words, where the person's own does not matter. */
export const nameOf = ({ from, fromName }: Sent): string =>
  from.kind === 'human' ? 'you' : from.kind === 'system' ? 'Janus' : fromName

/** The sender of a message, as the window shows them. */
interface Sender {
  readonly name: string
  readonly face: Face
  readonly isPerson: boolean
}

/** The sender of a message, the person by their own name. */
export function useSender(sent: Sent): Sender {
  const person = useMirror((now) => now.status?.person ?? '')
  const isPerson = sent.from.kind === 'human'
  const name = isPerson && person !== '' ? person : nameOf(sent)
  return { name, face: useFace(sent.from, name), isPerson }
}
