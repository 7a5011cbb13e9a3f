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

/** After how long, in ms, an anchor that Janus sets leads back to one’s own work. */
const usualAnchor = usualAnchorSeconds * 1000
/** So many anchors in a row without a turn of the user or a peer, and the anchor rests. */
export const anchorsInRow = 2
/** Most characters of what the user asked that an anchor of Janus's own says. */
const taskLength = 120

/** An agent's anchor, however it stands; one that was dropped is none. */
export function anchorOf({ heartbeats }: Pick<AgentState, 'heartbeats'>): Heartbeat | undefined {
  return heartbeats.find(({ intent, state }) => intent === 'anchor' && state !== 'dropped')
}

/** A turn that is the agent's own work: in it an anchor counts as met. */
export function isOwnWork({ origin, trigger }: Turn): boolean {
  return origin === 'user' || trigger === 'anchor' || trigger === 'own'
}

/** Whether Janus has set it by itself: only then it says whether it is armed. */
export function isJanuss({ set }: Heartbeat): boolean {
  return set.by.kind === 'system'
}

/** Before a peer's turn, and before anything it says crosses: one who deals with peers has an anchor. */
export function keepAnchored(step: Step, id: AgentId): void {
  const anchor = anchorOf(step.get(id))
  if (!anchor) add(step, id)
  else if (isJanuss(anchor)) tendAnchor(step, id)
  else if (anchor.state === 'resting') step.heartbeat(armed(step, anchor))
}

/** One to whom something crossed has an anchor too; what crossed says whether it is armed. */
export function restAnchored(step: Step, id: AgentId): void {
  if (!anchorOf(step.get(id))) add(step, id)
}

function armed({ now }: Step, anchor: Heartbeat): Heartbeat {
  return { ...anchor, state: 'armed', stateAt: now, reason: null, dueAt: now + anchor.every }
}

/**
 * Janus's own anchor is armed while something is open between its agent and peers, and it has not come twice in a row;
 * else it rests, and says why. What the user has paused stays so.
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
  // The guard on chains holds what would fire; that it came twice in a row is no reason to let it go.
  if (anchor.state === 'held' && reason.kind === 'rests') return
  step.heartbeat({ ...anchor, state: 'resting', stateAt: step.now, reason })
}

/** Why an anchor of Janus's own rests now; null where it is to be armed. */
export function whyRests(step: Step, id: AgentId): TimerReason | null {
  if (!hasOpenExchange(step, id)) return { kind: 'nothingOpen' }
  return step.get(id).agent.anchorsInRow >= anchorsInRow ? resting : null
}

/** Whether the user lets Janus give this agent an anchor. */
function isWanted({ limits }: Step, { anchors }: Agent): boolean {
  return (anchors === 'usual' ? limits.anchors : anchors) === 'open'
}

function cancel(step: Step, anchor: Heartbeat): void {
  const reason = { kind: 'cancelled', by: 'user' } as const
  step.heartbeat({ ...anchor, state: 'cancelled', stateAt: step.now, reason })
}

/** The user has said again whether agents get anchors: those that they have no more end. */
export function relimitAnchors(step: Step): void {
  for (const { agent } of step.agents()) tendAnchor(step, agent.id)
}

/** Janus's own: back to what the user last asked for; without that there is nothing to go back to. */
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

/** It has come twice in a row. */
export const resting = { kind: 'rests' } as const satisfies TimerReason

/** A turn of the user or of a peer begins: chains of heartbeats end there, and an anchor that came too often is armed again. */
export function onTurnBegan(step: Step, { turn, isPrompted }: Facts['turn.began']): void {
  const { agent: id, origin, trigger } = turn
  if (!isPrompted || trigger === 'reminder' || origin === 'system') return
  const { agent } = step.get(id)
  if (agent.anchorsInRow > 0 || agent.beatsInRow > 0) step.agent(id, { anchorsInRow: 0, beatsInRow: 0 })
  if (origin === 'peer' || anchorOf(step.get(id))) keepAnchored(step, id)
}

/** The user's newest task is what an anchor of Janus's own leads back to. */
export function onMessageRead(step: Step, { message, mode }: Facts['message.read']): void {
  const { to: id, body } = message
  if (!isTask(step.get(id), message, mode)) return
  const task = taskOf(body)
  step.agent(id, { task })
  const { heartbeats, turn } = step.get(id)
  const anchor = anchorOf({ heartbeats })
  if (anchor && isJanuss(anchor) && task !== '') step.heartbeat({ ...anchor, note: task })
  // Words that came into a peer's turn are the first thing to come back to from it.
  if (!anchor && turn?.origin === 'peer') keepAnchored(step, id)
}

/** Words in the user's own turn steer it; in a peer's, or as the first that it hears of them, they are its task. */
function isTask({ agent, turn }: AgentState, message: Message, mode: DeliveryMode): boolean {
  if (message.from.kind !== 'user' || message.spoken || isCommand(message)) return false
  const steers = mode === 'steered' && turn?.origin === 'user'
  return agent.task === '' || (isNewTask(agent, message) && !steers)
}

/** A task as it is named to its agent and to the user. */
export const taskOf = (body: string): string => firstLine(body, taskLength)

/** So many words at most are an answer, where something was asked. */
const answerWords = 3

/** Whether words of the user's that begin a turn give a new task: no slash command, and no answer in a word or two. */
export function isNewTask(agent: Pick<Agent, 'lastFinal'>, message: Message): boolean {
  const { from, spoken, body } = message
  if (from.kind !== 'user' || spoken !== null || isCommand(message)) return false
  return !(agent.lastFinal?.asks === true && body.trim().split(/\s+/u).length <= answerWords)
}
