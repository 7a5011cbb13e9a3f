import type { MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { withoutCircle } from './circle-words.ts'
import { heardIn, speakers } from './conversation.ts'
import { isBriefing, linkedBy, readLetters, type Letter } from './letters.ts'

/** A message between this agent and another, in the order in which the conversation has them. */
export interface Passed {
  readonly way: 'sent' | 'heard'
  /** The other's name, in small letters. */
  readonly peer: string
  readonly words: string
}

/** What the conversation tells of others. */
export interface Past {
  readonly passed: readonly Passed[]
  /** Names, in small letters, of those with whom the agent is linked, as it was last told. */
  readonly linked: ReadonlySet<string>
  /** The conversation itself. */
  readonly talk: readonly MessageParam[]
}

/** Everything that went between this agent and others, as far as the conversation tells. */
export function readPast(messages: readonly MessageParam[]): Past {
  const passed: Passed[] = []
  let linked: readonly string[] = []
  for (const { role, blocks } of speakers(messages)) {
    for (const block of blocks) {
      if (role !== 'assistant') {
        for (const letter of heardIn(role, block).map(withoutCircle).flatMap(readLetters)) {
          passed.push({ way: 'heard', peer: letter.from.toLowerCase(), words: letter.words })
          if (isBriefing(letter)) linked = linkedBy(letter)
        }
      } else if (block.type === 'tool_use' && block.name.endsWith('send_to_agent')) {
        const { target, message } = block.input as Record<string, unknown>
        if (typeof target === 'string' && typeof message === 'string')
          passed.push({ way: 'sent', peer: target.toLowerCase(), words: message.trim() })
      }
    }
  }
  return { passed, linked: new Set(linked.map((name) => name.toLowerCase())), talk: messages }
}

/** What went between the two before a letter came, oldest first. */
export function before({ passed }: Past, { from, words }: Letter): readonly Passed[] {
  const peer = from.toLowerCase()
  const at = passed.findLastIndex((one) => one.way === 'heard' && one.peer === peer && one.words === words)
  return passed.slice(0, Math.max(0, at)).filter((one) => one.peer === peer)
}
