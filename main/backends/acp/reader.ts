import { contextOf, type ContextUse } from '../../contract/agents/context.ts'
import type { Block, SeenEnd } from '../../ports/ports.ts'
import { facts, type ProgramEvent, type ProgramDelta } from '../../adapters/processes/agent-family.ts'
import { PlanReader } from '../../adapters/processes/plan-reader.ts'
import { describeAcpCall, isShowable, mergeCall, resultText, type AcpCall, acpText } from './calls.ts'
import { asObject, asText, type Json } from '../../adapters/processes/json.ts'

/**
 * Whether a chunk of an answer comes from the program and not from its model: an error that ends the turn,
 * or an aside after which it continues; null for the model's text.
 */
export type ReadOwnWord = (chunk: string) => 'error' | 'aside' | null

interface Open {
  readonly block: string
  readonly of: ProgramDelta['of']
  readonly message: string
  text: string
}

interface Shown extends AcpCall {
  readonly isTold: boolean
}

/**
 * Converts the updates of a session, in version 1 or 2 of the protocol, to facts. No I/O and no clock;
 * unknown updates are skipped.
 */
export class UpdateReader {
  readonly #ownWord: ReadOwnWord
  #open: Open | null = null
  #blocks = 0
  readonly #calls = new Map<string, Shown>()
  /** Calls that have ended; later updates of them are ignored. */
  readonly #ended = new Set<string>()
  /** The latest text of this turn, reset by each tool call. */
  #final = ''
  #errorWords = ''
  readonly #plan = new PlanReader()
  /** The latest plan that arrived in the middle of a text. */
  #heldPlan: unknown = null

  constructor(ownWord: ReadOwnWord = () => null) {
    this.#ownWord = ownWord
  }

  /** Whether a tool runs or waits for permission. */
  get usesTool(): boolean {
    return this.#calls.size > 0
  }

  get errorWords(): string {
    return this.#errorWords.trim()
  }

  get final(): string {
    return this.#final
  }

  read(update: Json): ProgramEvent[] {
    const content = acpText(update['content'])
    const message = asText(update['messageId'])
    switch (update['sessionUpdate']) {
      case 'agent_message_chunk':
        return this.#words('text', message, content)
      case 'agent_thought_chunk':
        return this.#words('thinking', message, content)
      case 'agent_message':
        return this.#whole('text', message, content)
      case 'agent_thought':
        return this.#whole('thinking', message, content)
      case 'tool_call':
      case 'tool_call_update':
        return this.#called(update)
      case 'user_message_chunk':
      case 'user_message':
        return this.#close()
      case 'plan':
        return this.#planned(update['entries'])
      case 'plan_update':
        return this.#planned(asObject(update['plan'])['entries'])
      case 'compaction_update':
        return asText(update['status']) === 'completed' ? facts([{ type: 'conversation.compacted' }]) : []
      default:
        return []
    }
  }

