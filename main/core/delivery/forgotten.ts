import type { Message } from '../../contract/messages.ts'
import type { AgentId } from '../../contract/model.ts'
import type { Break, Turn } from '../frames-and-turns.ts'
import { accept } from '../mail/mailbox.ts'
import { forgottenText } from '../prompts.ts'
import type { AgentState } from '../state.ts'
import type { Step } from '../step.ts'
import { messagesOf } from './frames.ts'

/** Whether its process takes the prompt of a turn that is broken off so out of the conversation. */
export function forgets({ abilities }: AgentState, { why }: Break): boolean {
  return (why === 'interjected' || why === 'stopped' || why === 'cap') && !abilities.keepsStopped
}

/** Its conversation begins anew: of what is to be taken up again nothing is in it. */
export function forgetAll(step: Step, id: AgentId): void {
  for (const frame of step.get(id).frames)
    if (frame.phase === 'unfinished') step.frame({ ...frame, isForgotten: true }, true)
}

/** What a turn of this agent has read that the person has just stopped; to be asked before it is closed. */
export function wordsOf(state: AgentState, turn: Turn): readonly Message[] {
  const frames = state.frames.filter(({ phase, how }) => phase === 'started' && how !== 'note')
  const framed = frames.flatMap((frame) => messagesOf(state, frame))
  const read = state.mailbox.filter((message) => message.state === 'read' && message.turn === turn.id)
  return [...new Set([...framed, ...read])].filter(({ from }) => from.kind !== 'system')
}

/** Stands before whatever the agent is told next, so that it knows what it was asked. */
export function tellForgotten(step: Step, to: AgentId, words: readonly Message[]): void {
  if (words.length === 0 || step.get(to).abilities.keepsStopped) return
  accept(step, {
    ...{ from: { kind: 'system' }, fromName: 'Janus', to, body: forgottenText(words) },
    ...{ priority: 'low', causes: [], depth: 0 },
  })
}
