import { contextOf, type ContextUse } from '../../contract/agents/context.ts'
import type { Block, SeenEnd } from '../../ports/ports.ts'
import { facts, type ProgramEvent, type ProgramDelta } from '../../adapters/processes/agent-family.ts'
import { PlanReader } from '../../adapters/processes/plan-reader.ts'
import { describeAcpCall, isShowable, mergeCall, resultText, type AcpCall, acpText } from './calls.ts'
import { asObject, asText, type Json } from '../../adapters/processes/json.ts'

/**
 * Whether a piece of an answer is the program's own word, and none of its model: about an error that ends the turn, or
 * one that it goes on from; null for all else.
 */
export type ReadOwnWord = (chunk: string) => 'error' | 'aside' | null

/** Words of a message that streams. */
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
 * Reads the updates of one session, of version 1 and 2 of the protocol alike: updates in, facts out; no IO, no clock.
 * What it does not know it passes over.
 */
export class UpdateReader {
  readonly #ownWord: ReadOwnWord
  #open: Open | null = null
  #blocks = 0
  /** Calls whose end was not told yet. */
  readonly #calls = new Map<string, Shown>()
  /** Calls that have ended: what still comes of them is no news. */
  readonly #ended = new Set<string>()
  /** The newest words of this turn that no tool has followed. */
  #final = ''
  #errorWords = ''
  readonly #plan = new PlanReader()
  /** The newest plan that came in the middle of words. */
  #heldPlan: unknown = null

  constructor(ownWord: ReadOwnWord = () => null) {
    this.#ownWord = ownWord
  }

  /** A tool runs, or asks whether it may. */
  get usesTool(): boolean {
    return this.#calls.size > 0
  }

  /** What the program itself said of an error in this turn; empty without one. */
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

  /** A request for a permission tells of its call too, some agents nowhere else. */
  asked(call: Json): { readonly call: AcpCall; readonly heard: ProgramEvent[] } {
    const merged = mergeCall(this.#calls.get(asText(call['toolCallId'])), { ...call, status: 'in_progress' })
    return { call: merged, heard: [...this.#close(), ...this.#show(merged)] }
  }

  /** The turn has ended: calls whose end was not told have ended so. `error`: words that are no answer, if they came as one. */
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

  /** A message as it is now: of one that streamed it says nothing new. */
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

  /** A plan in the middle of words waits for their end: they stay one answer. */
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

  /** What waits for more of it is shown as it is: something else goes on already. */
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

/** Whether an update shows that the agent is at work on a prompt. */
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

/** What one call of the model used, where an agent tells it with an update. */
export function usageOfCall(update: Json): Json {
  return asObject(asObject(update['_meta'])['usage'])
}

/** How full the context is, where an agent says it; null: nothing of it is told. */
export function fullnessIn(update: Json): ContextUse | null {
  return update['sessionUpdate'] === 'usage_update' ? contextOf(update['used'], update['size']) : null
}

function endOf(status: string): SeenEnd | null {
  if (status === 'completed') return 'done'
  return status === 'failed' ? 'failed' : null
}
