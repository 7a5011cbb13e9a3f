import type { SDKPartialAssistantMessage } from '@anthropic-ai/claude-agent-sdk'

const sending = 'mcp__janus-agents__send_to_agent'
const target = /"target"\s*:\s*("(?:[^"\\]|\\.)*")/
/** A call that has not named its receiver within so many characters is read no further. */
const limit = 10_000

/** Reads to whom a message goes while the call that sends it is still being written. */
export class BegunMessages {
  /** What has come of the input of such calls, by the place of their block. */
  readonly #inputs = new Map<number, string>()

  /** The receiver's name, once for each call, as soon as it is there. */
  read(event: SDKPartialAssistantMessage['event']): string | null {
    if (event.type === 'message_start') this.#inputs.clear()
    if (event.type === 'content_block_start') {
      const { content_block: block, index } = event
      if (block.type === 'tool_use' && block.name === sending) this.#inputs.set(index, '')
    }
    if (event.type !== 'content_block_delta' || event.delta.type !== 'input_json_delta') return null
    const before = this.#inputs.get(event.index)
    if (before === undefined) return null
    const input = before + event.delta.partial_json
    const [, name] = target.exec(input) ?? []
    if (name === undefined && input.length < limit) this.#inputs.set(event.index, input)
    else this.#inputs.delete(event.index)
    return name === undefined ? null : (JSON.parse(name) as string)
  }
}
