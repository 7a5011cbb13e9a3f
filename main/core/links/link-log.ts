import type { Crossing, CrossingId, Link, Sent } from '../../contract/links/links.ts'
import type { AgentId, MessageId, TurnId } from '../../contract/api/model.ts'
import { isRemote } from '../step/peer-ids.ts'
import type { Step } from '../step/step.ts'
import { nameIn } from './queries.ts'

/** The turn whose final text crosses. */
export interface TurnAuthor {
  /** Local or remote. */
  readonly agent: AgentId
  readonly name: string
  readonly turn: TurnId
  readonly turnNumber: number
  readonly depth: number
  readonly causes: readonly MessageId[]
  readonly costUsd: number
}

export function record(
  step: Step,
  { id: link, rows }: Link,
  { agent: from, name: fromName, turn, turnNumber, costUsd }: TurnAuthor,
  said: Pick<Crossing, 'id' | 'kind' | 'text' | 'sent'>,
): void {
  step.crossing({ ...said, link, n: rows + 1, turn, turnNumber, from, fromName, at: step.now, costUsd })
}

/** Shows in the speaker's transcript where its text went. */
export function crossedLine(
  step: Step,
  link: Link,
  { agent, name }: Pick<TurnAuthor, 'agent' | 'name'>,
  crossing: CrossingId,
  sent: readonly Sent[],
): void {
  if (isRemote(agent)) return
  const others = link.members.filter((one) => one !== agent).map((one) => nameIn(link, one, step.find))
  const names = sent.length > 0 ? sent.map(({ toName }) => toName) : others
  step.entry(agent, {
    kind: 'crossing',
    author: { kind: 'agent', id: agent },
    authorName: name,
    text: names.join(', '),
    link: link.id,
    crossing,
    sent,
  })
}
