import type { AgentId } from '../../../main/contract/api/model.ts'
import type { TimelineRow } from '../../../main/contract/history/timeline.ts'
import { goToCircle } from '../../entities/house/circle-words.ts'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { goToMessage } from '../../entities/message/go-to-message.ts'
import { mirror } from '../../state/store.ts'
import type { Aim } from '../../state/aim.ts'
import { leadBeside } from '../../state/pane-acts.ts'
import { leaveAt } from '../../state/timeline.ts'
import {
  aimAt,
  comeTo,
  select,
  setSide,
  show,
  showGathering,
  showLink,
  toast,
} from '../../state/view-store.ts'

/** Leads to where a row of the timeline happened; there is a way back from there. */
export function leadTo(row: TimelineRow): void {
  const { fact, from, to } = row
  leaveAt(row.n)
  leadBeside({ kind: 'timeline' })
  switch (fact.kind) {
    case 'message':
      return toMessage(row)
    case 'link':
      comeTo(fact.link)
      if ('n' in fact) aimAt({ kind: 'link', id: fact.link, n: fact.n })
      return showLink(fact.link)
    case 'gathering':
      return toGathering(row)
    case 'timer':
      return row.row ? toRow(row.row) : toAgent(agentOf([...to, from]), () => setSide('open'))
    case 'card':
      if (fact.asked === 'proposal' && row.gathering) {
        comeTo(row.gathering)
        return showGathering(row.gathering)
      }
      if (fact.card?.startsWith('msg-'))
        return show({ kind: 'thread', message: fact.card as `msg-${string}` })
      return row.row ? toRow(row.row) : toAgent(agentOf([from, ...to]))
    case 'agent':
      return toAgent(agentOf(to))
  }
}

/** What was read stands in its reader's conversation; what waits, or never came there, in that of its thread. */
function toMessage({ fact, message, to }: TimelineRow): void {
  if (fact.kind !== 'message') return
  const receiver = agentOf(to)
  const isThere = message?.state === 'read' || message?.state === 'answered'
  if (!message) return void toast('It was deleted with its agent.')
  if (!isThere || receiver === null) return show({ kind: 'thread', message: fact.message })
  comeTo(receiver)
  void goToMessage(receiver, fact.message)
}

function toGathering({ fact, id }: TimelineRow): void {
  if (fact.kind !== 'gathering') return
  if ('house' in fact) return goToCircle({ ...fact, id: fact.gathering })
  comeTo(fact.gathering)
  if (id.startsWith('utt-')) aimAt(aimOf(fact.gathering, id))
  showGathering(fact.gathering)
}

const aimOf = (id: `gat-${string}`, utterance: string): Aim => ({
  kind: 'gathering',
  id,
  utterance: utterance as `utt-${string}`,
})

function toRow(row: { readonly agent: AgentId; readonly n: number }): void {
  comeTo(row.agent)
  void goToRow(row)
}

function toAgent(agent: AgentId | null, then: () => void = () => undefined): void {
  if (agent === null) return
  const found = mirror.getState().agents[agent]
  if (!found) return void toast('That agent is no longer here.')
  if (found.closed) return void toast('Its tab is closed. Reopen it to see it.')
  comeTo(agent)
  select(agent)
  then()
}

function agentOf(actors: readonly TimelineRow['from'][]): AgentId | null {
  for (const actor of actors) if (actor?.by.kind === 'agent') return actor.by.id
  return null
}
