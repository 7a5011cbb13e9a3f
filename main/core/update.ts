import * as agents from './agents/agents.ts'
import * as awaits from './mail/awaits.ts'
import * as cards from './agents/cards.ts'
import * as control from './agents/control.ts'
import * as tabs from './agents/tabs.ts'
import { conclude } from './delivery/delivery.ts'
import type { Effect, Row } from './effects.ts'
import type { AgentId } from '../contract/model.ts'
import type { Answer, Command, Event, Fact } from './events.ts'
import * as frames from './delivery/frames.ts'
import * as hand from './mail/hand.ts'
import { dueGatherings, overslept } from './gatherings/clock.ts'
import { gather, findingCame } from './gatherings/gatherings.ts'
import * as heartbeats from './heartbeats/heartbeats.ts'
import * as links from './links/links.ts'
import { located } from './delivery/located.ts'
import * as mail from './mail/mail.ts'
import * as processes from './agents/processes.ts'
import type { State } from './state.ts'
import { Step, type Stamp } from './step.ts'
import { reply } from './mail/tickets.ts'
import { beginTurn, said } from './delivery/turns.ts'
import { reseed } from './gatherings/seeding.ts'
import { dueAgents, nextWake } from './wake.ts'

/** What one event makes of a state: the next state, what to save, what to do after that, what to answer. */
export interface Update {
  readonly state: State
  readonly rows: readonly Row[]
  readonly effects: readonly Effect[]
  /** For commands. */
  readonly answer?: Answer
}

/** What was due so long ago, in ms, was not asked for in time: the machine slept. */
const sleptTime = 30_000

/** The whole of Janus as one pure function. It only routes; then delivery decides what agents do next. */
export function update(state: State, event: Event, stamp: Stamp): Update {
  const step = new Step(state, stamp)
  for (const id of dueAgents(state, stamp.now)) step.touched.add(id)
  const late = stamp.now - (nextWake(state) ?? stamp.now)
  if (late > sleptTime) overslept(step, late)
  for (const { id } of dueGatherings(state, stamp.now)) step.stirred.add(id)
  const answer = route(step, event)
  return { ...conclude(step), ...(answer ? { answer } : {}) }
}

function route(step: Step, event: Event): Answer | undefined {
  if (event.type === 'clock.ticked') return undefined
  if (event.type === 'gathering.sought' || event.type === 'gathering.kept') {
    findingCame(step, event)
    return undefined
  }
  if (isFact(event)) {
    take(step, event)
    return undefined
  }
  return command(step, event)
}

function command(step: Step, event: Command): Answer {
  switch (event.type) {
    case 'agent.created':
      return agents.create(step, event)
    case 'agent.changed':
      return agents.change(step, event)
    case 'agent.duplicated':
      return agents.duplicate(step, event)
    case 'grant.revoked':
      return agents.revoke(step, event.agent, event.grant)
    case 'folder.decided':
      return agents.decide(step, event.agents, event.trust)
    case 'agent.closed':
    case 'agent.deleted':
    case 'agent.reopened':
    case 'agent.stopped':
    case 'agent.restarted':
    case 'agent.interrupted':
    case 'turn.retried':
    case 'human.composed':
      return attend(step, event)
    case 'message.sent':
      return mail.send(step, event)
    case 'reply.sent':
      return reply(step, event)
    case 'message.withdrawn':
    case 'message.released':
    case 'message.dropped':
    case 'message.moved':
    case 'message.hastened':
    case 'message.decided':
    case 'message.nudged':
      return hand.handle(step, event)
    case 'message.retried':
      return hand.retry(step, event.message)
    case 'await.began':
      return awaits.beginAwait(step, event.agent, event.ticket, event.call)
    case 'await.ended':
      return awaits.endAwait(step, event.agent, event.ticket, event.call, event.handed)
    case 'link.opened':
    case 'link.changed':
    case 'link.closed':
    case 'heartbeat.set':
    case 'heartbeat.changed':
    case 'heartbeat.cancelled':
      return tie(step, event)
    case 'gathering.convened':
    case 'gathering.started':
    case 'gathering.dismissed':
    case 'gathering.said':
    case 'gathering.passed':
    case 'gathering.steered':
    case 'gathering.carded':
      return gather(step, event)
    case 'limits.changed':
      return links.relimit(step, event.limits)
    case 'card.answered':
      return cards.answer(step, event)
  }
}

