import type { UUID } from 'node:crypto'
import type { SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import type { FrameId } from '../../contract/model.ts'

/** The prompts on their way to one CLI, in order: what is put in comes out of the iterator. */
export class Inbox implements AsyncIterable<SDKUserMessage> {
  readonly #waiting: SDKUserMessage[] = []
  #wake: () => void = () => {}
  #open = true

  put(message: SDKUserMessage): void {
    this.#waiting.push(message)
    this.#wake()
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
      const message = this.#waiting.shift()
      if (message !== undefined) yield message
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

/** Only the person's own words go in as such; all else is marked, and is never taken for a command. */
export function toMessage(frame: FrameId, text: string, human: boolean): SDKUserMessage {
  return {
    type: 'user',
    message: { role: 'user', content: text },
    parent_tool_use_id: null,
    uuid: frame as UUID,
    priority: 'later',
    ...(human ? {} : { isSynthetic: true, client_composed: true }),
  }
}
