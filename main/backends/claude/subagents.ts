import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { facts, type ProgramEvent } from '../../adapters/processes/agent-family.ts'
import { asTokens } from '../../adapters/processes/json.ts'
import { readBlocks } from './blocks.ts'

type SystemMessage = Extract<SDKMessage, { type: 'system' }>

const ends = { completed: 'done', failed: 'failed', stopped: 'stopped' } as const

export class ClaudeSubagents {
  /** Running subagents: the call that started each, by the CLI's task id. */
  readonly #calls = new Map<string, string>()
  readonly #tokens = new Map<string, number>()

  taskOf(call: string): string | null {
    return [...this.#calls].find(([, one]) => one === call)?.[0] ?? null
  }

  said(call: string, message: SDKMessage): ProgramEvent[] {
    const within = { call, tokens: this.#tokens.get(call) ?? 0 }
    return facts(readBlocks(message).map((block) => ({ type: 'block.said', block, within })))
  }

  read(message: SystemMessage): ProgramEvent[] {
    if (message.subtype === 'task_started') {
      const { task_type: type, task_id: task, tool_use_id: call } = message
      if (type === 'local_agent' && call !== undefined) this.#calls.set(task, call)
    }
    if (message.subtype !== 'task_progress' && message.subtype !== 'task_notification') return []
    const call = this.#calls.get(message.task_id)
    if (call === undefined) return []
    const tokens = Math.max(this.#tokens.get(call) ?? 0, asTokens(message.usage?.total_tokens))
    this.#tokens.set(call, tokens)
    if (message.subtype === 'task_progress') return []
    this.#calls.delete(message.task_id)
    this.#tokens.delete(call)
    const block = { kind: 'result', call, text: '', end: ends[message.status] } as const
    return facts([{ type: 'block.said', block, within: { call, tokens } }])
  }
}
