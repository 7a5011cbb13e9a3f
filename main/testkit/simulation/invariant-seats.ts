import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { State } from '../../core/step/state.ts'
import { type Commit, type Written, isAbsorbed, writtenIn, timerOf } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isByUser } from './invariant-frames.ts'

/** Who sits, sits in one gathering, and hears nobody else: other mail, links and timers wait. */
export class SeatWatcher extends Watcher {
  committed(commit: Commit): void {
    const { before, after, rows } = commit
    if (before.gatherings !== after.gatherings || before.agents.size !== after.agents.size) seated(after)
    for (const written of writtenIn(commit)) if (sits(written)) this.#hears(written)
    for (const { was, is } of this.ledger.circles.changes) if (was) this.#joins(was, is)
    for (const row of rows) {
      if (row.table !== 'crossing' || row.row.kind !== 'said') continue
      const isOut = sitsIn(before, row.row.from) && sitsIn(after, row.row.from)
      const carried = row.row.sent.filter(({ carriage }) => carriage !== 'paused')
      must(!isOut || carried.length === 0, 'the links of who sits rest')
      for (const { to } of carried)
        must(!sitsIn(before, to) || !sitsIn(after, to), 'nothing crosses to who sits')
    }
  }

  /** Nobody's number changes; who joins has the next one, and the harvester changes only where it is gone. */
  #joins(was: Gathering, is: Gathering): void {
    const numbers = is.seats.map(({ number }) => number)
    must(
      was.stage === 'proposed' || was.seats.every(({ number }, i) => number === numbers[i]),
      'numbers never change',
    )
    must(
      numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0)),
      'who joins has the next number',
    )
    const { hands } = this.ledger.circles.of(is.id)
    const byHand = (verb: string): boolean => hands.some((hand) => hand.verb === verb)
    const more = is.seats.length - was.seats.length
    if (more > 0) this.ledger.count('joined', more)
    must(
      more === 0 || (byHand('join') && was.stage === 'running') || was.stage === 'proposed',
      'the user alone seats one more',
    )
    const isOther = was.harvester.agent !== null && is.harvester.agent !== was.harvester.agent
    if (isOther) this.ledger.count('harvester replaced')
    must(!isOther || byHand('harvester'), 'the user alone chooses another harvester')
  }

  #hears({ frame, messages }: Written): void {
    must(timerOf(frame) === null, 'the timers of who sits wait')
    if (frame.kind !== 'mail') return
    for (const message of messages) {
      if (message.spoken || message.from.kind !== 'agent' || isByUser(message)) continue
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
    // Its seats were free already when it came to be harvested after all.
    const taken = g.harvesting?.from === 'closed' ? [g.harvester] : [...g.seats, g.harvester]
    for (const { agent } of taken) {
      if (agent === null) continue
      must(!seats.has(agent), 'an agent sits in one gathering at a time, in one seat')
      seats.set(agent, g)
    }
  }
  for (const [id, { gatheringId: says }] of agents)
    must((seats.get(id)?.id ?? null) === says, 'an agent knows where it sits')
}
