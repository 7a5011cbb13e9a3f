import type { SDKMessage, SDKPartialAssistantMessage } from '@anthropic-ai/claude-agent-sdk'
import type { ContextUse } from '../../contract/agents/context.ts'
import type { Block, Entrance, Outcome } from '../../ports/ports.ts'
import { ClaudeBackground } from './background.ts'
import { readBlocks } from './blocks.ts'
import { readOutcome } from './outcome.ts'
import { ClaudeSubagents } from './subagents.ts'
import { ClaudeUsageMeter, ContextMeter } from './usage.ts'
import {
  facts,
  type ProgramEvent,
  type ProgramFact,
  type ProgramDelta,
} from '../../adapters/processes/agent-family.ts'

/** A step in the life of a prompt, by its uuid. Missing in the SDK's types. */
interface Lifecycle {
  readonly type: 'command_lifecycle'
  readonly command_uuid: string
  readonly state: 'queued' | 'started' | 'completed' | 'cancelled'
}

/** Converts the stream of one CLI process to facts. No I/O and no clock; unknown messages are skipped. */
export class StreamReader {
  #conversation: string
  /** `due`: a prompt was read and its turn has not begun. `note`: looks like a turn in the stream but is none. */
  #turn: 'none' | 'due' | 'open' | 'note' = 'none'
  /** Notes and interjections that were written and not yet read. */
  readonly #entrances = new Map<string, Entrance>()
  /** Tool calls without a result, except those of subagents. */
  readonly #calls = new Set<string>()
  readonly #background = new ClaudeBackground()
  readonly #subagents = new ClaudeSubagents()
  readonly #begunMessages = new BegunMessages()
  /** Prompts that were read and have not ended. */
  readonly #started = new Set<string>()
  /** A line of this turn was lost; it may have been the result. */
  #lossy = false
  #stopped = false
  #error: string | null = null
  #message = ''
  /** The latest text of this turn, reset by each tool call. */
  #final = ''
  /** Text that has streamed and not yet come as a whole block. */
  #half = ''
  #costUsd: number | null = null
  readonly #meter = new ClaudeUsageMeter()
  readonly #context = new ContextMeter()

  constructor(conversation: string) {
    this.#conversation = conversation
  }

  get busy(): boolean {
    return this.#turn === 'due' || this.#turn === 'open'
  }

  get usesTool(): boolean {
    return this.#calls.size > 0
  }

  wrote(frame: string, how: Entrance): void {
    if (how === 'note' || how === 'interject') this.#entrances.set(frame, how)
  }

  tookBack(frame: string): void {
    this.#entrances.delete(frame)
  }

  lineLost(): void {
    this.#lossy = true
  }

  interrupted(): void {
    this.#stopped = this.busy
  }

  /** Whether only the CLI knows how full its context is. */
  get asksForContext(): boolean {
    return !this.busy && this.#context.isStale
  }

