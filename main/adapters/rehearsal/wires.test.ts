import { expect, afterEach, beforeEach, describe, test } from 'vitest'
import { startRehearsal, type WatchedRehearsalModel } from './testing/watched-model.ts'

/** An API format from the client's side. */
interface Wire {
  readonly path: (isStream: boolean) => string
  /**
   * A request with one prompt and a tool of Janus; with `asText`, a background call with this system prompt
   * and no tools.
   */
  readonly body: (prompt: string, isStream: boolean, asText?: string) => object
  /** Parses the text and calls of an answer, complete or streamed. */
  readonly read: (answers: readonly Json[]) => { readonly text: string; readonly calls: readonly unknown[] }
  readonly tool: string
  /** Parses tokens from the last part of an answer: input, cached input, output. */
  readonly usage: (last: Json) => readonly unknown[]
  /** Path of the error message in an error body. */
  readonly error: string
}

// oxlint-disable-next-line typescript/no-explicit-any -- The answers of four wires, asked for a field here and there.
type Json = any

const parameters = { type: 'object', properties: {} }

const wires: Readonly<Record<'anthropic' | 'responses' | 'chat' | 'gemini', Wire>> = {
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

/** The body, or the events of a stream. */
async function answers(response: Response): Promise<readonly Json[]> {
  const text = await response.text()
  if (response.headers.get('content-type') === 'application/json') return [JSON.parse(text)]
  return text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))
}

let model: WatchedRehearsalModel

beforeEach(async () => {
  model = await startRehearsal()
})

afterEach(() => model.close())

function post(wire: Wire, body: object, isStream: boolean, signal?: AbortSignal): Promise<Response> {
  return fetch(model.url + wire.path(isStream), {
    method: 'POST',
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })
}

describe.each(Object.entries(wires))('%s', (name, wire) => {
  test.each([true, false])('sends text, calls and usage (as a stream: %s)', async (isStream) => {
    const words = 'x'.repeat(100)
    const response = await post(
      wire,
      wire.body(`say: ${words}\nsay: b\ncall: list_agents {}`, isStream),
      isStream,
    )
    expect(response.status).toBe(200)
    const all = await answers(response)
    expect(wire.read(all)).toEqual({ text: `${words}\nb`, calls: [wire.tool] })
    const told = all.findLast((one) => JSON.stringify(one).includes('okens')) ?? all.at(-1)
    const [heard] = model.heard()
    const { fresh = 0, cached = 0 } = heard?.usage ?? {}
    const last = name === 'gemini' ? all.at(-1) : told
    expect(wire.usage(last)).toEqual([fresh + cached, cached, 26])
  })

  test('is held at a gate, after the text before it', async () => {
    const response = await post(wire, wire.body('say: one\nwait: door\nsay: two', true), true)
    await model.held('door')
    const reader = response.body?.getReader()
    let read = ''
    while (!read.includes('one')) read += new TextDecoder().decode((await reader?.read())?.value)
    expect(read).not.toContain('two')
    expect(model.release('door')).toBe(1)
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      read += new TextDecoder().decode(part.value)
    expect(read).toContain('two')
    expect(model.heard()).toMatchObject([{ wire: name, asked: { talk: [{ kind: 'prompt' }] } }])
  })

  test.each([401, 429, 500])('fails with %s as scripted', async (status) => {
    const response = await post(wire, wire.body(`fail: ${status}`, true), true)
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveProperty(wire.error, expect.stringContaining(String(status)))
  })

  test('breaks off when it fails after some text', async () => {
    const response = await post(wire, wire.body('say: one\nfail: 500', true), true)
    await expect(response.text()).rejects.toThrow()
  })

  test('never answers, until the client is gone', async () => {
    const gone = new AbortController()
    const answer = post(wire, wire.body('hang', true), true, gone.signal)
    await model.held('hang')
    gone.abort()
    await expect(answer).rejects.toThrow()
  })

  test('a background call is answered separately', async () => {
    const body = wire.body('Fix the login', true, 'Write a title for this conversation.')
    expect(wire.read(await answers(await post(wire, body, true)))).toEqual({
      text: 'Fix the login',
      calls: [],
    })
    expect(model.heard()).toMatchObject([{ asked: { aside: 'Fix the login' } }])
  })

  test('says what is wrong with a request', async () => {
    const response = await post(wire, { model: 7 }, true)
    expect(response.status).toBe(400)
    expect(await response.json()).toHaveProperty(wire.error, expect.stringMatching(/required$/))
  })
})

