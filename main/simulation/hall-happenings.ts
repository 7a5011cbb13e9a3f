import type { AgentId } from '../contract/model.ts'
import type { AgentState } from '../core/state.ts'
import type { Hall } from './hall.ts'
import { convene } from './steering.ts'

type Trouble = (hall: Hall) => void

/** Somebody convenes; at times while another gathering runs. */
export function convening(hall: Hall): void {
  convene(hall, hall.random.chance(0.75) ? 'person' : 'agent', hall.wish)
}

/** The person sets a timer for an agent, which falls due soon. */
export function setTimer(hall: Hall, agent: AgentId): void {
  const wait = hall.random.pick([100, 1000, 5000, 60_000]) ?? 1000
  const fields = { agent, intent: 'check', note: 'look', wait, about: null } as const
  hall.watch.timed(agent)
  hall.command({ type: 'heartbeat.set', ...hall.doer(null), ...fields, idempotencyKey: null })
}

function onMember(act: (hall: Hall, state: AgentState) => void): Trouble {
  return (hall) => {
    const state = hall.some()
    if (!state) return
    hall.watch.stirred()
    act(hall, state)
  }
}

const tell = (
  type: 'agent.stopped' | 'agent.restarted' | 'agent.interrupted' | 'agent.closed' | 'agent.reopened',
): Trouble => onMember((hall, { agent }) => hall.tell({ type, agent: agent.id }))

const kill = onMember((hall, { agent }) => {
  hall.note(`the CLI of ${agent.name} is killed`)
  hall.backend.kill(agent.id)
})
const erase = onMember((hall, { agent }) => hall.tell({ type: 'agent.deleted', agent: agent.id }))
const rename = onMember((hall, { agent }) =>
  hall.command({ type: 'agent.changed', agent: agent.id, name: hall.name() }),
)
const write = onMember((hall, { agent }) => hall.send(null, agent.id, { now: hall.random.chance(0.3) }))
const mail = onMember((hall, { agent }) => {
  const from = hall.some()?.agent.id
  const priority = hall.random.pick([null, 'low', 'normal', 'high', 'urgent', 'urgent'] as const) ?? null
  if (from !== undefined && from !== agent.id)
    hall.send({ kind: 'agent', id: from }, agent.id, { priority, expectsReply: hall.random.chance(0.2) })
})
const decide = onMember((hall, { agent, mailbox }) => {
  const asking = mailbox.find(({ card, state }) => card !== null && state === 'queued')
  if (!asking) return
  const decision = hall.random.pick(['now', 'later'] as const) ?? 'later'
  const stopTool = hall.random.chance(0.3)
  if (stopTool) hall.watch.handled(agent.id)
  hall.command({ type: 'message.decided', message: asking.id, decision, stopTool })
})
const answer = onMember((hall, { agent, cards }) => {
  for (const card of cards)
    hall.tell({
      type: 'card.answered',
      agent: agent.id,
      card: card.id,
      hash: card.hash,
      decision: { kind: 'allow' },
    })
})
const link = onMember((hall, { agent }) => {
  const other = hall.some()?.agent.id
  if (other !== undefined && other !== agent.id) hall.link(null, [agent.id, other], 'converse', null)
})
const timer = onMember((hall, { agent }) => setTimer(hall, agent.id))
const crash: Trouble = (hall) => {
  hall.watch.stirred()
  hall.crash(hall.random.chance(0.7) ? 0 : hall.random.int(1000, 3_600_000))
}
const sleep: Trouble = (hall) => {
  hall.note('the machine sleeps')
  hall.clock.leap(hall.random.int(10_000, 8 * 3_600_000))
  hall.watch.stirred()
  // All that is late is done before anybody looks.
  hall.clock.advance(0)
}
const fullDisk: Trouble = (hall) => hall.store.failNext(hall.random.int(1, 3))
const breakCli = onMember((hall, { agent }) => hall.backend.broken.add(agent.id))
const mendCli: Trouble = (hall) => {
  hall.backend.broken.clear()
  hall.backend.deaf.clear()
}
const deafen = onMember((hall, { agent }) => hall.backend.deaf.add(agent.id))

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
