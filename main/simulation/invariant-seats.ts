import type { Gathering } from '../contract/gatherings.ts'
import type { AgentId } from '../contract/model.ts'
import type { State } from '../core/state.ts'
import { type Commit, type Written, isAbsorbed, writtenIn, timerOf } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isByPerson } from './invariant-frames.ts'

/** Who sits, sits in one gathering, and hears nobody else: other mail, links and timers wait. */
export class SeatWatcher extends Watcher {
  committed(commit: Commit): void {
    const { before, after, rows } = commit
    if (before.gatherings !== after.gatherings || before.agents.size !== after.agents.size) seated(after)
    for (const written of writtenIn(commit)) if (sits(written)) this.#hears(written)
    for (const row of rows) {
      if (row.table !== 'crossing' || row.row.kind !== 'said') continue
      const isOut = sitsIn(before, row.row.from) && sitsIn(after, row.row.from)
      const carried = row.row.sent.filter(({ carriage }) => carriage !== 'paused')
      must(!isOut || carried.length === 0, 'the links of who sits rest')
      for (const { to } of carried)
        must(!sitsIn(before, to) || !sitsIn(after, to), 'nothing crosses to who sits')
    }
  }

  #hears({ frame, messages }: Written): void {
    must(timerOf(frame) === null, 'the timers of who sits wait')
    if (frame.kind !== 'mail') return
    for (const message of messages) {
      if (message.spoken || message.from.kind !== 'agent' || isByPerson(message)) continue
      const asked = message.card !== null || this.ledger.excused.has(message.id)
      must(asked || isAbsorbed(message), `other mail waits while one sits (${message.id})`)
      must(asked || frame.how !== 'begin', 'other mail begins nothing while one sits')
    }
  }
}

function sits({ before, after }: Written): boolean {
  return before.gatheringId !== null && before.gatheringId === after.gatheringId
}

function sitsIn(state: State, agent: AgentId): boolean {
  const { gatheringId: sits = null } = state.agents.get(agent) ?? {}
  return sits !== null
}

/** What an agent's state says of its seat is so, and it is one seat at most. */
function seated({ agents, gatherings }: State): void {
  const seats = new Map<AgentId, Gathering>()
  for (const g of gatherings.values()) {
    if (g.stage === 'proposed' || g.stage === 'closed') continue
    for (const { agent } of [...g.seats, g.harvester]) {
      if (agent === null) continue
      must(!seats.has(agent), 'an agent sits in one gathering at a time, in one seat')
      seats.set(agent, g)
    }
  }
  for (const [id, { gatheringId: says }] of agents)
    must((seats.get(id)?.id ?? null) === says, 'an agent knows where it sits')
}
