import type { AgentId, Message } from '../contract/model.ts'
import { asleep } from './agents.ts'
import { conclude } from './delivery.ts'
import { locate } from './frames.ts'
import type { Agent, AgentState, Frame, State, Turn } from './state.ts'
import { Step, type Stamp } from './step.ts'
import type { Update } from './update.ts'

/** Open records, as a store keeps them. */
export interface Open {
  readonly agents: readonly Agent[]
  readonly messages: readonly Message[]
  readonly frames: readonly Frame[]
  readonly turns: readonly Turn[]
  readonly seq: number
}

/** The state after a start: every agent asleep, stopped or failed, with what was open about it. */
export function load(open: Open): State {
  const agents = new Map<AgentId, AgentState>()
  for (const [i, agent] of open.agents.entries()) {
    agents.set(agent.id, {
      ...asleep(withNewest(agent, i)),
      mailbox: open.messages.filter((message) => message.to === agent.id),
      frame: open.frames.find((frame) => frame.agent === agent.id) ?? null,
      turn: open.turns.find((turn) => turn.agent === agent.id) ?? null,
    })
  }
  return { agents, seq: open.seq }
}

/** Earlier versions kept less. */
function withNewest(agent: Agent, i: number): Agent {
  const hue = (i % 8) + 1
  const known: Partial<Agent> = agent
  return {
    ...agent,
    look: known.look ?? { hue, shape: hue },
    allowed: known.allowed ?? [],
    trouble: known.trouble ?? null,
  }
}

/**
 * The first step after a load, when no process of the earlier life is left: asks the transcripts what became
 * of frames in flight, ends turns that no frame explains, and lets waiting mail go on.
 */
export function recover(state: State, stamp: Stamp): Update {
  const step = new Step(state, stamp)
  for (const { agent, frame, turn } of state.agents.values()) {
    step.agent(agent.id, { process: null })
    if (frame && frame.phase !== 'unfinished') locate(step, agent.id, false)
    else if (turn) step.turn({ ...turn, endedAt: step.now, outcome: 'died' }, false)
  }
  return conclude(step)
}
