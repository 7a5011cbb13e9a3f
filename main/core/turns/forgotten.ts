import type { Message } from '../../contract/mail/messages.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Break, Turn } from '../step/frames-and-turns.ts'
import { acceptFromJanus } from '../mail/mailbox.ts'
import { forgottenText } from '../words/prompts.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { openMessagesOf } from './frame-messages.ts'

/** Whether its process takes the prompt of a turn that is broken off so out of the conversation. */
export function forgets({ abilities }: AgentState, { why }: Break): boolean {
  return (why === 'interjected' || why === 'stopped' || why === 'cap') && !abilities.keepsStopped
}

/** Its conversation begins again: of what is to be taken up again nothing is in it. */
export function forgetAll(step: Step, id: AgentId): void {
  for (const frame of step.get(id).frames) {
    if (frame.phase !== 'unfinished') continue
    // Where nothing is left of what it was about, there is nothing to go on with.
    const isEmpty = frame.messages.length === 0 && frame.prompt === null
    step.frame({ ...frame, isForgotten: true }, !isEmpty)
  }
}

/**
 * What the user has just stopped and no conversation holds: what the turn has read, where its process forgets it, and
 * what was to be taken up again in a conversation that began again. To be asked before the turn is closed.
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

/** Stands before whatever the agent is told next, so that it knows what it was asked. */
export function tellForgotten(step: Step, to: AgentId, words: readonly Message[]): void {
  if (words.length === 0) return
  acceptFromJanus(step, { to, body: forgottenText(words), priority: 'low' })
}