/** What the person does at a tab, apart from its words. */
function attend(
  step: Step,
  event: Extract<
    Command,
    {
      type:
        | `agent.${'closed' | 'deleted' | 'reopened' | 'stopped' | 'restarted' | 'interrupted'}`
        | 'turn.retried'
        | 'human.composed'
    }
  >,
): Answer {
  switch (event.type) {
    case 'agent.closed':
      return tabs.close(step, event.agent)
    case 'agent.deleted':
      return tabs.erase(step, event.agent)
    case 'agent.reopened':
      return tabs.reopen(step, event.agent)
    case 'agent.stopped':
      return control.stop(step, event.agent)
    case 'agent.restarted':
      return control.restart(step, event.agent)
    case 'agent.interrupted':
      return control.interrupt(step, event.agent)
    case 'turn.retried':
      return control.retried(step, event.agent)
    case 'human.composed':
      return control.composed(step, event.agent, event.draft, event.left === true)
  }
}

/** What ties agents to each other, and to their own work. */
function tie(
  step: Step,
  event: Extract<Command, { type: `link.${string}` | `heartbeat.${string}` }>,
): Answer {
  switch (event.type) {
    case 'link.opened':
      return links.open(step, event)
    case 'link.changed':
      return links.change(step, event)
    case 'link.closed':
      return links.close(step, event)
    case 'heartbeat.set':
      return heartbeats.set(step, event)
    case 'heartbeat.changed':
      return heartbeats.change(step, event)
    case 'heartbeat.cancelled':
      return heartbeats.cancel(step, event.heartbeat, event.by)
  }
}

/** Facts of a process that is not the agent's present one are out of date, and change nothing. */
function take(step: Step, fact: Fact): void {
  const state = step.find(fact.agent)
  if (!state || ('run' in fact && fact.run !== state.run)) return
  switch (fact.type) {
    case 'process.spawned':
      return step.agent(fact.agent, { process: fact.process })
    case 'process.ready':
      return processes.ready(step, state, fact.historyLost)
    case 'process.refused':
      return processes.refused(step, state, fact.why, fact.detail)
    case 'process.exited':
      return processes.exited(step, state, fact.detail)
    case 'frame.accepted':
      return frames.accepted(step, state, fact.frame)
    case 'frame.started':
      return frames.started(step, state, fact.frame)
    case 'frame.cancelled':
      return frames.cancelled(step, state, fact.frame)
    case 'frames.located':
      return located(step, state, fact)
    case 'background.changed':
      return processes.background(step, state, fact.tasks)
    case 'turn.began':
      beginTurn(step, fact.agent, null)
      return
    case 'turn.ended':
      return processes.turnEnded(step, state, fact)
    case 'block.said':
      return said(step, fact.agent, fact.block)
    case 'card.asked':
      return cards.asked(step, state, fact)
    case 'folder.looked':
      return processes.looked(step, state, fact.trust)
    case 'card.withdrawn':
      return cards.withdrawn(step, state, fact.request)
    case 'conversation.changed':
      step.agent(fact.agent, { conversation: fact.conversation, conversed: true })
      return retold(step, fact.agent)
    case 'conversation.compacted':
      return retold(step, fact.agent)
  }
}

/** What it was told once may be gone from its conversation. */
function retold(step: Step, agent: AgentId): void {
  links.remind(step, agent)
  reseed(step, agent)
}

const commands: Record<Command['type'], true> = {
  'agent.created': true,
  'agent.changed': true,
  'agent.duplicated': true,
  'grant.revoked': true,
  'folder.decided': true,
  'agent.closed': true,
  'agent.deleted': true,
  'agent.reopened': true,
  'agent.stopped': true,
  'agent.restarted': true,
  'agent.interrupted': true,
  'human.composed': true,
  'turn.retried': true,
  'message.sent': true,
  'reply.sent': true,
  'message.withdrawn': true,
  'message.released': true,
  'message.dropped': true,
  'message.moved': true,
  'message.hastened': true,
  'message.decided': true,
  'message.nudged': true,
  'message.retried': true,
  'await.began': true,
  'await.ended': true,
  'link.opened': true,
  'link.changed': true,
  'link.closed': true,
  'heartbeat.set': true,
  'heartbeat.changed': true,
  'heartbeat.cancelled': true,
  'gathering.convened': true,
  'gathering.started': true,
  'gathering.dismissed': true,
  'gathering.said': true,
  'gathering.passed': true,
  'gathering.steered': true,
  'gathering.carded': true,
  'limits.changed': true,
  'card.answered': true,
}

/** Whether an event is a fact: something that happened outside, and that nobody waits to hear of. */
export function isFact(event: Event): event is Fact {
  const isFinding = event.type === 'gathering.sought' || event.type === 'gathering.kept'
  return event.type !== 'clock.ticked' && !isFinding && !(event.type in commands)
}
