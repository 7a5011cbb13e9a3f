import { priorityNames } from '../../contract/mail/priorities.ts'
import { onSome, type RandomEvent } from './random-choices.ts'

export const chatter = onSome((world, { agent }) => {
  const { random } = world
  const sender = world.some()
  if (!sender) return
  const key = random.chance(0.3) ? `key${random.int(0, 3)}` : null
  const priority = random.pick([null, ...priorityNames, 'urgent'] as const) ?? null
  world.send({ kind: 'agent', id: sender.agent.id }, agent.id, {
    key,
    priority,
    expectsReply: random.chance(0.3),
  })
})

/** A working agent streams text and begins a message to another; both are incomplete. */
export const writing = onSome((world, { agent, run, turn }) => {
  const receiver = world.some()
  if (turn === null || !receiver) return
  const of = { agent: agent.id, run }
  world.note(`${agent.name} is writing, also to ${receiver.agent.name}`)
  // The name may be ambiguous: a closed agent may have had it too.
  for (const one of world.engine.state.agents.values())
    if (one.agent.name === receiver.agent.name) world.watch.note('addressed', one.agent.id)
  world.engine.fact({ type: 'words.streamed', ...of, text: ' ' })
  world.engine.fact({ type: 'message.begun', ...of, to: receiver.agent.name })
})

export const killCli = onSome((world, { agent }) => {
  world.note(`the process of ${agent.name} is killed`)
  world.backend.kill(agent.id)
})

export const on = (
  type: 'agent.stopped' | 'agent.restarted' | 'agent.interrupted' | 'agent.closed' | 'agent.reopened',
): RandomEvent => onSome((world, { agent }) => world.tell({ type, agent: agent.id }))

export const rename = onSome((world, { agent }) =>
  world.command({ type: 'agent.changed', agent: agent.id, name: world.name() }),
)

export const fullDisk: RandomEvent = (world) => world.store.failNext(world.random.int(1, 3))

export const breakCli = onSome((world, { agent }) => world.backend.broken.add(agent.id))

/** Repairs processes that can't start or don't receive interrupts. */
export const repairCli: RandomEvent = (world) => {
  world.backend.broken.clear()
  world.backend.deaf.clear()
}
