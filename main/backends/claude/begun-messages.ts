import type { SDKPartialAssistantMessage } from '@anthropic-ai/claude-agent-sdk'

const sending = 'mcp__janus-agents__send_to_agent'
const target = /"target"\s*:\s*("(?:[^"\\]|\\.)*")/
/** Characters; a call that has not named its receiver by then is ignored. */
const limit = 10_000

/** Finds the receiver of a message while the call that sends it is still streaming. */
export class BegunMessages {
  /** Partial input of such calls by index of their content block. */
  readonly #inputs = new Map<number, string>()

  /** Returns the receiver's name once for each call, as soon as it is complete. */
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
