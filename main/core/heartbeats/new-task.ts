import type { Message } from '../../contract/mail/messages.ts'
import { isCommand } from '../mail/mailbox.ts'
import type { Agent } from '../step/state.ts'

/** So many words at most are an answer, where something was asked. */
const answerWords = 3

/** Whether words of the person's that begin a turn give a new task: no slash command, and no answer in a word or two. */
export function isNewTask(agent: Pick<Agent, 'lastFinal'>, message: Message): boolean {
  const { from, spoken, body } = message
  if (from.kind !== 'human' || spoken !== null || isCommand(message)) return false
  return !(agent.lastFinal?.asks === true && body.trim().split(/\s+/u).length <= answerWords)
}
