import type { Message } from '../../contract/mail/messages.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Break, Turn } from '../step/frames-and-turns.ts'
import { acceptFromJanus } from '../mail/mailbox.ts'
import { forgottenText } from '../words/prompts.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { openMessagesOf } from './frame-messages.ts'

/**
 * Whether the process removes the prompt of a turn that was broken off for this reason from the conversation.
 */
export function forgets({ abilities }: AgentState, { why }: Break): boolean {
  return (why === 'interjected' || why === 'stopped' || why === 'cap') && !abilities.keepsStopped
}

/** The conversation was restarted: it contains nothing of what is to be resumed. */
export function forgetAll(step: Step, id: AgentId): void {
  for (const frame of step.get(id).frames) {
    if (frame.phase !== 'unfinished') continue
    // Without messages and prompt there is nothing to resume.
    const isEmpty = frame.messages.length === 0 && frame.prompt === null
    step.frame({ ...frame, isForgotten: true }, !isEmpty)
  }
}

/**
 * Messages that the user's stop has removed from the conversation: what the turn has read, if the process
 * forgets it, and what waited to be resumed after a restart. Call before the turn is closed.
 */
export function forgottenMessages(state: AgentState, turn: Turn): readonly Message[] {
  const { abilities, frames, mailbox } = state
  const lost = frames.filter(({ phase, isForgotten }) => phase === 'unfinished' && isForgotten === true)
  const started = frames.filter(({ phase, how }) => phase === 'started' && how !== 'note')
  const read = mailbox.filter((message) => message.state === 'read' && message.turn === turn.id)
  const stopped = abilities.keepsStopped
    ? []
    : [...started.flatMap((one) => openMessagesOf(state, one)), ...read]
  const words = new Set([...lost.flatMap((one) => openMessagesOf(state, one)), ...stopped])
  return [...words].filter(({ from }) => from.kind !== 'system')
}

/** Goes before the agent's next prompt, so that it knows what it was asked. */
export function tellForgotten(step: Step, to: AgentId, words: readonly Message[]): void {
  if (words.length === 0) return
  acceptFromJanus(step, { to, body: forgottenText(words), priority: 'low' })
}
