import type { SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'

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
