import { expect } from 'vitest'

/** One wire as a client uses it: what it asks, and how it reads answers. */
export interface Wire {
  readonly path: (isStream: boolean) => string
  /** A request whose conversation is one prompt, with a tool of ours and, by `asText`, what is asked without tools. */
  readonly body: (prompt: string, isStream: boolean, asText?: string) => object
  /** What an answer says and calls, whole or added up from a stream as a client does it. */
  readonly read: (answers: readonly Json[]) => { readonly text: string; readonly calls: readonly unknown[] }
  readonly tool: string
  /** Where the last part of an answer tells what it used: input, of it cached, output. */
  readonly usage: (last: Json) => readonly unknown[]
  /** Where an error stands in its body. */
  readonly error: string
}

/** An answer of any of them, asked for a field here and there. */
// oxlint-disable-next-line typescript/no-explicit-any -- The answers of four wires, asked for a field here and there.
export type Json = any

const parameters = { type: 'object', properties: {} }

/** The four of them. For tests. */
export const wires: Readonly<Record<'anthropic' | 'responses' | 'chat' | 'gemini', Wire>> = {
  anthropic: {
    path: () => '/v1/messages',
    body: (content, stream, system) => ({
      model: 'm',
      max_tokens: 9,
      stream,
      messages: [{ role: 'user', content }],
      ...(system === undefined ? { tools: [{ name: 'mcp__janus-agents__list_agents' }] } : { system }),
    }),
    read: (answers) => {
      const blocks: Json[] = answers.flatMap((one: Json) => one.content ?? one.content_block ?? [])
      const text = answers.map((one: Json) => one.delta?.text ?? '').join('')
      return {
        text: blocks.map((one) => one.text ?? '').join('') + text,
        calls: blocks.flatMap((one) => (one.type === 'tool_use' ? [one.name] : [])),
      }
    },
    tool: 'mcp__janus-agents__list_agents',
    usage: ({ usage }) => [
      Number(usage.input_tokens) + Number(usage.cache_read_input_tokens),
      usage.cache_read_input_tokens,
      usage.output_tokens,
    ],
    error: 'error.message',
  },
  responses: {
    path: () => '/v1/responses',
    body: (prompt, stream, instructions) => ({
      model: 'm',
      stream,
      input: [{ type: 'message', role: 'user', content: prompt }],
      ...(instructions === undefined
        ? {
            tools: [
              {
                type: 'namespace',
                name: 'mcp__janus_agents',
                tools: [{ type: 'function', name: 'list_agents', parameters }],
              },
            ],
          }
        : { instructions }),
    }),
    read: (answers) => {
      const response: Json = answers.at(-1)
      const items: Json[] = (response.response ?? response).output
      const text = items
        .flatMap((item) => item.content ?? [])
        .map((part: Json) => part.text)
        .join('')
      const deltas = answers.flatMap((one: Json) =>
        one.type === 'response.output_text.delta' ? [one.delta] : [],
      )
      if (deltas.length > 0) expect(deltas.join('')).toBe(text)
      return {
        text,
        calls: items.flatMap((item) =>
          item.type === 'function_call' ? [`${item.namespace}__${item.name}`] : [],
        ),
      }
    },
    tool: 'mcp__janus_agents__list_agents',
    usage: (last) => {
      const { usage } = last.response ?? last
      return [usage.input_tokens, usage.input_tokens_details.cached_tokens, usage.output_tokens]
    },
    error: 'error.message',
  },
  chat: {
    path: () => '/v1/chat/completions',
    body: (content, stream, system) => ({
      model: 'm',
      stream,
      messages: [
        ...(system === undefined ? [] : [{ role: 'system', content: system }]),
        { role: 'user', content },
      ],
      ...(system === undefined
        ? { tools: [{ type: 'function', function: { name: 'janus-agents_list_agents', parameters } }] }
        : {}),
    }),
    read: (answers) => {
      const parts: Json[] = answers.flatMap((one: Json) =>
        one.choices.map((choice: Json) => choice.message ?? choice.delta),
      )
      return {
        text: parts.map((part) => part.content ?? '').join(''),
        calls: parts.flatMap((part) => part.tool_calls ?? []).map((call: Json) => call.function.name),
      }
    },
    tool: 'janus-agents_list_agents',
    usage: ({ usage }) => [
      usage.prompt_tokens,
      usage.prompt_tokens_details.cached_tokens,
      usage.completion_tokens,
    ],
    error: 'error.message',
  },
  gemini: {
    path: (isStream) => `/v1beta/models/m:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (text, _, system) => ({
      contents: [{ role: 'user', parts: [{ text }] }],
      ...(system === undefined
        ? { tools: [{ functionDeclarations: [{ name: 'mcp_janus-agents_list_agents' }] }] }
        : { systemInstruction: { parts: [{ text: system }] } }),
    }),
    read: (answers) => {
      const parts: Json[] = answers.flatMap((one: Json) => one.candidates[0].content.parts)
      return {
        text: parts.map((part) => part.text ?? '').join(''),
        calls: parts.flatMap((part) => part.functionCall?.name ?? []),
      }
    },
    tool: 'mcp_janus-agents_list_agents',
    usage: ({ usageMetadata: usage }) => [
      usage.promptTokenCount,
      usage.cachedContentTokenCount,
      usage.candidatesTokenCount,
    ],
    error: 'error.message',
  },
}

/** The bodies of an answer: one, or those of its stream. */
export async function answers(response: Response): Promise<readonly Json[]> {
  const text = await response.text()
  if (response.headers.get('content-type') === 'application/json') return [JSON.parse(text)]
  return text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))
}
