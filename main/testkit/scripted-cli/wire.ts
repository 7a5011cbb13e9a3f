import { randomUUID } from 'node:crypto'
import { addTokens, noTokens, type Tokens } from '../../contract/budget/budget.ts'
import type { ContextUse } from '../../contract/agents/context.ts'
import type { ToolCall } from '../../contract/agents/tool-calls.ts'
import type { Entrance, Fact, Outcome } from '../../ports/ports.ts'

/** What a tool was really called with, where anyone who calls it knows. */
export type CalledWith = (call: string) => { readonly name: string; readonly input: object } | undefined

/** Tells what a CLI does as the real one tells it: lines of JSON on its output. */
export class Wire {
  readonly #session: string
  readonly #calledWith: CalledWith
  /** How each prompt came, until it is read. */
  readonly #entrances = new Map<string, Entrance>()
  /** Read in the turn that runs. */
  readonly #read: string[] = []
  #turn = false
  /** Words that are told with what they used. */
  #words: string | null = null
  #used: Tokens = noTokens
  #said = ''
  #context: ContextUse = { used: 0, size: 200_000 }

  constructor(session: string, calledWith: CalledWith) {
    this.#session = session
    this.#calledWith = calledWith
  }

  /** A turn runs. */
  get inTurn(): boolean {
    return this.#turn
  }

  came(frame: string, how: Entrance): void {
    this.#entrances.set(frame, how)
  }

  /** How full the context is, in the words of the CLI. */
  get context(): object {
    return { totalTokens: this.#context.used, maxTokens: this.#context.size }
  }

  answer(request: string, response: object = {}): void {
    this.say({ type: 'control_response', response: { subtype: 'success', request_id: request, response } })
  }

  hear(fact: Fact): void {
    if (fact.type !== 'turn.used') this.#tellWords()
    if (fact.type === 'context.told') this.#context = fact.context
    switch (fact.type) {
      case 'frame.accepted':
        return this.#lived(fact.frame, 'queued')
      case 'frame.started':
        return this.#started(fact.frame)
      case 'frame.cancelled':
        return this.#lived(fact.frame, 'cancelled')
      case 'turn.began':
        this.#turn = true
        this.#used = noTokens
        this.#said = ''
        return this.say({ type: 'system', subtype: 'init' })
      case 'block.said':
        return this.#block(fact.block)
      case 'turn.used':
        return this.#tellWords(fact.tokens)
      case 'turn.ended':
        return this.#ended(fact.outcome, fact.totalCostUsd, fact.totalTokens)
      case 'card.asked':
        return this.#ask(fact)
      case 'card.withdrawn':
        return this.say({ type: 'control_cancel_request', request_id: fact.request })
      case 'background.changed': {
        const tasks = fact.tasks.map(({ id, name }) => ({
          task_id: id,
          task_type: 'local_bash',
          description: name,
        }))
        return this.say({ type: 'system', subtype: 'background_tasks_changed', tasks })
      }
      case 'conversation.compacted':
        return this.say({
          type: 'system',
          subtype: 'compact_boundary',
          compact_metadata: { trigger: 'manual' },
        })
      default:
    }
  }

  say(message: object): void {
    process.stdout.write(`${JSON.stringify({ session_id: this.#session, uuid: randomUUID(), ...message })}\n`)
  }

  #lived(frame: string, state: string): void {
    this.say({ type: 'command_lifecycle', command_uuid: frame, state })
  }

  #started(frame: string): void {
    const how = this.#entrances.get(frame)
    this.#entrances.delete(frame)
    this.#lived(frame, 'started')
    if (how === 'note') {
      this.say({ type: 'system', subtype: 'init' })
      this.say({ type: 'result', subtype: 'success', is_error: false, num_turns: 0, result: '' })
    }
    if (how === 'note' || this.#turn) this.#lived(frame, 'completed')
    else this.#read.push(frame)
  }

