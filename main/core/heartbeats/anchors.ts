import type { TimerReason, Heartbeat } from '../../contract/heartbeats.ts'
import type { AgentId } from '../../contract/model.ts'
import type { AgentState } from '../state.ts'
import type { Turn } from '../frames-and-turns.ts'
import { isUnread } from '../status.ts'
import type { Step } from '../step.ts'

/** After how long, in ms, an anchor that Janus sets leads back to one's own work. */
export const usualAnchor = 300_000
/** So many anchors in a row without a turn of the person or a peer, and the anchor rests. */
export const anchorsInRow = 2

/** An agent's anchor, whatever its state. */
export function anchorOf({ heartbeats }: Pick<AgentState, 'heartbeats'>): Heartbeat | undefined {
  return heartbeats.find(({ intent }) => intent === 'anchor')
}

/** Whether an agent is being led back to its own work: its anchor's turn runs, or is on its way to it. */
export function isAnchoring({ turn, frames }: AgentState): boolean {
  if (turn !== null) return turn.occasion === 'anchor'
  return frames.some(
    (frame) => isUnread(frame) && frame.prompt?.by === 'heartbeat' && frame.prompt.intent === 'anchor',
  )
}

/** A turn that is the agent's own work: in it an anchor counts as met. */
export function isOwnWork({ origin, occasion }: Turn): boolean {
  return origin === 'human' || occasion === 'anchor' || occasion === 'own'
}

/** Before a peer's turn, and before anything it says crosses: one who deals with peers has an anchor. */
export function keepAnchored(step: Step, id: AgentId): void {
  const anchor = anchorOf(step.get(id))
  if (anchor) rearm(step, anchor)
  else add(step, id, 'armed')
}

/**
 * One to whom something crossed has an anchor too. It rests until a turn of the person or a peer makes it worth
 * one; while such a turn runs it is armed at once, as that turn would have armed it.
 */
export function restAnchored(step: Step, id: AgentId): void {
  const state = step.get(id)
  if (!anchorOf(state)) add(step, id, isOfWords(state.turn) ? 'armed' : 'resting')
}

/** A turn that arms a resting anchor again when it begins. */
const isOfWords = (turn: Turn | null): boolean =>
  turn !== null && turn.frame !== null && turn.occasion !== 'reminder' && turn.origin !== 'system'

function rearm(step: Step, anchor: Heartbeat): void {
  if (anchor.state !== 'resting') return
  step.heartbeat({
    ...anchor,
    state: 'armed',
    stateAt: step.now,
    reason: null,
    dueAt: step.now + anchor.every,
  })
}

/** Janus's own: back to what the person last asked for; without that there is nothing to go back to. */
function add(step: Step, id: AgentId, state: 'armed' | 'resting'): void {
  const { agent, turn } = step.get(id)
  const note = agent.task
  if (note === '') return
  step.heartbeat({
    id: step.ids.next('hb'),
    agent: id,
    intent: 'anchor',
    note,
    about: null,
    set: { by: { kind: 'system' }, name: 'Janus', at: step.now },
    every: usualAnchor,
    dueAt: step.now + usualAnchor,
    state,
    stateAt: step.now,
    reason: state === 'resting' ? resting : null,
    left: null,
    depth: turn?.depth ?? agent.depth,
    fired: 0,
    costUsd: 0,
    idempotencyKey: null,
  })
}

/** Why an anchor rests, in words for a person. */
export const resting = { kind: 'rests' } as const satisfies TimerReason

/** A turn of the person or of a peer begins: chains of heartbeats end there, and the anchor is armed again. */
export function turnOfWords(step: Step, id: AgentId, origin: 'human' | 'peer'): void {
  const { agent } = step.get(id)
  if (agent.anchorsInRow > 0 || agent.beatsInRow > 0) step.agent(id, { anchorsInRow: 0, beatsInRow: 0 })
  if (origin === 'peer') return keepAnchored(step, id)
  const anchor = anchorOf(step.get(id))
  if (anchor) rearm(step, anchor)
}

/** The person's newest words are what an anchor of Janus's own leads back to. */
export function newTask(step: Step, id: AgentId, task: string): void {
  step.agent(id, { task })
  const { heartbeats, turn } = step.get(id)
  const anchor = anchorOf({ heartbeats })
  if (anchor?.set.by.kind === 'system' && task !== '') step.heartbeat({ ...anchor, note: task })
  // Words that came into a peer's turn are the first thing to come back to from it.
  if (!anchor && turn?.origin === 'peer') keepAnchored(step, id)
}
