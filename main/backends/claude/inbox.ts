import type { UUID } from 'node:crypto'
import type { SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import type { Picture } from '../../ports/attachments.ts'
import type { Prompt } from '../../adapters/processes/agent-family.ts'

export class Inbox implements AsyncIterable<SDKUserMessage> {
  readonly #waiting: SDKUserMessage[] = []
  #wake: () => void = () => {}
  #open = true
  #held: Promise<unknown> = Promise.resolve()

  put(message: SDKUserMessage): void {
    this.#waiting.push(message)
    this.#wake()
  }

  /** Sends nothing until this promise has settled. */
  hold(until: Promise<unknown>): void {
    this.#held = until.catch(() => undefined)
  }

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

/** A prompt that begins a turn waits for a turn that the CLI started itself, instead of being steered into it. */
const priorities = { begin: 'later', note: 'later', steer: 'next', interject: 'now' } as const

/** Marks everything but the user's own text as synthetic, so that it is never taken for a command. */
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

/** Without pictures the content must be a plain string: only that can be a command. */
function contentOf(text: string, pictures: readonly Picture[]): SDKUserMessage['message']['content'] {
  if (pictures.length === 0) return text
  const shown = pictures.map(({ type, data }) => ({
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: type, data },
  }))
  return [{ type: 'text', text }, ...shown]
}
