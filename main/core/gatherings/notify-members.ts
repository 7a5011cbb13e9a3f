import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { isReachable } from '../step/mail-for.ts'
import { isRemote } from '../step/peer-ids.ts'
import { acceptFromJanus } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { membersOf } from './seats.ts'

export function tellMember(
  step: Step,
  { id, depth }: Gathering,
  to: AgentId,
  body: string,
  metadata: Message['metadata'] = {},
): void {
  acceptFromJanus(step, {
    to,
    body,
    priority: 'low',
    depth,
    metadata,
    spoken: { gathering: id, utterance: null, number: null },
  })
}

/** Tells every member except seat `but`; `away`: the text for remote members. */
export function tellAll(
  step: Step,
  g: Gathering,
  body: string,
  but: number | null = null,
  away: string = body,
): void {
  for (const { agent, number } of membersOf(g))
    if (number !== but && isReachable(step, agent)) tellMember(step, g, agent, isRemote(agent) ? away : body)
}

export function tellUsersAway(step: Step, g: Gathering, body: string): void {
  for (const { agent, kind } of membersOf(g))
    if (kind === 'user' && isReachable(step, agent)) tellMember(step, g, agent, body)
}