  #block(block: Extract<Fact, { type: 'block.said' }>['block']): void {
    if (block.kind === 'text') this.#words = block.text
    else if (block.kind === 'tool') this.#called(block.call, block.tool)
    else if (block.kind === 'result') {
      const { call, text, end } = block
      const is_error = end !== 'done'
      const meta = end === 'stopped' ? [{ id: call, non_execution_kind: 'user-rejected' }] : []
      this.#user([{ type: 'tool_result', tool_use_id: call, content: text, is_error }], {
        tool_result_meta: meta,
      })
    }
  }

  #called(call: string, tool: ToolCall): void {
    const known = this.#calledWith(call)
    const { name, input } = known ?? { name: tool.name, input: { command: tool.title } }
    this.#assistant([{ type: 'tool_use', id: call, name, input }], null)
  }

  #tellWords(tokens: Tokens | null = null): void {
    const words = this.#words
    this.#words = null
    if (words === null) return
    this.#said = words
    this.#assistant([{ type: 'text', text: words }], tokens)
  }

  #assistant(content: readonly object[], used: Tokens | null): void {
    const before = this.#used
    if (used !== null) this.#used = used
    const usage = used && {
      input_tokens: used.input - before.input,
      output_tokens: used.output - before.output,
      cache_read_input_tokens: used.cacheRead - before.cacheRead,
      cache_creation_input_tokens: used.cacheWritten - before.cacheWritten,
    }
    const message = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model: 'scripted' }
    this.say({ type: 'assistant', parent_tool_use_id: null, message: { ...message, content, usage } })
  }

  #user(content: readonly object[], more: object): void {
    this.say({ type: 'user', parent_tool_use_id: null, message: { role: 'user', content }, ...more })
  }

  #ask({ request, call, suggestions, input }: Extract<Fact, { type: 'card.asked' }>): void {
    const rules = suggestions.flatMap(({ permissions }) =>
      permissions.flatMap((permission) => {
        const [, toolName, ruleContent] =
          permission.kind === 'rule' ? (/^(\w+)\((.*)\)$/.exec(permission.rule) ?? []) : []
        return toolName === undefined ? [] : [{ toolName, ruleContent }]
      }),
    )
    const add = { type: 'addRules', behavior: 'allow', destination: 'localSettings', rules }
    this.say({
      type: 'control_request',
      request_id: request,
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Bash',
        input: { command: input },
        tool_use_id: call,
        permission_suggestions: rules.length === 0 ? [] : [add],
      },
    })
  }

  #ended(outcome: Outcome, total_cost_usd: number | null, total: Tokens): void {
    this.#turn = false
    this.say({ type: 'result', ...resultOf(outcome, this.#said), total_cost_usd, modelUsage: usageOf(total) })
    const state = outcome.kind === 'completed' ? 'completed' : 'cancelled'
    for (const frame of this.#read.splice(0)) this.#lived(frame, state)
    this.say({ type: 'system', subtype: 'session_state_changed', state: 'idle' })
  }
}

function resultOf(outcome: Outcome, said: string): object {
  const turns = { num_turns: 1, is_error: false }
  switch (outcome.kind) {
    case 'completed':
      return { ...turns, subtype: 'success', terminal_reason: 'completed', result: outcome.text }
    case 'cut':
      return { ...turns, subtype: 'success', terminal_reason: 'aborted_streaming', result: said }
    case 'interrupted':
      return { ...turns, subtype: 'error_during_execution', terminal_reason: 'aborted_streaming', errors: [] }
    case 'broken':
      return {
        ...turns,
        subtype: 'success',
        is_error: true,
        terminal_reason: 'api_error',
        result: outcome.detail,
        ...(outcome.error === 'invalidRequest' ? { api_error_status: 400 } : {}),
      }
  }
}

function usageOf(total: Tokens): object {
  const { input, output, cacheRead, cacheWritten } = addTokens(total, noTokens)
  return {
    scripted: {
      inputTokens: input,
      outputTokens: output,
      cacheReadInputTokens: cacheRead,
      cacheCreationInputTokens: cacheWritten,
    },
  }
}
