import { receiverStates, type HandlerAction, type HandlerWhen } from '../../contract/handlers/handlers.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'
import { priorityNames } from '../../contract/mail/priorities.ts'
import type { AgentState } from '../../core/step/state.ts'
import { onSome, weighted, type RandomChoices, type RandomEvent } from './random-choices.ts'

const user: Author = { kind: 'user', via: 'window' }

/** The user makes a rule for messages to an agent; sometimes an agent tries to. */
const make = onSome((world, { agent }) => {
  const { random } = world
  const isAgents = random.chance(0.1)
  if (isAgents) world.watch.count('an agent wants a handler')
  world.command({
    type: 'handler.made',
    agent: agent.id,
    by: isAgents ? { kind: 'agent', id: agent.id } : user,
    name: 'rule',
    isOn: random.chance(0.9),
    when: someWhen(world, agent.id),
    then: someAct(world),
  })
  tryOut(world, agent.id)
})

/** Others write to it, often at once. */
function tryOut(world: RandomChoices, to: AgentId): void {
  const { random } = world
  for (let count = random.int(0, 4); count > 0; count--) {
    const from = random.pick(world.agents())?.agent.id
    if (from === undefined || from === to) continue
    const priority = random.pick([null, null, ...priorityNames] as const) ?? null
    const expectsReply = priority !== 'low' && random.chance(0.5)
    world.send({ kind: 'agent', id: from }, to, { priority, expectsReply })
    if (random.chance(0.3)) world.pass(random.int(0, 40_000))
  }
}

function someWhen(world: RandomChoices, agent: AgentId): HandlerWhen {
  const { random } = world
  const others = world.agents().flatMap((one) => (one.agent.id === agent ? [] : [one.agent.id]))
  const other = random.pick(others)
  const few = <T>(all: readonly T[]): readonly T[] =>
    random.chance(0.7) ? [] : all.filter(() => random.chance(0.5))
  return {
    from: random.pick(['any', 'any', 'linked', other === undefined ? 'any' : [other]] as const) ?? 'any',
    priorities: few(priorityNames),
    words: random.chance(0.8) ? null : { which: 'any', texts: ['WORD-1', 'word-2'] },
    question: random.pick(['any', 'any', 'yes', 'no'] as const) ?? 'any',
    doing: few(receiverStates),
  }
}

function someAct(world: RandomChoices): HandlerAction {
  const { random } = world
  const acts: readonly HandlerAction[] = [
    { kind: 'respond', text: world.word() },
    { kind: 'respond', text: world.oldWord() },
    { kind: 'respond', file: random.pick(['status.md', 'missing.md']) ?? 'status.md' },
    { kind: 'notify' },
    { kind: 'hold' },
    { kind: 'priority', to: random.pick(priorityNames) ?? 'low' },
    { kind: 'command', command: '/compact' },
    { kind: 'close' },
  ]
  return random.pick(acts) ?? { kind: 'notify' }
}

function onHandler(act: (world: RandomChoices, state: AgentState, at: number) => void): RandomEvent {
  return onSome((world, state) => {
    if (state.handlers.length > 0) act(world, state, world.random.int(0, state.handlers.length - 1))
  })
}

const change = onHandler((world, { agent, handlers }, at) => {
  const handler = handlers[at]
  if (!handler) return
  const { random } = world
  const of = { type: 'handler.changed', agent: agent.id, by: user, handler: handler.id } as const
  const event = random.pick([
    { ...of, isOn: !handler.isOn },
    { ...of, place: random.int(0, 3) },
    { ...of, then: someAct(world) },
    { ...of, when: someWhen(world, agent.id) },
  ])
  if (event) world.command(event)
})
const remove = onHandler((world, { agent, handlers }, at) => {
  const handler = handlers[at]
  if (handler) world.command({ type: 'handler.removed', agent: agent.id, by: user, handler: handler.id })
})

/** The user answers a rule's question. */
const answer: RandomEvent = (world) => {
  const all = world.agents().flatMap(({ handlers }) => handlers)
  const handler = world.random.pick(all.filter(({ asks }) => asks.length > 0))
  const about = world.random.pick(handler?.asks ?? [])?.message
  if (!handler || about === undefined) return
  const { id, agent } = handler
  const decision = world.random.chance(0.5) ? 'yes' : 'no'
  world.watch.count(`handler's question: ${decision}`)
  world.tell({ type: 'handler.answered', agent, handler: id, about, decision, byName: 'mo' })
}

/** The user forwards a message that a rule handled. */
const deliverAnyway: RandomEvent = (world) => {
  const met = [...world.watch.ledger.messages.values()].filter(({ handled }) => handled !== null)
  const message = world.random.pick(met)
  if (message)
    world.command(() => ({
      type: 'message.handedOver',
      message: world.store.message(message.id) ?? message,
    }))
}

export const ruling = weighted([
  [5, make],
  [4, deliverAnyway],
  [2, change],
  [1, remove],
  [1, answer],
])
