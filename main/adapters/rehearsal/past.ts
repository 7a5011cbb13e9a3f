import type { MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { heardIn, speakers } from './conversation.ts'
import { readLetters, type Letter } from './letters.ts'

/** A message between this agent and another, in the order in which the conversation has them. */
export interface Passed {
  readonly way: 'sent' | 'heard'
  /** The other's name, in small letters. */
  readonly peer: string
  readonly words: string
}

/** Everything that went between this agent and others, as far as the conversation tells. */
export function readPast(messages: readonly MessageParam[]): readonly Passed[] {
  return speakers(messages).flatMap(({ role, blocks }) =>
    blocks.flatMap((block): Passed[] => {
      if (role !== 'assistant') {
        const letters = heardIn(role, block).flatMap(readLetters)
        return letters.map(({ from, words }) => ({ way: 'heard', peer: from.toLowerCase(), words }))
      }
      if (block.type !== 'tool_use' || !block.name.endsWith('send_to_agent')) return []
      const { target, message } = block.input as Record<string, unknown>
      if (typeof target !== 'string' || typeof message !== 'string') return []
      return [{ way: 'sent', peer: target.toLowerCase(), words: message.trim() }]
    }),
  )
}

/** What went between the two before a letter came, oldest first. */
export function before(past: readonly Passed[], { from, words }: Letter): readonly Passed[] {
  const peer = from.toLowerCase()
  const at = past.findLastIndex((one) => one.way === 'heard' && one.peer === peer && one.words === words)
  return past.slice(0, Math.max(0, at)).filter((one) => one.peer === peer)
}
