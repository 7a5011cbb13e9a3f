import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { ModelRequest } from '../asked.ts'
import { chat } from '../api-formats/chat.ts'
import type { ApiFormat } from '../api-formats/api-format.ts'
import { gemini } from '../api-formats/gemini.ts'
import { responses } from '../api-formats/responses.ts'
import { readMessages } from '../api-formats/anthropic.ts'

/** How an agent of a maker calls the model: its API format and tool names. */
export interface Family {
  /** Full name of one of Janus's tools. */
  ours(tool: string): string
  /** The agent's own tools; null: Claude's, as configured in the stage. */
  readonly own: readonly string[] | null
  /** Builds a request and parses it as the model does. */
  asked(talk: readonly MessageParam[], tools: readonly string[]): ModelRequest
}

export const families = {
  claude: {
    ours: (tool) => `mcp__janus-agents__${tool}`,
    own: null,
    asked: (talk, names) => {
      const tools = names.map((name) => ({ name, input_schema: { type: 'object' as const } }))
      return readMessages({ model: 'm', max_tokens: 9, messages: [...talk], tools })
    },
  },
  codex: {
    ours: (tool) => `mcp__janus_agents__${tool}`,
    own: ['exec_command'],
    asked: (talk, names) => {
      const input = talk.flatMap(({ role, content }) => blocksOf(content).map((block) => itemOf(role, block)))
      const tools = names.map((name) => ({ type: 'function', name }))
      return read(responses, { model: 'm', input: [about, ...input], tools })
    },
  },
  opencode: {
    ours: (tool) => `janus-agents_${tool}`,
    own: ['bash', 'read'],
    asked: (talk, names) => {
      const messages = talk.flatMap(({ role, content }) =>
        blocksOf(content).map((block) => messageOf(role, block)),
      )
      const tools = names.map((name) => ({ type: 'function', function: { name } }))
      return read(chat, { model: 'm', messages, tools })
    },
  },
  gemini: {
    ours: (tool) => `mcp_janus-agents_${tool}`,
    own: ['run_shell_command', 'read_file'],
    asked: (talk, names) => {
      const contents = talk.map(({ role, content }) => ({
        role: role === 'assistant' ? 'model' : 'user',
        parts: blocksOf(content).map(partOf),
      }))
      return read(gemini, { contents, tools: [{ functionDeclarations: names.map((name) => ({ name })) }] })
    },
  },
} as const satisfies Readonly<Record<string, Family>>

/** Codex's message about its environment. */
const about = {
  type: 'message',
  role: 'user',
  content: [
    { type: 'input_text', text: '<environment_context>\n  <cwd>/work</cwd>\n</environment_context>' },
  ],
}

function read(format: ApiFormat, body: object): ModelRequest {
  const asked = format.read({ path: '/v1beta/models/m:generateContent', query: new URLSearchParams(), body })
  if (typeof asked === 'string') throw new Error(asked)
  return asked
}

function blocksOf(content: MessageParam['content']): readonly ContentBlockParam[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

const textOf = (block: ContentBlockParam): string =>
  block.type === 'text' ? block.text : block.type === 'tool_result' ? String(block.content) : ''

function itemOf(role: string, block: ContentBlockParam): object {
  if (block.type === 'tool_use')
    return {
      type: 'function_call',
      call_id: block.id,
      name: block.name,
      arguments: JSON.stringify(block.input),
    }
  if (block.type === 'tool_result')
    return { type: 'function_call_output', call_id: block.tool_use_id, output: textOf(block) }
  return { type: 'message', role, content: [{ type: 'input_text', text: textOf(block) }] }
}

function messageOf(role: string, block: ContentBlockParam): object {
  if (block.type === 'tool_use') {
    const called = { name: block.name, arguments: JSON.stringify(block.input) }
    return { role, content: null, tool_calls: [{ id: block.id, type: 'function', function: called }] }
  }
  if (block.type === 'tool_result')
    return { role: 'tool', tool_call_id: block.tool_use_id, content: textOf(block) }
  return { role, content: textOf(block) }
}

function partOf(block: ContentBlockParam): object {
  if (block.type === 'tool_use')
    return { functionCall: { id: block.id, name: block.name, args: block.input } }
  if (block.type !== 'tool_result') return { text: textOf(block) }
  const given = block.is_error === true ? { error: textOf(block) } : { output: textOf(block) }
  return { functionResponse: { id: block.tool_use_id, name: 'any', response: given } }
}
