import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { refOf } from './peer-ids.ts'
import type { State } from './state.ts'
import type { Step } from './step.ts'

/** Where mail waits: at the agents of this machine, and for other machines. */
export type Mailboxes = Pick<Step, 'find'> & Pick<State, 'machines'>

/** What waits for an agent, wherever it is. */
export function mailFor({ find, machines }: Mailboxes, id: AgentId): readonly Message[] {
  const ref = refOf(id)
  if (ref.at === 'local') return find(id)?.mailbox ?? []
  return machines.get(ref.machine)?.mail.filter(({ to }) => to === id) ?? []
}

/** All mail that waits, by mailbox; what waits for another machine is one. */
export function mailboxes({ agents, machines }: Pick<Step, 'agents' | 'machines'>): (readonly Message[])[] {
  return [...agents().map(({ mailbox }) => mailbox), ...[...machines.values()].map(({ mail }) => mail)]
}

/** Whether mail for an agent can be accepted: it is here, or its machine is known. */
export function isReachable({ find, machines }: Mailboxes, id: AgentId): boolean {
  const ref = refOf(id)
  return ref.at === 'local' ? find(id) !== undefined : machines.has(ref.machine)
}

/** An open message, wherever it waits. */
export function findOpen(step: Step, id: MessageId): Message | undefined {
  for (const mailbox of mailboxes(step)) {
    const found = mailbox.find((message) => message.id === id)
    if (found) return found
  }
  return undefined
}
