import { putToSleep, wakeReceiver } from './agents/sleep.ts'
import * as agents from './agents/agents.ts'
import { passRemotely } from './gatherings/seats-away.ts'
import * as awaits from './mail/awaits.ts'
import { filesPutBack, filesUndone, resumeConversation } from './agents/resuming.ts'
import * as cards from './agents/cards.ts'
import * as control from './agents/control.ts'
import * as tabs from './agents/tabs.ts'
import * as tabProposals from './agents/tab-proposals.ts'
import { notifyUser } from './agents/user-notices.ts'
import { setGroup } from './groups/groups.ts'
import { send } from './sending/send.ts'
import { broadcast } from './sending/broadcast.ts'
import { raiseCap, setCap } from './cap-commands.ts'
import { withoutRewritten, shiftState, jumpEntries } from './clock/clock-jump.ts'
import { contextGone, updateContext } from './agents/processes.ts'
import { turnDay } from './budget/day.ts'
import { usedSoFar } from './budget/turn-cap.ts'
import { noTokens } from '../contract/budget/budget.ts'
import { endStep } from './end-step.ts'
import * as comments from './comments/comments.ts'
import { extensions } from './extensions.ts'
import type { Effect, Row } from './step/effects.ts'
import type { FleetCommand } from './step/fleet-commands.ts'
import type { TaskCommand } from './tasks/task-commands.ts'
import type { WorktreeAction } from './worktrees/worktree-commands.ts'
import { runEnded } from './worktrees/worktrees.ts'
import type { EditCommand } from './edits/edit-commands.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { Gathering } from '../contract/gatherings/gatherings.ts'
import type { Answer, Command, Event, Fact, Finding, Stamp, EventOf } from './step/events.ts'
import * as frames from './turns/frames.ts'
import * as hand from './delivery/by-hand.ts'
import { dueGatherings, excludeSleep } from './gatherings/turn-clock.ts'
import { putAway, reportHarvestFile } from './gatherings/closing.ts'
import { convene, sought, start } from './gatherings/convening.ts'
import { decideCard } from './gatherings/harvest.ts'
import { pass, sayInGathering } from './gatherings/holder-commands.ts'
import { steerGathering } from './gatherings/host-commands.ts'
import { joinGathering, reharvest } from './gatherings/joining.ts'
import { changeTimer } from './heartbeats/change-timer.ts'
import * as handlers from './handlers/handlers.ts'
import { answerAsk, deliverAnyway } from './handlers/handlers.ts'
import { fileRead } from './handlers/answers.ts'
import { onTriggerEvent } from './heartbeats/triggers.ts'
import * as heartbeats from './heartbeats/heartbeats.ts'
import * as links from './links/links.ts'
import { sayInLink } from './links/user-words.ts'
import { joinLink } from './links/copies.ts'
import { dropBroken } from './turns/settle-broken.ts'
import { located } from './turns/crash-recovery.ts'
import * as processes from './agents/processes.ts'
import * as silence from './step/silence.ts'
import type { AgentState, State } from './step/state.ts'
import { relimit } from './stop.ts'
import { Step } from './step/step.ts'
import { reply } from './mail/tickets.ts'
import { recordSubagentBlock } from './turns/subagents.ts'
import { beginTurn, recordBlock, streamed } from './turns/turns.ts'
import { reactions } from './reactions.ts'
import { dueAgents, dueMachines, nextWake } from './wake.ts'

/** The next state, rows to save, effects to run after the commit, and the answer to a command. */
export interface Update {
  readonly state: State
  readonly rows: readonly Row[]
  readonly effects: readonly Effect[]
  readonly answer?: Answer
}

/** Work that is overdue by more than this, in ms, means that the machine slept. */
const sleptTime = 30_000

/**
 * The whole of Janus as one pure function: routes the event, then lets delivery decide what agents do next.
 */
export function update(state: State, event: Event, stamp: Stamp): Update {
  if (event.type === 'clock.jumped') return jumped(state, event.by, stamp)
  const step = begun(state, stamp)
  const late = stamp.now - (nextWake(state) ?? stamp.now)
  if (late > sleptTime) excludeSleep(step, late)
  markDue(step, state, stamp)
  const answer = route(step, event)
  return { ...endStep(step), ...(answer ? { answer } : {}) }
}

/**
 * Set back: shifts everything open to the new time first. Set forward, or after a sleep: due work is late.
 */
