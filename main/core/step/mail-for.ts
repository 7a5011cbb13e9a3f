import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { refOf } from './peer-ids.ts'
import type { State } from './state.ts'
import type { Step } from './step.ts'

export type Mailboxes = Pick<Step, 'find'> & Pick<State, 'machines'>

/** Also for agents of other machines. */
export function mailFor({ find, machines }: Mailboxes, id: AgentId): readonly Message[] {
  const ref = refOf(id)
  if (ref.at === 'local') return find(id)?.mailbox ?? []
  return machines.get(ref.machine)?.mail.filter(({ to }) => to === id) ?? []
}

/** All waiting mail, by mailbox; each other machine counts as one. */
export function mailboxes({ agents, machines }: Pick<Step, 'agents' | 'machines'>): (readonly Message[])[] {
  return [...agents().map(({ mailbox }) => mailbox), ...[...machines.values()].map(({ mail }) => mail)]
}

/** Whether mail for an agent can be accepted: it is local, or its machine is known. */
export function isReachable({ find, machines }: Mailboxes, id: AgentId): boolean {
  const ref = refOf(id)
  return ref.at === 'local' ? find(id) !== undefined : machines.has(ref.machine)
}

export function findOpen(step: Step, id: MessageId): Message | undefined {
  for (const mailbox of mailboxes(step)) {
    const found = mailbox.find((message) => message.id === id)
    if (found) return found
  }
  return undefined
}
