import { expect, test } from 'vitest'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Act } from '../memory/acts.ts'
import { Random } from '../random.ts'
import { LinkSim, sizeOf, type Habit } from './link-sim.ts'

const minute = 60_000
const random = new Random(4)

/** Asks an agent, answers most of its questions, some later and some twice, and sometimes waits. */
const owed = new Map<AgentId, MessageId[]>()
const busy: Habit = (sim, agent, asked) => {
  const open = [...(owed.get(agent) ?? []), ...asked]
  const answered = open.filter(() => random.chance(0.6))
  owed.set(agent, random.chance(0.9) ? open.filter((id) => !answered.includes(id)) : open)
  const acts = answered.map((id): Act => ({ do: 'tool', call: () => sim.calls.reply(agent, id) }))
  return [...acts, ...asks(sim, agent)]
}

function asks(sim: LinkSim, agent: AgentId): Act[] {
  const to = sim.neighbour(agent, random.int(1, sim.ids.length - 1))
  if (random.chance(0.1)) return [{ do: 'await', call: (done) => sim.calls.await(agent, to, 5000, done) }]
  const wish = {
    expectsReply: random.chance(0.7),
    priority: random.pick([null, 'normal', 'high'] as const) ?? null,
  }
  return [{ do: 'tool', call: () => sim.calls.send(agent, to, wish) }]
}

/** The user releases this share of the held messages, and drops the rest. */
function decide(sim: LinkSim, share: number): void {
  for (const { id, state } of sim.agents().flatMap(({ mailbox }) => mailbox)) {
    const type = random.chance(share) ? 'message.released' : 'message.dropped'
    if (state === 'held') sim.command({ type, message: id })
  }
}

/** Exchanges this many messages, started by the user; returns the most messages that were in memory. */
function write(sim: LinkSim, messages: number): number {
  let largest = 0
  for (let round = 0; sim.watch.ledger.messages.size < messages; round++) {
    const to = random.pick(sim.ids)
    if (to) sim.send(null, to)
    decide(sim, 0.5)
    sim.clock.advance(random.int(1, 20) * 1000)
    if (round % 10 === 0) sim.watch.check()
    largest = Math.max(largest, sizeOf(sim.engine.state))
  }
  return largest
}

test('ten agents write ten thousand messages to and fro: none is lost, no ticket forgotten, nothing piles up', () => {
  const sim = new LinkSim(10, busy)
  const half = write(sim, 5_000)
  const whole = write(sim, 10_000)
  // Open work does not grow with the history.
  expect(whole).toBeLessThan(2 * half)

  // A stopped agent: what it is asked expires.
  const [first, ...others] = sim.ids
  if (!first) throw new Error('nobody is there')
  sim.tell({ type: 'agent.stopped', agent: first })
  for (const other of others) sim.calls.send(other, first, { expectsReply: true })
  for (let hour = 0; hour < 30; hour++) {
    sim.clock.advance(60 * minute)
    decide(sim, 0)
    sim.watch.check()
  }
  sim.tell({ type: 'agent.restarted', agent: first })
  for (let round = 0; round < 20; round++) {
    decide(sim, 0)
    sim.settle()
  }
  sim.watch.settled()

  const tickets = [...sim.watch.ledger.messages.values()].filter(({ expectsReply }) => expectsReply)
  const ends = Object.groupBy(tickets, ({ state }) => state)
  expect(Object.keys(ends).sort()).toEqual(['answered', 'dropped', 'expired'])
  expect(ends.answered?.length).toBeGreaterThan(2000)
  expect(sizeOf(sim.engine.state)).toBeLessThan(half)
}, 120_000)