function jumped(before: State, by: number, stamp: Stamp): Update {
  const told = by < 0 ? shiftState(before, by) : { state: silence.excludeTime(before, by), rows: [] }
  const step = begun(told.state, stamp)
  if (by > sleptTime) excludeSleep(step, by)
  markDue(step, told.state, stamp)
  const made = endStep(step)
  return {
    ...made,
    rows: [...withoutRewritten(told.rows, made.rows), ...jumpEntries(stamp.now, by), ...made.rows],
  }
}

function begun(state: State, stamp: Stamp): Step {
  const step = new Step(state, stamp, reactions)
  turnDay(step)
  return step
}

function markDue(step: Step, state: State, { now }: Stamp): void {
  for (const id of dueAgents(state, now)) step.dirty.agent(id)
  for (const { id } of dueGatherings(state, now)) step.dirty.gathering(id)
  for (const id of dueMachines(state, now)) step.dirty.machine(id)
}

/** A closed gathering is only in the store; its command brings it as `known`. */
const newest = (step: Step, known: Gathering): Gathering => step.gatherings.get(known.id) ?? known

type Handlers<E extends { readonly type: string }, R> = {
  readonly [K in E['type']]: (step: Step, event: Extract<E, { readonly type: K }>) => R
}

const own: Handlers<Exclude<Command, FleetCommand | TaskCommand | WorktreeAction | EditCommand>, Answer> = {
  'agent.created': agents.create,
  'agent.changed': agents.changeAgent,
  'agent.duplicated': agents.duplicate,
  'agent.resumed': resumeConversation,
  'files.undone': filesUndone,
  'files.putBack': filesPutBack,
  'comment.added': comments.addComment,
  'comment.changed': comments.changeComment,
  'comments.sent': comments.sendComments,
  'agent.closed': (step, { agent }) => tabs.closeTab(step, agent),
  'agent.deleted': (step, { agent }) => tabs.erase(step, agent),
  'agent.reopened': (step, { agent }) => tabs.reopen(step, agent),
  'agent.stopped': (step, { agent }) => control.stop(step, agent),
  'agent.restarted': (step, { agent }) => control.restart(step, agent),
  'agent.interrupted': (step, { agent }) => control.interrupt(step, agent),
  'agent.laidToSleep': (step, { agent }) => putToSleep(step, agent),
  'task.stopped': (step, { agent, task }) => control.stopTask(step, agent, task),
  'agent.seen': (step, { agent, row }) => control.markSeen(step, agent, row),
  'turn.retried': (step, { agent }) => control.retryTurn(step, agent),
  'user.composed': control.composed,
  'permission.revoked': (step, { agent, permission }) => agents.revoke(step, agent, permission),
  'folder.added': (step, { agent, path }) => agents.addFolder(step, agent, path),
  'folder.decided': (step, event) => agents.decide(step, event.agents, event.trust),
  'card.answered': cards.answer,
  'message.sent': send,
  'message.broadcast': broadcast,
  'group.set': setGroup,
  'user.notified': notifyUser,
  'tab.proposed': tabProposals.proposeTab,
  'tab.decided': tabProposals.decide,
  'message.withdrawn': hand.handle,
  'message.released': hand.handle,
  'message.dropped': hand.handle,
  'message.moved': hand.handle,
  'message.hastened': hand.handle,
  'message.decided': hand.handle,
  'message.nudged': hand.handle,
  'message.retried': (step, { message }) => hand.retry(step, message),
  'reply.sent': reply,
  'await.began': (step, { agent, ticket, call }) => awaits.beginAwait(step, agent, ticket, call),
  'link.opened': links.openLink,
  'link.changed': links.changeLink,
  'link.closed': links.closeLink,
  'link.said': sayInLink,
  'link.joined': joinLink,
  'heartbeat.set': heartbeats.addTimer,
  'heartbeat.changed': changeTimer,
  'trigger.happened': onTriggerEvent,
  'heartbeat.cancelled': (step, { heartbeat, by }) => heartbeats.cancel(step, heartbeat, by),
  'handler.made': handlers.make,
  'handler.changed': handlers.changeHandler,
  'handler.removed': handlers.remove,
  'handler.answered': answerAsk,
  'message.handedOver': (step, { message }) => deliverAnyway(step, message),
  'gathering.convened': convene,
  'gathering.started': start,
  'gathering.dismissed': (step, { gathering, name }) => putAway(step, newest(step, gathering), name),
  'gathering.said': sayInGathering,
  'gathering.passed': (step, event) => passRemotely(step, event) ?? pass(step, event),
  'gathering.steered': steerGathering,
  'gathering.carded': (step, event) => decideCard(step, newest(step, event.gathering), event),
  'cap.set': setCap,
  'cap.raised': raiseCap,
  'gathering.joined': joinGathering,
  'gathering.reharvested': reharvest,
  'limits.changed': (step, { limits }) => relimit(step, limits),
}

