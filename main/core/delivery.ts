import type { Message } from '../contract/model.ts'
import type { AgentState } from './state.ts'
import type { Step } from './step.ts'
import { isFrameOut, isHalted } from './status.ts'
import { endProcess } from './processes.ts'
import { nudgeText, peersText, promptBatchCount, promptBatchLimit, promptBytes } from './prompts.ts'

/** Ends a step: every agent that it touched takes its next turn of events. */
export function conclude(step: Step): ReturnType<Step['finish']> {
  for (const id of step.touched) advance(step, step.get(id))
  return step.finish()
}

/**
 * The one place that decides what an agent does next, asked after every step for every agent that the step
 * touched: wait, start its CLI, or write one prompt. Asking twice changes nothing.
 */
function advance(step: Step, state: AgentState): void {
  if (state.agent.closedAt !== null || state.frame?.phase === 'locating') return
  if (state.process === 'ending' || state.process === 'starting') return
  if (state.restartAt !== null && step.now < state.restartAt) return
  if (isHalted(state)) return
  const work = state.frame?.phase === 'unfinished' || nextBatch(state.mailbox).length > 0
  if (state.process === 'off') {
    if (work || state.restartAt !== null) start(step, state)
    return
  }
  if (state.turn !== null || isFrameOut(state)) return
  if (state.outdated) {
    endProcess(step, state.agent.id)
    return
  }
  if (state.frame?.phase === 'unfinished') writeNudge(step, state)
  else if (work) writeMail(step, state)
}

/**
 * What goes into the next prompt: the person's words always alone; peers' messages that wait together as
 * one, in order of acceptance; one that a CLI has died of alone, so that the next death tells on it only.
 */
export function nextBatch(mailbox: readonly Message[]): readonly Message[] {
  const queued = mailbox.filter((message) => message.state === 'queued')
  const [first] = queued
  if (!first) return []
  if (isAlone(first)) return [first]
  const batch: Message[] = []
  let bytes = 0
  for (const message of queued) {
    bytes += promptBytes(message)
    const full = batch.length > 0 && (bytes > promptBatchLimit || batch.length === promptBatchCount)
    if (isAlone(message) || full) break
    batch.push(message)
  }
  return batch
}

function isAlone(message: Message): boolean {
  return message.from.kind === 'human' || message.deaths > 0
}

function start(step: Step, state: AgentState): void {
  const { agent } = state
  const run = state.run + 1
  step.set(agent.id, { run, process: 'starting', restartAt: null })
  const { cwd, conversation, conversed, model, permissionMode, name, role, allowed } = agent
  const launch = { cwd, conversation, conversed, model, permissionMode, name, role, allowed }
  step.emit({ do: 'agent.start', agent: agent.id, run, launch })
}

function writeMail(step: Step, state: AgentState): void {
  const batch = nextBatch(state.mailbox)
  const frame = step.ids.uuid()
  for (const message of batch) {
    step.message({ ...message, state: 'written', stateAt: step.now, reason: '', inInput: false }, true)
  }
  const human = batch[0]?.from.kind === 'human'
  const text = human ? (batch[0]?.body ?? '') : peersText(batch)
  write(step, state, frame, 'mail', batch, text, human)
}

function writeNudge(step: Step, state: AgentState): void {
  const about = state.mailbox.filter((message) => state.frame?.messages.includes(message.id))
  if (state.frame) step.frame(state.frame, false)
  write(step, state, step.ids.uuid(), 'nudge', about, nudgeText, false)
}

/** The only place in Janus where something is written to an agent. */
function write(
  step: Step,
  state: AgentState,
  frame: string,
  kind: 'mail' | 'nudge',
  batch: readonly Message[],
  text: string,
  human: boolean,
): void {
  const agent = state.agent.id
  const messages = batch.map((message) => message.id)
  step.frame({ id: frame, agent, kind, messages, phase: 'written', writtenAt: step.now }, true)
  step.emit({ do: 'agent.write', agent, run: state.run, frame, text, human })
}
