import { callText } from '../../contract/agents/tool-calls.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Block } from '../step/events.ts'
import type { AgentState } from '../step/state.ts'
import type { NewEntry } from '../step/step.ts'

/** A stream block as a transcript row. The process reports a call that the user denied as failed. */
export function blockEntry({ agent, denied, sent }: AgentState, block: Block): NewEntry {
  const by = { author: { kind: 'agent', id: agent.id }, authorName: agent.name } as const
  switch (block.kind) {
    case 'text':
      return { kind: 'text', ...by, text: block.text, ...(block.half ? { half: true } : {}) }
    case 'thinking':
      return { kind: 'thinking', ...by, text: block.text }
    case 'tool': {
      const { tool, input, call } = block
      return { kind: 'tool', ...by, text: callText(tool, input), tool, call }
    }
    case 'result': {
      const { call, text, end: seen } = block
      const end = seen !== 'done' && denied.includes(call) ? 'denied' : seen
      const message = sent.find((one) => one.call === call)?.message ?? null
      const isError = end !== 'done' && end !== 'launched'
      return { kind: 'result', ...by, text, call, isError, end, message, ...pick(block, ['patches', 'exit']) }
    }
  }
}