test('an answer in JSON fits the requested schema', async () => {
  const schema = {
    type: 'object',
    properties: {
      title: { type: 'string' },
      next: { type: 'string', enum: ['user', 'model'] },
      steps: { type: 'array' },
      score: { type: 'integer' },
      blocked: { type: 'boolean' },
    },
  }
  const value = { title: 'Hello', next: 'user', steps: [], score: 1, blocked: false }
  const gemini = {
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
  }
  const codex = { model: 'm', input: 'Hello', text: { format: { type: 'json_schema', schema } } }
  const chat = {
    model: 'm',
    messages: [{ role: 'user', content: 'Hello' }],
    response_format: { type: 'json_schema', json_schema: { schema } },
  }
  const bodies = [
    [wires.gemini, gemini],
    [wires.responses, codex],
    [wires.chat, chat],
  ] as const
  for (const [wire, body] of bodies) {
    const { text } = wire.read(await answers(await post(wire, body, false)))
    expect(JSON.parse(text)).toEqual(value)
  }
})

test('a required call is made', async () => {
  const only = {
    name: 'respond_in_schema',
    parameters: { type: 'object', properties: { shouldBlock: { type: 'boolean' } } },
  }
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: 'wait: door' }],
    tools: [{ type: 'function', function: only }],
  }
  const [answer] = await answers(await post(wires.chat, body, false))
  expect(answer.choices[0].message.tool_calls[0].function).toEqual({
    name: 'respond_in_schema',
    arguments: '{"shouldBlock":false}',
  })
})

test('models are listed, and tokens counted, as each maker does', async () => {
  expect(await (await fetch(`${model.url}/v1/models`)).json()).toMatchObject({
    object: 'list',
    data: [{ id: 'rehearsal' }],
  })
  const counted = await fetch(`${model.url}/v1beta/models/m:countTokens`, {
    method: 'POST',
    body: '{"contents":[]}',
  })
  expect(await counted.json()).toEqual({ totalTokens: 4 })
})

test('a summary is no turn, and summarized scripts are not played again', async () => {
  const wanted = 'You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary.'
  const codex = wires.responses.body(wanted, false)
  expect(wires.responses.read(await answers(await post(wires.responses, codex, false))).text).toContain(
    'rehearsed',
  )
  const opencode =
    'Here is the conversation so far:\n<conversation>\nsay: old\n</conversation>\n\nCreate a new anchored summary.'
  const chat = wires.chat.body(opencode, false, 'You summarise.')
  expect(wires.chat.read(await answers(await post(wires.chat, chat, false))).text).toContain('rehearsed')
  const said = [
    'say: old',
    'Another language model started to solve this problem and made a summary.',
    'say: new',
  ]
  const input = said.map((text) => ({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
  }))
  const after = await post(wires.responses, { model: 'm', input }, false)
  expect(wires.responses.read(await answers(after)).text).toBe('new')
})

test('a turn that was stopped or has failed is not played again', async () => {
  const over = async (wire: Wire, body: object) =>
    wire.read(await answers(await post(wire, body, false))).text
  const user = (content: string) => ({ role: 'user', content })
  const chat = (...messages: readonly object[]) => over(wires.chat, { model: 'm', messages })
  expect(await chat(user('say: old'), user('say: new'))).toBe('new')
  expect(await chat(user('[From agent "b"]:\nsay: note'), user('say: new'))).toBe('note\nnew')
  const call = { id: 'toolu_rehearsal_1_x', type: 'function', function: { name: 'bash', arguments: '{}' } }
  const done = [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: 'ok' },
  ]
  expect(await chat(user('call: bash {}\nsay: old'), ...done, user('say: folded'))).toBe('old\nfolded')
  const input = ['say: old', '<turn_aborted>\nThe user interrupted.\n</turn_aborted>', 'say: new'].map(user)
  expect(await over(wires.responses, { model: 'm', input })).toBe('new')
  expect(await over(wires.responses, { model: 'm', input: [user('fail: 500'), user('say: new')] })).toBe(
    'new',
  )
  const goOn = user('[Janus]:\nYour process ended. Go on from where you were.')
  expect(await over(wires.responses, { model: 'm', input: [user('fail: 500\nsay: rest'), goOn] })).toBe(
    'rest',
  )
})
