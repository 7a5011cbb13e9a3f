import type { Message } from '../../contract/mail/messages.ts'
import { asksUser } from '../../core/step/status.ts'
import { onSome, weighted, type RandomChoices, type RandomEvent } from './random-choices.ts'

/** The user writes a draft, and perhaps sends it. */
const compose = onSome((world, { agent }) => {
  const { random } = world
  world.command({ type: 'user.composed', agent: agent.id, draft: random.chance(0.7) })
  world.pass(random.int(0, 4000))
  if (random.chance(0.4)) return
  world.send(null, agent.id)
  world.command({ type: 'user.composed', agent: agent.id, draft: false })
})
export const write = onSome((world, { agent }) => {
  const { random } = world
  const priority = random.pick([null, null, null, 'low', 'normal', 'urgent'] as const) ?? null
  world.send(null, agent.id, { priority, now: random.chance(0.3), expectsReply: random.chance(0.1) })
})
export const answerCard = onSome((world, { agent, cards }) => {
  const decision = world.random.pick([
    { kind: 'allow' } as const,
    { kind: 'allow', suggestion: world.random.int(0, 2) } as const,
    { kind: 'deny', message: 'no' } as const,
  ]) ?? { kind: 'allow' as const }
  for (const card of cards)
    world.tell({
      type: 'card.answered',
      agent: agent.id,
      card: card.id,
      hash: card.hash,
      decision,
      fromName: 'Mo',
    })
})
const retryTurn = onSome((world, { agent }) => world.tell({ type: 'turn.retried', agent: agent.id }))

function onMessage(
  act: (world: RandomChoices, message: Message) => void,
  which?: (message: Message) => boolean,
): RandomEvent {
  return (world) => {
    const waiting = world.agents().flatMap(({ mailbox }) => mailbox)
    const message = world.random.pick(which ? waiting.filter(which) : waiting)
    if (message) act(world, message)
  }
}

const withdraw = onMessage((world, { id }) => world.command({ type: 'message.withdrawn', message: id }))
const isHeld = ({ state }: Message): boolean => state === 'held'
const release = onMessage((world, { id }) => world.command({ type: 'message.released', message: id }), isHeld)
const drop = onMessage((world, { id }) => world.command({ type: 'message.dropped', message: id }), isHeld)
/** The user drops messages in a loop, which also stops the link they crossed. */
const endLoop = onMessage(
  (world, { id }) => world.command({ type: 'message.dropped', message: id }),
  ({ state, hold }) => state === 'held' && hold === 'loop',
)
const move = onMessage((world, { id }) =>
  world.command({
    type: 'message.moved',
    message: id,
    to: world.random.pick(['up', 'down', { before: null }] as const) ?? 'up',
  }),
)
const hasten = onMessage((world, { id }) => world.command({ type: 'message.hastened', message: id }))
/** The user decides about mail that asks them. */
export const decide = onMessage((world, { id, to }) => {
  const decision = world.random.pick(['now', 'later'] as const) ?? 'now'
  const stopTool = decision === 'now' && world.random.chance(0.3)
  // `stopTool` lets the user stop the tool.
  if (stopTool) world.watch.note('handled', to)
  world.command({ type: 'message.decided', message: id, decision, stopTool })
}, asksUser)
const nudge = onMessage((world, { id }) => world.command({ type: 'message.nudged', message: id }))
const retryMessage: RandomEvent = (world) => {
  const lost = [...world.watch.ledger.messages.values()].filter(({ state }) => state === 'undeliverable')
  const message = world.random.pick(lost)
  if (message)
    world.command(() => ({ type: 'message.retried', message: world.store.message(message.id) ?? message }))
}

export const handling = weighted([
  [5, write],
  [5, compose],
  [3, answerCard],
  [3, decide],
  [1, withdraw],
  [1, release],
  [1, drop],
  [1, endLoop],
  [2, move],
  [2, hasten],
  [1, nudge],
  [1, retryMessage],
  [1, retryTurn],
])
