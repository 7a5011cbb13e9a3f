import type { Day } from '../contract/budget.ts'
import type { Link } from '../contract/links.ts'
import type { Handler } from '../contract/handlers.ts'
import type { Heartbeat } from '../contract/heartbeats.ts'
import type { AgentId } from '../contract/model.ts'
import type { Message } from '../contract/messages.ts'
import type { Gathering } from '../contract/gatherings.ts'
import { beneath, inNewTime, jumpMoments, newestTime, stoppedByNow } from './clock-jump.ts'
import { asleep } from './agents/agents.ts'
import { restarted } from './gatherings/turn-clock.ts'
import { sittingOf } from './gatherings/seats.ts'
import { bookSeen } from './budget/book.ts'
import { turnDay } from './budget/day.ts'
import { endStep } from './end-step.ts'
import { isUnsure, locate } from './delivery/frames.ts'
import { resumeAnswers } from './handlers/answers.ts'
import { goOn } from './links/links.ts'
import { emptyState, type Agent, type AgentState, type Limits, type State } from './state.ts'
import { type Frame, type Turn } from './frames-and-turns.ts'
import type { Stamp } from './stamp.ts'
import { holdRestored } from './restored.ts'
import { Step } from './step.ts'
import { closeTurn } from './delivery/turns.ts'
import type { Update } from './update.ts'

/** Open records, as a store keeps them. */
export interface Open {
  readonly agents: readonly Agent[]
  readonly messages: readonly Message[]
  readonly frames: readonly Frame[]
  readonly turns: readonly Turn[]
  readonly links: readonly Link[]
  readonly heartbeats: readonly Heartbeat[]
  readonly handlers: readonly Handler[]
  readonly gatherings: readonly Gathering[]
  readonly day: Day | null
  readonly seq: number
}

/** The state after a start: every agent asleep, stopped or failed, with what was open about it. */
export function load(open: Open, limits: Limits = emptyState.limits): State {
  const agents = new Map<AgentId, AgentState>()
  const gatherings = new Map(open.gatherings.map((one) => [one.id, one]))
  for (const agent of open.agents) {
    agents.set(agent.id, {
      ...asleep(agent),
      gatheringId: sittingOf(gatherings, agent.id),
      mailbox: open.messages.filter((message) => message.to === agent.id),
      heartbeats: open.heartbeats.filter((one) => one.agent === agent.id),
      handlers: open.handlers.filter((one) => one.agent === agent.id).sort((a, b) => a.place - b.place),
      frames: open.frames.filter((frame) => frame.agent === agent.id),
      turn: open.turns.find((turn) => turn.agent === agent.id) ?? null,
    })
  }
  const links = new Map(open.links.map((link) => [link.id, link]))
  return { ...emptyState, agents, links, gatherings, seq: open.seq, day: open.day, limits }
}

/** What a gathering waits for is asked again; the clock of its turn begins anew at its beat. */
function resumed(step: Step, one: Gathering): void {
  if (one.stage === 'convening')
    step.emit({ do: 'gathering.seek', gathering: one.id, words: `${one.topic} ${one.question}` })
  else if (one.stage === 'closed') step.emit({ do: 'gathering.keep', gathering: one.id })
  else restarted(step, one)
}

/**
 * The first step after a load, when no process of the earlier life is left: asks the transcripts what became
 * of frames in flight, ends turns that no frame explains, and lets waiting mail go on. `restored`: the store is a
 * backup of that time, in ms.
 */
export function recover(loaded: State, stamp: Stamp, restored: number | null = null): Update {
  // What has happened cannot lie ahead: the clock was set back meanwhile, by so much at least.
  const ahead = newestTime(loaded) - stamp.now
  const { state: told, rows } = ahead > 0 ? inNewTime(loaded, -ahead) : { state: loaded, rows: [] }
  const state = stoppedByNow(told, stamp.now)
  const step = new Step(state, stamp)
  turnDay(step)
  if (restored !== null) holdRestored(step, restored)
  for (const { agent, frames, turn } of state.agents.values()) {
    step.agent(agent.id, { process: null })
    bookSeen(step, agent.id)
    if (frames.some(isUnsure)) locate(step, agent.id, false)
    else if (turn) closeTurn(step, agent.id, null)
  }
  for (const one of state.gatherings.values()) resumed(step, one)
  resumeAnswers(step)
  goOn(step)
  const made = endStep(step)
  return {
    ...made,
    rows: [...beneath(rows, made.rows), ...(ahead > 0 ? jumpMoments(stamp.now, -ahead) : []), ...made.rows],
  }
}