  /** A permission request describes its call too; some agents send no other update for it. */
  asked(call: Json): { readonly call: AcpCall; readonly heard: ProgramEvent[] } {
    const merged = mergeCall(this.#calls.get(asText(call['toolCallId'])), { ...call, status: 'in_progress' })
    return { call: merged, heard: [...this.#close(), ...this.#show(merged)] }
  }

  /** Ends the turn and its open calls. `error`: its message, dropped if it also came as the answer. */
  endTurn(end: SeenEnd, error = ''): ProgramEvent[] {
    const isError = error !== '' && this.#open?.of === 'text' && this.#open.text.trim() === error.trim()
    if (isError) this.#open = null
    const open = [...this.#calls.values()]
    const results = open.flatMap((call) => [...this.#show(call), ...this.#result(call, '', end)])
    return [...results, ...this.#close(end === 'stopped')]
  }

  beginTurn(): void {
    this.#plan.beginTurn()
    this.#final = ''
    this.#errorWords = ''
    this.#ended.clear()
  }

  #words(of: ProgramDelta['of'], message: string, text: string): ProgramEvent[] {
    if (text === '') return []
    const own = of === 'text' ? this.#ownWord(text) : null
    if (own !== null) {
      if (own === 'error') this.#errorWords = text
      return []
    }
    this.#errorWords = ''
    const before = this.#open
    const isNew = before === null || before.of !== of || (message !== '' && before.message !== message)
    const closed = isNew ? this.#close() : []
    const open = isNew ? this.#begin(of, message) : before
    open.text += text
    return [...closed, ...this.#showAll(), { delta: { kind: 'delta', block: open.block, of, text } }]
  }

  /** A whole message; if it has streamed before, its text only replaces that. */
  #whole(of: ProgramDelta['of'], message: string, text: string): ProgramEvent[] {
    if (text === '') return []
    const isOpen = this.#open !== null && this.#open.message === message
    if (isOpen && this.#open !== null) this.#open.text = ''
    return this.#words(of, message, text)
  }

  #begin(of: ProgramDelta['of'], message: string): Open {
    const open = { block: `block-${++this.#blocks}`, of, message, text: '' }
    this.#open = open
    return open
  }

  /** A plan in the middle of a text waits for the end of the text, so that the answer stays in one piece. */
  #planned(entries: unknown): ProgramEvent[] {
    this.#heldPlan = entries
    return this.#open?.of === 'text' ? [] : this.#close()
  }

  #close(isHalf = false): ProgramEvent[] {
    const open = this.#open
    this.#open = null
    const plan = this.#plan.read('plan', this.#heldPlan)
    this.#heldPlan = null
    if (open === null || open.text === '') return plan
    if (open.of === 'text') this.#final = open.text
    const half = isHalf ? ({ half: true } as const) : {}
    return [...facts([{ type: 'block.said', block: { kind: open.of, text: open.text, ...half } }]), ...plan]
  }

  #called(update: Json): ProgramEvent[] {
    const id = asText(update['toolCallId'])
    if (id === '' || this.#ended.has(id)) return []
    const call = mergeCall(this.#calls.get(id), update)
    const heard = this.#close()
    this.#final = ''
    const end = endOf(call.status)
    if (end !== null) return [...heard, ...this.#show(call), ...this.#result(call, resultText(call), end)]
    if (isShowable(call)) return [...heard, ...this.#show(call)]
    this.#calls.set(id, { ...call, isTold: this.#calls.get(id)?.isTold === true })
    return heard
  }

  /** Shows calls that wait for more input, since the agent has moved on. */
  #showAll(): ProgramEvent[] {
    return [...this.#calls.values()].flatMap((call) => this.#show(call))
  }

  #show(call: AcpCall): ProgramEvent[] {
    const isTold = this.#calls.get(call.id)?.isTold === true
    this.#calls.set(call.id, { ...call, isTold: true })
    if (isTold) return []
    this.#final = ''
    return facts([{ type: 'block.said', block: { kind: 'tool', call: call.id, ...describeAcpCall(call) } }])
  }

  #result({ id }: AcpCall, text: string, end: SeenEnd): ProgramEvent[] {
    this.#calls.delete(id)
    this.#ended.add(id)
    const block: Block = { kind: 'result', call: id, text, end }
    return facts([{ type: 'block.said', block }])
  }
}

export function isAtWork(update: Json): boolean {
  const { sessionUpdate: kind } = update
  return (
    kind === 'tool_call' ||
    kind === 'tool_call_update' ||
    kind === 'plan' ||
    kind === 'plan_update' ||
    ((kind === 'agent_message_chunk' || kind === 'agent_thought_chunk') && acpText(update['content']) !== '')
  )
}

export function usageOfCall(update: Json): Json {
  return asObject(asObject(update['_meta'])['usage'])
}

export function fullnessIn(update: Json): ContextUse | null {
  return update['sessionUpdate'] === 'usage_update' ? contextOf(update['used'], update['size']) : null
}

function endOf(status: string): SeenEnd | null {
  if (status === 'completed') return 'done'
  return status === 'failed' ? 'failed' : null
}
