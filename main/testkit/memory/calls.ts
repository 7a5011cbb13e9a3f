import { ownCall, type ToolCall } from '../../contract/agents/tool-calls.ts'
import type { Block, SeenEnd } from '../../ports/ports.ts'

/** The CLI's result of a call that an interrupt ended. */
const stopped = "The user doesn't want to proceed with this tool use."

/** A call whose title is all there is to show. */
export const shownCall = (kind: ToolCall['kind'], title: string): ToolCall => ({
  name: 'Bash',
  kind,
  title,
  isTitleAll: true,
  description: '',
  diffs: [],
  own: null,
})

/** The tool calls of one CLI, as its stream shows them. */
export class MemoryCalls {
  readonly #tell: (block: Block) => void
  readonly #open = new Set<string>()

  constructor(tell: (block: Block) => void) {
    this.#tell = tell
  }

  called(call: string, tool = shownCall('other', ''), input = ''): void {
    this.#open.add(call)
    this.#tell({ kind: 'tool', call, tool, input })
  }

  /** A call of Janus's own tools, which may wait for a reply. */
  asked(call: string): void {
    this.called(call, ownCall('send_to_agent', {}))
  }

  returned(call: string, text: string, end: SeenEnd): void {
    if (this.#open.delete(call)) this.#tell({ kind: 'result', call, text, end })
  }

  stop(): void {
    for (const call of [...this.#open]) this.returned(call, stopped, 'stopped')
  }
}
