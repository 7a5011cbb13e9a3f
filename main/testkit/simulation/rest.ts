import { noCaps } from '../../contract/budget/budget.ts'
import type { AgentState } from '../../core/step/state.ts'
import { isCapped } from '../../core/budget/turn-cap.ts'
import { openLinks } from './linking.ts'
import { isAbsorbed } from './ledger.ts'
import type { RandomChoices } from './random-choices.ts'
import { letGo } from './steering.ts'
import { changeTimer } from './timers.ts'

const minute = 60_000

/** Brings the world to its end: the user allows everything, and prompts agents to read what they absorbed. */
export function finish(world: RandomChoices): void {
  settle(world)
  // A timer may have fired in the last minutes, and woken an agent.
  if (world.agents().some(({ agent }) => ['working', 'starting'].includes(agent.status)))
    resolveAll(world, 15)
}

function settle(world: RandomChoices): void {
  world.backend.broken.clear()
  world.backend.folders.clear()
  resolveAll(world, 60)
  for (const { agent, mailbox } of world.agents()) {
    if (mailbox.some(isAbsorbed)) world.send(null, agent.id)
  }
  resolveAll(world, 15)
  // Recent gatherings need time.
  for (let hours = 0; world.engine.state.gatherings.size > 0 && hours < 30; hours++) resolveAll(world, 60)
  if (!world.random.chance(0.3)) return
  world.watch.count('a day passes')
  for (let hour = 0; hour < 25; hour++) {
    world.clock.advance(59 * minute)
    resolveAll(world, 1)
  }
  resolveAll(world, 15)
}

/** Lets time pass; the user acts on everything that waits once a minute. */
export function resolveAll(world: RandomChoices, minutes: number): void {
  for (let passed = 0; passed < minutes; passed++) {
    const { links, quiet, stopped, caps } = world.engine.state.limits
    if (!links || quiet || stopped !== null || caps !== noCaps)
      world.prefer({ links: true, quiet: false, stopped: null, caps: noCaps })
    for (const { id, cap } of openLinks(world))
      if (cap !== null) world.command({ type: 'cap.set', of: { kind: 'link', id }, cap: null })
    for (const { id, mode } of openLinks(world))
      if (mode === 'paused') world.command({ type: 'link.changed', link: id, mode: 'answers' })
    for (const g of world.engine.state.gatherings.values()) letGo(world, g)
    for (const state of world.agents()) sootheOne(world, state)
    world.clock.advance(minute)
    world.watch.check()
  }
}

const isLeftQuiet = ({ healthWarning, wasRestarted, abilities }: AgentState): boolean =>
  healthWarning !== null && (wasRestarted || !abilities.resumes)

function sootheOne(world: RandomChoices, state: AgentState): void {
  const { agent, cards, frames, heartbeats } = state
  const { id } = agent
  for (const { id: heartbeat, state } of heartbeats)
    if (state === 'paused' || state === 'held' || state === 'stale') {
      world.watch.mark('timed', id)
      changeTimer(world, heartbeat, null, 'resume')
    }
  if (agent.cap !== null) world.command({ type: 'cap.set', of: { kind: 'tab', id }, cap: null })
  if (frames.some(isCapped)) world.command({ type: 'cap.raised', of: { kind: 'turn', id }, add: {} })
  if (agent.closedAt !== null) world.tell({ type: 'agent.reopened', agent: id })
  // An agent that needs a manual restart.
  if (agent.status === 'stopped' || agent.status === 'failed' || isLeftQuiet(state))
    world.tell({ type: 'agent.restarted', agent: id })
  for (const card of cards)
    world.tell({
      type: 'card.answered',
      fromName: 'Mo',
      agent: id,
      card: card.id,
      hash: card.hash,
      decision: { kind: 'allow' },
    })
  if (frames.some(({ phase, broke }) => phase === 'unfinished' && broke?.why === 'error'))
    world.tell({ type: 'turn.retried', agent: id })
  for (const message of world.engine.state.agents.get(id)?.mailbox ?? []) {
    // What a paused link holds stays until the next message to a member.
    if (message.state === 'held' && message.hold !== 'paused' && message.hold !== 'answering')
      world.command({ type: 'message.released', message: message.id })
  }
}
