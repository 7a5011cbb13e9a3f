import type { AgentId } from '../contract/model.ts'
import { priorityNames } from '../contract/priorities.ts'
import type { AgentState } from '../core/state.ts'
import type { GatheringSim } from './gathering-sim.ts'
import { convene } from './steering.ts'

type Trouble = (sim: GatheringSim) => void

/** Somebody convenes; at times while another gathering runs. */
export function convening(sim: GatheringSim): void {
  convene(sim, sim.random.chance(0.75) ? 'person' : 'agent', sim.wish)
}

/** The person sets a timer for an agent, which falls due soon. */
export function setTimer(sim: GatheringSim, agent: AgentId): void {
  const wait = sim.random.pick([100, 1000, 5000, 60_000]) ?? 1000
  const fields = { agent, intent: 'check', note: 'look', wait, about: null } as const
  sim.watch.timed(agent)
  sim.command({ type: 'heartbeat.set', ...sim.doer(null), ...fields, idempotencyKey: null })
}

function onMember(act: (sim: GatheringSim, state: AgentState) => void): Trouble {
  return (sim) => {
    const state = sim.some()
    if (!state) return
    sim.watch.stirred()
    act(sim, state)
  }
}

const tell = (
  type: 'agent.stopped' | 'agent.restarted' | 'agent.interrupted' | 'agent.closed' | 'agent.reopened',
): Trouble => onMember((sim, { agent }) => sim.tell({ type, agent: agent.id }))

const kill = onMember((sim, { agent }) => {
  sim.note(`the process of ${agent.name} is killed`)
  sim.backend.kill(agent.id)
})
const erase = onMember((sim, { agent }) => sim.tell({ type: 'agent.deleted', agent: agent.id }))
const rename = onMember((sim, { agent }) =>
  sim.command({ type: 'agent.changed', agent: agent.id, name: sim.name() }),
)
const write = onMember((sim, { agent }) => sim.send(null, agent.id, { now: sim.random.chance(0.3) }))
const mail = onMember((sim, { agent }) => {
  const from = sim.some()?.agent.id
  const priority = sim.random.pick([null, ...priorityNames, 'urgent'] as const) ?? null
  if (from !== undefined && from !== agent.id)
    sim.send({ kind: 'agent', id: from }, agent.id, { priority, expectsReply: sim.random.chance(0.2) })
})
const decide = onMember((sim, { agent, mailbox }) => {
  const asking = mailbox.find(({ card, state }) => card !== null && state === 'queued')
  if (!asking) return
  const decision = sim.random.pick(['now', 'later'] as const) ?? 'later'
  const stopTool = sim.random.chance(0.3)
  if (stopTool) sim.watch.handled(agent.id)
  sim.command({ type: 'message.decided', message: asking.id, decision, stopTool })
})
const answer = onMember((sim, { agent, cards }) => {
  for (const card of cards)
    sim.tell({
      type: 'card.answered',
      agent: agent.id,
      card: card.id,
      hash: card.hash,
      decision: { kind: 'allow' },
    })
})
const link = onMember((sim, { agent }) => {
  const other = sim.some()?.agent.id
  if (other !== undefined && other !== agent.id) sim.link(null, [agent.id, other], 'converse', null)
})
const timer = onMember((sim, { agent }) => setTimer(sim, agent.id))
const crash: Trouble = (sim) => {
  sim.watch.stirred()
  sim.crash(sim.random.chance(0.7) ? 0 : sim.random.int(1000, 3_600_000))
}
const sleep: Trouble = (sim) => {
  sim.note('the machine sleeps')
  sim.clock.leap(sim.random.int(10_000, 8 * 3_600_000))
  sim.watch.stirred()
  // All that is late is done before anybody looks.
  sim.clock.advance(0)
}
const fullDisk: Trouble = (sim) => sim.store.failNext(sim.random.int(1, 3))
const breakCli = onMember((sim, { agent }) => sim.backend.broken.add(agent.id))
const mendCli: Trouble = (sim) => {
  sim.backend.broken.clear()
  sim.backend.deaf.clear()
}
const deafen = onMember((sim, { agent }) => sim.backend.deaf.add(agent.id))

/** What may go wrong, or come between; the number of times something stands here is its weight. */
export const faults: readonly Trouble[] = [
  write,
  write,
  kill,
  kill,
  crash,
  crash,
  crash,
  sleep,
  tell('agent.interrupted'),
  tell('agent.stopped'),
  tell('agent.restarted'),
  tell('agent.restarted'),
  tell('agent.closed'),
  tell('agent.reopened'),
  erase,
  rename,
  write,
  write,
  mail,
  mail,
  decide,
  answer,
  link,
  timer,
  breakCli,
  deafen,
  deafen,
  mendCli,
  mendCli,
  fullDisk,
]