const commands = Object.assign({}, own, ...extensions.map((one) => one.commands)) as Handlers<Command, Answer>

const facts: {
  readonly [K in Fact['type']]: (step: Step, state: AgentState, fact: EventOf<K>) => void
} = {
  'process.spawned': (step, { agent }, { process }) => step.agent(agent.id, { process }),
  'worktree.ended': runEnded,
  'process.ready': processes.ready,
  'process.refused': processes.startRefused,
  'process.exited': (step, state, { detail }) => processes.exited(step, state, detail),
  'frame.accepted': (step, state, { frame }) => frames.accepted(step, state, frame),
  'frame.started': (step, state, { frame }) => frames.started(step, state, frame),
  'frame.cancelled': (step, state, { frame }) => frames.cancelled(step, state, frame),
  'frames.located': located,
  'process.health': (step, { agent }, { warning }) =>
    step.set(agent.id, { healthWarning: warning && { is: warning, since: step.now } }),
  'background.changed': (step, state, { tasks }) => processes.background(step, state, tasks),
  'turn.began': (step, { agent }) => void beginTurn(step, agent.id, null),
  'turn.ended': processes.onTurnEnded,
  'turn.used': (step, state, { tokens }) => usedSoFar(step, state, tokens),
  'context.told': (step, { agent }, { context }) => updateContext(step, agent, context),
  'words.streamed': (step, state, { text }) => streamed(step, state, text),
  'message.begun': (step, _, { to }) => wakeReceiver(step, to),
  'block.said': (step, { agent }, { block, within }) =>
    within === undefined
      ? recordBlock(step, agent.id, block)
      : recordSubagentBlock(step, agent.id, block, within),
  'card.asked': cards.openCard,
  'card.withdrawn': (step, state, { request }) => cards.withdrawn(step, state, request),
  'folder.looked': (step, { agent }, { trust }) => step.set(agent.id, { trust }),
  'conversation.changed': (step, { agent }, { conversation }) => {
    // At a start it only gets its id; `process.ready` says whether its history was lost.
    if (step.get(agent.id).process === 'on') {
      step.note(agent.id, { kind: 'cleared' })
      dropBroken(step, agent.id)
    }
    // The process's totals restart at 0.
    step.agent(agent.id, { conversation, conversed: true, costMark: 0, tokenMark: noTokens })
    retold(step, agent.id)
  },
  'conversation.compacted': (step, { agent }) => {
    step.note(agent.id, { kind: 'compacted' })
    retold(step, agent.id)
  },
}

function route(step: Step, event: Exclude<Event, { readonly type: 'clock.jumped' }>): Answer | undefined {
  if (event.type === 'clock.ticked') return undefined
  if (isCommand(event)) {
    // The table pairs each command with its handler; TypeScript can't follow that through an index.
    return (commands[event.type] as (step: Step, event: Command) => Answer)(step, event)
  }
  if (isFact(event)) take(step, event)
  else if (event.type === 'handler.fileRead') fileRead(step, event)
  else if (event.type === 'await.ended') awaits.endAwait(step, event)
  else takeFinding(step, event)
  return undefined
}

/** Ignores facts of an agent's earlier processes. */
function take(step: Step, fact: Fact): void {
  const state = step.find(fact.agent)
  if (!state || ('run' in fact && fact.run !== state.run)) return
  const hear = facts[fact.type] as (step: Step, state: AgentState, fact: Fact) => void
  hear(step, state, fact)
}

function takeFinding(step: Step, finding: Finding): void {
  const g = step.gatherings.get(finding.gathering)
  if (!g) return
  if (finding.type === 'gathering.sought') sought(step, g, finding.passages)
  else reportHarvestFile(step, g, finding.path, finding.problem)
}

/** One-time instructions may be gone from the conversation, and its size is unknown. */
function retold(step: Step, agent: AgentId): void {
  contextGone(step, agent)
  step.announce('conversation.cut', { agent })
}

function isCommand(event: Event): event is Command {
  return event.type in commands
}

function isFact(event: Event): event is Fact {
  return event.type in facts
}
