import type { Heartbeat, TimerReason } from '../../contract/timers/heartbeats.ts'
import { usualAnchorSeconds } from '../../contract/api/limits.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { DeliveryMode, Message } from '../../contract/mail/messages.ts'
import type { Agent, AgentState } from '../step/state.ts'
import type { Turn } from '../step/frames-and-turns.ts'
import type { Facts } from '../step/facts.ts'
import { isCommand } from '../mail/mailbox.ts'
import { janusActor } from '../timeline/timeline-entry.ts'
import type { Step } from '../step/step.ts'
import { firstLine } from '../words/text.ts'
import { hasOpenExchange } from './open-exchanges.ts'

/** ms after which an anchor set by Janus fires. */
const usualAnchor = usualAnchorSeconds * 1000
/** Consecutive anchors without a turn of the user or a peer, after which the anchor rests. */
export const anchorsInRow = 2
/** Characters of the user's task in Janus's own anchor. */
const taskLength = 120

/** In any state except `dropped`. */
export function anchorOf({ heartbeats }: Pick<AgentState, 'heartbeats'>): Heartbeat | undefined {
  return heartbeats.find(({ intent, state }) => intent === 'anchor' && state !== 'dropped')
}

/** Whether the turn is the agent's own work, which makes an anchor unnecessary. */
export function isOwnWork({ origin, trigger }: Turn): boolean {
  return origin === 'user' || trigger === 'anchor' || trigger === 'own'
}

/** Janus only arms and rests anchors that it set itself. */
export function isJanuss({ set }: Heartbeat): boolean {
  return set.by.kind === 'system'
}

/** Ensures an anchor before a peer's turn, and before the agent's text crosses. */
export function keepAnchored(step: Step, id: AgentId): void {
  const anchor = anchorOf(step.get(id))
  if (!anchor) add(step, id)
  else if (isJanuss(anchor)) tendAnchor(step, id)
  else if (anchor.state === 'resting') step.heartbeat(armed(step, anchor))
}

/** Ensures an anchor for a receiver of a crossing; the crossing decides whether it is armed. */
export function restAnchored(step: Step, id: AgentId): void {
  if (!anchorOf(step.get(id))) add(step, id)
}

function armed({ now }: Step, anchor: Heartbeat): Heartbeat {
  return { ...anchor, state: 'armed', stateAt: now, reason: null, dueAt: now + anchor.every }
}

/**
 * Arms Janus's own anchor while something is open between its agent and peers, and it has not fired twice in
 * a row; otherwise it rests, with the reason. An anchor that the user paused stays paused.
 */
export function tendAnchor(step: Step, id: AgentId): void {
  const state = step.find(id)
  const anchor = state && anchorOf(state)
  if (!anchor || !isJanuss(anchor)) return
  if (!isWanted(step, state.agent)) return cancel(step, anchor)
  if (anchor.state === 'paused') return
  const why = whyRests(step, id)
  if (why !== null) rest(step, anchor, why)
  else if (anchor.state === 'resting') step.heartbeat(armed(step, anchor))
}

function rest(step: Step, anchor: Heartbeat, reason: TimerReason): void {
  if (anchor.state === 'resting' && anchor.reason?.kind === reason.kind) return
  // A held anchor stays held: firing twice in a row is no reason to release it.
  if (anchor.state === 'held' && reason.kind === 'rests') return
  step.heartbeat({ ...anchor, state: 'resting', stateAt: step.now, reason })
}

/** Why an anchor of Janus's own rests now; null if it is to be armed. */
export function whyRests(step: Step, id: AgentId): TimerReason | null {
  if (!hasOpenExchange(step, id)) return { kind: 'nothingOpen' }
  return step.get(id).agent.anchorsInRow >= anchorsInRow ? resting : null
}

function isWanted({ limits }: Step, { anchors }: Agent): boolean {
  return (anchors === 'usual' ? limits.anchors : anchors) === 'open'
}

function cancel(step: Step, anchor: Heartbeat): void {
  const reason = { kind: 'cancelled', by: 'user' } as const
  step.heartbeat({ ...anchor, state: 'cancelled', stateAt: step.now, reason })
}

export function relimitAnchors(step: Step): void {
  for (const { agent } of step.agents()) tendAnchor(step, agent.id)
}

/** Sets Janus's own anchor, which leads back to the user's last task; not without a task. */
function add(step: Step, id: AgentId): void {
  const { agent, turn } = step.get(id)
  const note = agent.task
  if (note === '' || !isWanted(step, agent)) return
  const reason = whyRests(step, id)
  step.heartbeat({
    id: step.ids.next('hb'),
    agent: id,
    intent: 'anchor',
    note,
    about: null,
    set: { ...janusActor, at: step.now },
    schedule: null,
    every: usualAnchor,
    dueAt: step.now + usualAnchor,
    state: reason ? 'resting' : 'armed',
    stateAt: step.now,
    reason,
    left: null,
    depth: turn?.depth ?? agent.depth,
    fired: 0,
    costUsd: 0,
    idempotencyKey: null,
  })
}

/** It has fired twice in a row. */
export const resting = { kind: 'rests' } as const satisfies TimerReason

/** A turn of the user or a peer resets the counts of consecutive heartbeats and anchors. */
export function onTurnBegan(step: Step, { turn, isPrompted }: Facts['turn.began']): void {
  const { agent: id, origin, trigger } = turn
  if (!isPrompted || trigger === 'reminder' || origin === 'system') return
  const { agent } = step.get(id)
  if (agent.anchorsInRow > 0 || agent.beatsInRow > 0) step.agent(id, { anchorsInRow: 0, beatsInRow: 0 })
  if (origin === 'peer' || anchorOf(step.get(id))) keepAnchored(step, id)
}

/** Janus's own anchor leads back to the user's newest task. */
export function onMessageRead(step: Step, { message, mode }: Facts['message.read']): void {
  const { to: id, body } = message
  if (!isTask(step.get(id), message, mode)) return
  const task = taskOf(body)
  step.agent(id, { task })
  const { heartbeats, turn } = step.get(id)
  const anchor = anchorOf({ heartbeats })
  if (anchor && isJanuss(anchor) && task !== '') step.heartbeat({ ...anchor, note: task })
  // A user's message steered into a peer's turn is what to come back to.
  if (!anchor && turn?.origin === 'peer') keepAnchored(step, id)
}

/** A message in the user's own turn steers it; in a peer's turn, or as the agent's first, it is a task. */
function isTask({ agent, turn }: AgentState, message: Message, mode: DeliveryMode): boolean {
  if (message.from.kind !== 'user' || message.spoken || isCommand(message)) return false
  const steers = mode === 'steered' && turn?.origin === 'user'
  return agent.task === '' || (isNewTask(agent, message) && !steers)
}

export const taskOf = (body: string): string => firstLine(body, taskLength)

/** After a question, a text of up to this many words is an answer. */
const answerWords = 3

/**
 * Whether a user's message that starts a turn is a new task: no slash command, and no short answer to a
 * question.
 */
export function isNewTask(agent: Pick<Agent, 'lastFinal'>, message: Message): boolean {
  const { from, spoken, body } = message
  if (from.kind !== 'user' || spoken !== null || isCommand(message)) return false
  return !(agent.lastFinal?.asks === true && body.trim().split(/\s+/u).length <= answerWords)
}
