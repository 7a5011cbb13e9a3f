import { facts, type ProgramEvent, type ProgramFact } from '../../adapters/processes/agent-family.ts'
import { asTokens } from '../../adapters/processes/json.ts'
import type { ReportedTask } from '../../contract/agents/background.ts'
import { firstLineOf } from '../../contract/agents/tool-calls.ts'
import type { Block } from '../../ports/ports.ts'
import { describeItem, resultOf, textBlock, toolBlockOf } from './items.ts'
import type { CodexTurn, Notification, ThreadItem } from './protocol.ts'

/** A thread that a call of another thread has started. */
interface Subagent {
  readonly call: string
  readonly name: string
  turn: string | null
  tokens: number
}

const ends = { completed: 'done', failed: 'failed', interrupted: 'stopped', inProgress: 'stopped' } as const

/** Tracks the threads of an agent's subagents. No I/O and no clock. */
export class CodexSubagents {
  readonly #threads = new Map<string, Subagent>()

  answered(item: ThreadItem): void {
    if (item.type !== 'collabAgentToolCall' || item.tool !== 'spawnAgent') return
    const name = firstLineOf(item.prompt ?? '')
    for (const thread of item.receiverThreadIds ?? [])
      this.#threads.set(thread, { call: item.id, name, turn: null, tokens: 0 })
  }

  /** Subagents with a running turn, which counts as a background task. */
  get tasks(): readonly ReportedTask[] {
    return [...this.#threads].flatMap(([id, { call, name, turn }]) =>
      turn === null ? [] : [{ id, kind: 'agent' as const, name, call, line: '' }],
    )
  }

  /** The running turn of a subagent, by its id or by the call that started it. */
  turnOf(task: string): { readonly threadId: string; readonly turnId: string } | null {
    for (const [threadId, { call, turn: turnId }] of this.#threads)
      if ((threadId === task || call === task) && turnId !== null) return { threadId, turnId }
    return null
  }

  /** `same`: the running subagents are unchanged. Returns null if it is not about a subagent. */
  read(told: Notification): { readonly events: ProgramEvent[]; readonly tasks: 'same' | 'changed' } | null {
    const one = this.#threads.get(told.params.threadId)
    if (one === undefined) return null
    switch (told.method) {
      case 'turn/started':
        one.turn = told.params.turn.id
        return { events: [], tasks: 'changed' }
      case 'turn/completed':
        return { events: this.#ended(one, told.params.turn), tasks: 'changed' }
      case 'item/started':
        return { events: of(one, opened(told.params.item)), tasks: 'same' }
      case 'item/completed':
        this.answered(told.params.item)
        return { events: of(one, closed(told.params.item)), tasks: 'same' }
      case 'thread/tokenUsage/updated':
        one.tokens = asTokens(told.params.tokenUsage.total.totalTokens)
        return { events: [], tasks: 'same' }
      default:
        return { events: [], tasks: 'same' }
    }
  }

  #ended(one: Subagent, { status }: CodexTurn): ProgramEvent[] {
    one.turn = null
    return of(one, [{ kind: 'result', call: one.call, text: '', end: ends[status] }])
  }
}

const of = ({ call, tokens }: Subagent, blocks: readonly Block[]): ProgramEvent[] =>
  facts(blocks.map((block): ProgramFact => ({ type: 'block.said', block, within: { call, tokens } })))

/** The query of a search is only known when it has ended. */
const opened = (item: ThreadItem): readonly Block[] =>
  describeItem(item) === null || item.type === 'webSearch' ? [] : [toolBlockOf(item)]

function closed(item: ThreadItem): readonly Block[] {
  const text = textBlock(item)
  if (text !== null) return [text]
  if (item.type === 'webSearch') return [toolBlockOf(item), resultOf(item)]
  return describeItem(item) === null ? [] : [resultOf(item)]
}
