import type { UUID } from 'node:crypto'
import type { SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import type { Picture } from '../../ports/attachments.ts'
import type { Prompt } from '../../adapters/processes/agent-family.ts'

/** The prompts on their way to one CLI, in order: what is put in comes out of the iterator. */
export class Inbox implements AsyncIterable<SDKUserMessage> {
  readonly #waiting: SDKUserMessage[] = []
  #wake: () => void = () => {}
  #open = true
  #held: Promise<unknown> = Promise.resolve()

  put(message: SDKUserMessage): void {
    this.#waiting.push(message)
    this.#wake()
  }

  /** Nothing goes out before this is done, whether well or not. */
  hold(until: Promise<unknown>): void {
    this.#held = until.catch(() => undefined)
  }

  /** Takes back what has not gone out yet. */
  takeBack(): SDKUserMessage[] {
    return this.#waiting.splice(0)
  }

  close(): void {
    this.#open = false
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SDKUserMessage> {
    while (this.#open) {
      await this.#held
      const message = this.#waiting.shift()
      if (message !== undefined) yield message
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

/** One that begins a turn waits for the end of a turn of the CLI's own, rather than being steered into it. */
const priorities = { begin: 'later', note: 'later', steer: 'next', interject: 'now' } as const

/** Only the user's own words go in as such; all else is marked, and is never taken for a command. */
export function toMessage({ frame, text, isFromUser, how, pictures }: Prompt): SDKUserMessage {
  return {
    type: 'user',
    message: { role: 'user', content: contentOf(text, pictures) },
    parent_tool_use_id: null,
    uuid: frame as UUID,
    priority: priorities[how],
    ...(how === 'note' ? { shouldQuery: false } : {}),
    ...(isFromUser ? {} : { isSynthetic: true, client_composed: true }),
  }
}

/** Words alone as words: only those may be a command. */
function contentOf(text: string, pictures: readonly Picture[]): SDKUserMessage['message']['content'] {
  if (pictures.length === 0) return text
  const shown = pictures.map(({ type, data }) => ({
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: type, data },
  }))
  return [{ type: 'text', text }, ...shown]
}