  contextTold(used: unknown, size: unknown): ProgramEvent[] {
    return fullness(this.#context.answered(used, size))
  }

  read(message: SDKMessage): ProgramEvent[] {
    try {
      return this.#read(message)
    } catch {
      // A shape that no known version sends: treat it like an unreadable line.
      this.lineLost()
      return []
    }
  }

  #read(message: SDKMessage): ProgramEvent[] {
    const lifecycle = asLifecycle(message)
    if (lifecycle !== null) return this.#lived(lifecycle)
    if ('parent_tool_use_id' in message && message.parent_tool_use_id !== null)
      return this.#ofSubagent(message.parent_tool_use_id, message)
    switch (message.type) {
      case 'system':
        return this.#system(message)
      case 'stream_event':
        return this.#streamed(message.event)
      case 'assistant':
        if (message.error !== undefined) this.#error = message.error
        this.#half = ''
        return [
          ...this.#answered(isErrorReport(message) ? [] : readBlocks(message), message.message.model),
          ...this.#usedHere(message.message.id, message.message.usage),
        ]
      case 'user':
        return 'isReplay' in message ? [] : this.#said(readBlocks(message))
      case 'result':
        return this.#ended(
          readOutcome(message, { error: this.#error, isInterjected: this.#interjected }),
          message.total_cost_usd ?? this.#costUsd,
          message.modelUsage ?? null,
        )
      default:
        return []
    }
  }

  taskOf(call: string): string {
    return this.#subagents.taskOf(call) ?? call
  }

  /** A subagent's messages are not the agent's own; its usage counts for the turn. */
  #ofSubagent(call: string, message: SDKMessage): ProgramEvent[] {
    if (message.type !== 'assistant')
      return message.type === 'user' ? this.#subagents.said(call, message) : []
    const used = this.#used(message.message.id, message.message.usage)
    return [...used, ...this.#subagents.said(call, message)]
  }

  #lived({ command_uuid: frame, state }: Lifecycle): ProgramEvent[] {
    const how = this.#entrances.get(frame)
    if (state === 'queued') return facts([{ type: 'frame.accepted', frame }])
    this.#entrances.delete(frame)
    if (state === 'started') return this.#began(frame, how)
    if (this.#turn === 'note') this.#turn = 'none'
    // An interrupted turn also reports prompts as cancelled that it had read.
    const read = this.#started.delete(frame)
    return state === 'cancelled' && !read ? facts([{ type: 'frame.cancelled', frame }]) : []
  }

  #began(frame: string, how: Entrance | undefined): ProgramEvent[] {
    this.#started.add(frame)
    // The interrupted turn has ended, even if the line that says so was lost.
    const cut = how === 'interject' ? this.#ended({ kind: 'cut' }, this.#costUsd) : []
    if (this.#turn === 'none') this.#turn = how === 'note' ? 'note' : 'due'
    return [...cut, ...facts([{ type: 'frame.started', frame }])]
  }

  #system(message: Extract<SDKMessage, { type: 'system' }>): ProgramEvent[] {
    if (message.subtype === 'init') {
      const changed = message.session_id === this.#conversation ? [] : [this.#moved(message.session_id)]
      if (this.#turn === 'open' || this.#turn === 'note') return facts(changed)
      this.#turn = 'open'
      this.#final = ''
      return facts([...changed, { type: 'turn.began' }])
    }
    if (message.subtype === 'session_state_changed' && message.state === 'idle') return this.#idle()
    if (message.subtype === 'compact_boundary') {
      this.#context.reset()
      return facts([{ type: 'conversation.compacted' }])
    }
    const ended = this.#subagents.read(message)
    const tasks = this.#background.read(message)
    if (tasks !== null)
      return tasks === 'same' ? ended : [...ended, ...facts([{ type: 'background.changed', tasks }])]
    return this.#said(readBlocks(message))
  }

  /** Output of a slash command comes as an answer of the model `<synthetic>`. */
  #answered(blocks: readonly Block[], model: string): ProgramEvent[] {
    for (const block of blocks) {
      if (block.kind === 'tool') this.#final = ''
      if (block.kind === 'text' && model !== '<synthetic>') this.#final = block.text
    }
    return this.#said(blocks)
  }

