import type { Day } from '../contract/budget/budget.ts'
import type { Link } from '../contract/links/links.ts'
import type { Handler } from '../contract/handlers/handlers.ts'
import type { Heartbeat } from '../contract/timers/heartbeats.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { Message } from '../contract/mail/messages.ts'
import type { Task } from '../contract/tasks/tasks.ts'
import type { Gathering } from '../contract/gatherings/gatherings.ts'
import { withoutRewritten, shiftState, jumpEntries, newestTime, stoppedByNow } from './clock/clock-jump.ts'
import { asleep } from './agents/agents.ts'
import { quiet, type Machine, type Outgoing } from './step/machines.ts'
import { extensions } from './extensions.ts'
import { machineOf } from './step/peer-ids.ts'
import { restarted } from './gatherings/turn-clock.ts'
import { remoteSeatOf, sittingOf } from './gatherings/seats.ts'
import { bookSeen } from './budget/book.ts'
import { turnDay } from './budget/day.ts'
import { endStep } from './end-step.ts'
import { isUnsure } from './turns/frame-messages.ts'
import { locateFrame } from './turns/frames.ts'
import { resumeAnswers } from './handlers/answers.ts'
import { resumeLinks } from './links/links.ts'
import { emptyState, type Agent, type AgentState, type Limits, type State } from './step/state.ts'
import type { Frame, Turn } from './step/frames-and-turns.ts'
import type { Stamp } from './step/events.ts'
import { joinOld } from './turns/settle-broken.ts'
import { reactions } from './reactions.ts'
import { holdRestored } from './restored.ts'
import { Step } from './step/step.ts'
import { closeTurn } from './turns/turns.ts'
import type { Update } from './update.ts'

/** Everything open in the store at a start. Messages are in order of acceptance. */
export interface Loaded {
  readonly agents: readonly Agent[]
  readonly messages: readonly Message[]
  readonly frames: readonly Frame[]
  readonly turns: readonly Turn[]
  /** In order of opening. */
  readonly links: readonly Link[]
  readonly heartbeats: readonly Heartbeat[]
  readonly handlers: readonly Handler[]
  /** Not closed, or closed without their file written. */
  readonly gatherings: readonly Gathering[]
  readonly tasks: readonly Task[]
  readonly machines: readonly Machine[]
  readonly outgoing: readonly Outgoing[]
  /** The newest; null before the first turn ever. */
  readonly day: Day | null
  /** The newest message's place in the order of acceptance, including settled ones. */
  readonly seq: number
}

export function initialState(open: Loaded, limits: Limits = emptyState.limits): State {
  const agents = new Map<AgentId, AgentState>()
  const gatherings = new Map(open.gatherings.map((one) => [one.id, one]))
  for (const agent of open.agents) {
    agents.set(agent.id, {
      ...asleep(agent),
      gatheringId: sittingOf(gatherings, agent.id) ?? remoteSeatOf(agent),
      mailbox: open.messages.filter((message) => message.to === agent.id),
      heartbeats: open.heartbeats.filter((one) => one.agent === agent.id),
      handlers: open.handlers.filter((one) => one.agent === agent.id).sort((a, b) => a.place - b.place),
      frames: open.frames.filter((frame) => frame.agent === agent.id),
      turn: open.turns.find((turn) => turn.agent === agent.id) ?? null,
    })
  }
  const machines = new Map(
    open.machines.map((machine) => {
      const outgoing = open.outgoing.filter((one) => one.machine === machine.id).sort((a, b) => a.n - b.n)
      const mail = open.messages.filter(({ to }) => machineOf(to) === machine.id)
      return [machine.id, { ...quiet(machine), outgoing, mail }]
    }),
  )
  const links = new Map(open.links.map((link) => [link.id, link]))
  const tasks = new Map(open.tasks.map((task) => [task.id, task]))
  return { ...emptyState, agents, links, machines, gatherings, tasks, seq: open.seq, day: open.day, limits }
}

function resumed(step: Step, one: Gathering): void {
  if (one.stage === 'convening')
    step.emit({ do: 'gathering.seek', gathering: one.id, words: `${one.topic} ${one.question}` })
  else if (one.stage === 'closed') step.emit({ do: 'gathering.keep', gathering: one.id })
  else restarted(step, one)
}

/**
 * The first step after a load, when no earlier process is left: searches the transcripts for frames in
 * flight, ends turns without frames, and resumes delivery. `restored`: time in ms of the backup that the
 * store was restored from.
 */
export function recover(loaded: State, stamp: Stamp, restored: number | null = null): Update {
  // Nothing can have happened in the future, so the clock was set back by at least this much.
  const ahead = newestTime(loaded) - stamp.now
  const { state: told, rows } = ahead > 0 ? shiftState(loaded, -ahead) : { state: loaded, rows: [] }
  const state = stoppedByNow(told, stamp.now)
  const step = new Step(state, stamp, reactions)
  turnDay(step)
  if (restored !== null) holdRestored(step, restored)
  for (const { agent } of state.agents.values()) {
    step.agent(agent.id, { process: null })
    joinOld(step, step.get(agent.id))
    const { frames, turn } = step.get(agent.id)
    bookSeen(step, agent.id)
    if (frames.some(isUnsure)) locateFrame(step, agent.id, false)
    else if (turn) closeTurn(step, agent.id, null)
  }
  for (const one of state.gatherings.values()) resumed(step, one)
  resumeAnswers(step)
  resumeLinks(step)
  for (const { start } of extensions) start?.(step, restored !== null)
  const made = endStep(step)
  return {
    ...made,
    rows: [
      ...withoutRewritten(rows, made.rows),
      ...(ahead > 0 ? jumpEntries(stamp.now, -ahead) : []),
      ...made.rows,
    ],
  }
}