  #said(blocks: readonly Block[]): ProgramEvent[] {
    for (const block of blocks) {
      if (block.kind === 'tool') this.#calls.add(block.call)
      if (block.kind === 'result') this.#calls.delete(block.call)
    }
    return facts(blocks.map((block) => ({ type: 'block.said', block: this.#asStopped(block) })))
  }

  /** Failures after the user stopped the turn are results of the stop. */
  #asStopped(block: Block): Block {
    return block.kind === 'result' && block.end === 'failed' && this.#stopped
      ? { ...block, end: 'stopped' }
      : block
  }

  /** The id in `conversation_reset` is not the new conversation's; only the next `init` has it. */
  #moved(conversation: string): ProgramFact {
    this.#conversation = conversation
    this.#context.reset()
    return { type: 'conversation.changed', conversation }
  }

  /** Idle while a turn is open means that its result was in a lost line. */
  #idle(): ProgramEvent[] {
    if (!this.#lossy || !this.busy) return []
    const detail = 'The end of this answer was lost: Claude wrote a line that could not be read.'
    return this.#ended({ kind: 'broken', why: 'other', detail }, this.#costUsd)
  }

  /** A call of the conversation's own model: its input is what fills the context. */
  #usedHere(call: string, usage: Parameters<ClaudeUsageMeter['saw']>[1]): ProgramEvent[] {
    const used = this.#used(call, usage)
    return [...used, ...fullness(this.#context.called(this.#meter.of(call)))]
  }

  #used(call: string, usage: Parameters<ClaudeUsageMeter['saw']>[1]): ProgramEvent[] {
    if (!this.#meter.saw(call, usage) || !this.busy) return []
    return facts([{ type: 'turn.used', tokens: this.#meter.ofTurn }])
  }

  #ended(
    how: Outcome,
    totalCostUsd: number | null,
    models: Parameters<ClaudeUsageMeter['ended']>[0] = null,
  ): ProgramEvent[] {
    if (this.#turn === 'note') this.#turn = 'none'
    if (!this.busy) return []
    const began: ProgramFact[] = this.#turn === 'due' ? [{ type: 'turn.began' }] : []
    const outcome = this.#outcome(how)
    if (outcome.kind === 'completed') this.#half = ''
    const half = this.brokenOff()
    this.#turn = 'none'
    this.#stopped = false
    this.#calls.clear()
    this.#lossy = false
    this.#error = null
    this.#costUsd = totalCostUsd
    const totalTokens = this.#meter.ended(models)
    return [...facts(began), ...half, ...facts([{ type: 'turn.ended', outcome, totalCostUsd, totalTokens }])]
  }

  /** If thinking comes last, the CLI reports an empty answer; use the last text. */
  #outcome(how: Outcome): Outcome {
    if (how.kind === 'cut' && this.#stopped) return { kind: 'interrupted' }
    return how.kind === 'completed' && how.text === '' ? { kind: 'completed', text: this.#final } : how
  }

  get #interjected(): boolean {
    return [...this.#entrances.values()].includes('interject')
  }

  /** Keeps the part of an unfinished answer that the user has seen. */
  brokenOff(): ProgramEvent[] {
    const text = this.#half
    this.#half = ''
    return text === '' ? [] : facts([{ type: 'block.said', block: { kind: 'text', text, half: true } }])
  }

  #streamed(event: SDKPartialAssistantMessage['event']): ProgramEvent[] {
    if (event.type === 'message_start') {
      this.#message = event.message.id
      this.#half = ''
    }
    if (event.type === 'message_delta') return this.#usedHere(this.#message, event.usage)
    const to = this.#begunMessages.read(event)
    if (to !== null) return facts([{ type: 'message.begun', to }])
    if (event.type !== 'content_block_delta') return []
    const block = `${this.#message}:${event.index}`
    if (event.delta.type === 'text_delta') {
      this.#half += event.delta.text
      return [{ delta: delta(block, 'text', event.delta.text) }]
    }
    if (event.delta.type === 'thinking_delta')
      return [{ delta: delta(block, 'thinking', event.delta.thinking) }]
    return []
  }
}

function delta(block: string, of: ProgramDelta['of'], text: string): ProgramDelta {
  return { kind: 'delta', block, of, text }
}

/** The CLI's text about a service error, sent as an answer; the turn's outcome reports it. */
const isErrorReport = ({ error, message }: Extract<SDKMessage, { type: 'assistant' }>): boolean =>
  error !== undefined && message.model === '<synthetic>'

const fullness = (context: ContextUse | null): ProgramEvent[] =>
  context === null ? [] : facts([{ type: 'context.told', context }])

function asLifecycle(message: object): Lifecycle | null {
  return 'type' in message && message.type === 'command_lifecycle' ? (message as Lifecycle) : null
}

const sending = 'mcp__janus-agents__send_to_agent'
const target = /"target"\s*:\s*("(?:[^"\\]|\\.)*")/
/** Characters; a call that has not named its receiver by then is ignored. */
const inputLimit = 10_000

class BegunMessages {
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
    if (name === undefined && input.length < inputLimit) this.#inputs.set(event.index, input)
    else this.#inputs.delete(event.index)
    return name === undefined ? null : (JSON.parse(name) as string)
  }
}
