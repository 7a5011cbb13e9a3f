import type { ReportedTask } from '../../contract/agents/background.ts'
import { contextOf } from '../../contract/agents/context.ts'
import type { FrameId } from '../../contract/api/model.ts'
import type { Block, Outcome } from '../../ports/ports.ts'
import {
  facts,
  type ProgramEvent,
  type ProgramFact,
  type ProgramDelta,
} from '../../adapters/processes/agent-family.ts'
import { PlanReader } from '../../adapters/processes/plan-reader.ts'
import { describeItem, resultOf, textBlock, toolBlockOf } from './items.ts'
import { brokenBy } from './outcome.ts'
import type { Notification, ThreadItem, ThreadTokenUsage, CodexTurn } from './protocol.ts'
import { CodexSubagents } from './subagents.ts'
import { CodexUsageMeter } from './usage.ts'

/** Converts the notifications of one Codex to facts. No I/O and no clock; unknown notifications are skipped. */
export class CodexReader {
  readonly #thread: string
  #turn: string | null = null
  /** The turn's beginning is not reported yet, because its prompt must be reported as read first. */
  #isUntold = false
  readonly #calls = new Map<string, ThreadItem>()
  /** Commands that still run though their call has a result. */
  readonly #background = new Map<string, ThreadItem>()
  /** Why Janus is ending the turn, or null. */
  #ending: 'interrupted' | 'cut' | null = null
  /** The latest text of this turn, reset by each tool call. */
  #final = ''
  /** Text that has streamed and not yet come as a whole item, by item. */
  readonly #half = new Map<string, string>()
  readonly #meter = new CodexUsageMeter()
  readonly #subagents = new CodexSubagents()
  readonly #plan = new PlanReader()

  constructor(thread: string) {
    this.#thread = thread
  }

  get turn(): string | null {
    return this.#turn
  }

  get usesTool(): boolean {
    return this.#calls.size > 0
  }

  get background(): readonly string[] {
    return [...this.#background.keys()]
  }

  itemOf(call: string): ThreadItem | null {
    return this.#calls.get(call) ?? null
  }

  callsOf(server: string): readonly ThreadItem[] {
    return [...this.#calls.values()].filter((item) => item.type === 'mcpToolCall' && item.server === server)
  }

  get isInterrupted(): boolean {
    return this.#ending === 'interrupted'
  }

  /** Ends the turn with an error: its prompt was rejected, or its end was lost. */
  failed(detail: string, frame: FrameId | null): ProgramEvent[] {
    const began: ProgramFact[] = this.#turn === null || this.#isUntold ? [{ type: 'turn.began' }] : []
    this.#isUntold = false
    const read: ProgramFact[] = frame === null ? [] : [{ type: 'frame.started', frame }]
    this.#turn ??= ''
    return [...facts([...read, ...began]), ...this.#over({ kind: 'broken', why: 'other', detail })]
  }

  /** The turn is being ended by the user or by a newer prompt. */
  ending(why: 'interrupted' | 'cut'): void {
    if (this.#turn !== null) this.#ending ??= why
    if (why === 'interrupted' && this.#ending === 'cut') this.#ending = why
  }

  read(told: Notification): ProgramEvent[] {
    if (told.params.threadId !== this.#thread) return this.#ofSubagent(told)
    if (told.method === 'turn/started') return this.#began(told.params.turn)
    const heard = this.#read(told)
    if (!this.#isUntold || heard.length === 0) return heard
    this.#isUntold = false
    const began = facts([{ type: 'turn.began' }])
    const isPrompt = heard.some((one) => 'fact' in one && one.fact.type === 'frame.started')
    return isPrompt ? [...heard, ...began] : [...began, ...heard]
  }

  /** A subagent's items are not the agent's own; its usage counts for the turn. */
  #ofSubagent(told: Notification): ProgramEvent[] {
    const heard = this.#subagents.read(told)
    if (heard === null) return []
    const tasks = heard.tasks === 'changed' ? this.#countTasks() : []
    return [...heard.events, ...tasks, ...this.#usedBySubagent(told)]
  }

  #usedBySubagent(told: Notification): ProgramEvent[] {
    if (told.method !== 'thread/tokenUsage/updated') return []
    this.#meter.sawSubagent(told.params.tokenUsage.last, this.#turn !== null)
    return this.#turn === null ? [] : facts([{ type: 'turn.used', tokens: this.#meter.ofTurn }])
  }

  /** The running turn of a subagent, by its id or by the call that started it. */
  subagentTurn(task: string): ReturnType<CodexSubagents['turnOf']> {
    return this.#subagents.turnOf(task)
  }

  #read(told: Notification): ProgramEvent[] {
    switch (told.method) {
      case 'turn/completed':
        return this.#ended(told.params.turn)
      case 'turn/plan/updated':
        return this.#plan.read('update_plan', told.params.plan)
      case 'item/started':
        return this.#opened(told.params.item)
      case 'item/completed':
        return this.#closed(told.params.item)
      case 'item/agentMessage/delta':
      case 'item/plan/delta':
        return this.#streamed(told.params.itemId, 'text', told.params.delta)
      case 'item/reasoning/summaryTextDelta':
      case 'item/reasoning/textDelta':
        return this.#streamed(told.params.itemId, 'thinking', told.params.delta)
      case 'thread/tokenUsage/updated':
        return this.#used(told.params.tokenUsage)
      default:
        return []
    }
  }

  brokenOff(): ProgramEvent[] {
    const said = [...this.#half.values()].filter((text) => text !== '')
    this.#half.clear()
    return facts(said.map((text) => ({ type: 'block.said', block: { kind: 'text', text, half: true } })))
  }

  #began(turn: CodexTurn): ProgramEvent[] {
    if (this.#turn === turn.id) return []
    this.#turn = turn.id
    this.#plan.beginTurn()
    this.#final = ''
    this.#isUntold = true
    return []
  }

  #ended(turn: CodexTurn): ProgramEvent[] {
    return this.#turn === turn.id ? this.#over(this.#outcome(turn)) : []
  }

  #over(outcome: Outcome): ProgramEvent[] {
    const half = this.brokenOff()
    const stopped = this.#endCalls(outcome)
    this.#turn = null
    this.#ending = null
    const totalTokens = this.#meter.ended()
    const ended: ProgramFact = { type: 'turn.ended', outcome, totalCostUsd: null, totalTokens }
    return [...half, ...stopped, ...facts([ended])]
  }

  #outcome({ status, error }: CodexTurn): Outcome {
    if (status === 'failed') return brokenBy(error)
    if (status === 'interrupted') return { kind: this.#ending ?? 'interrupted' }
    return { kind: 'completed', text: this.#final }
  }

  /** Ends open calls: a completed turn leaves them in the background, any other stops them. */
  #endCalls({ kind }: Outcome): ProgramEvent[] {
    const open = [...this.#calls.values()]
    this.#calls.clear()
    if (kind === 'completed') return this.#toBackground(open)
    return facts(
      open.map(({ id }) => ({
        type: 'block.said',
        block: { kind: 'result', call: id, text: '', end: 'stopped' },
      })),
    )
  }

  #opened(item: ThreadItem): ProgramEvent[] {
    if (item.type === 'userMessage')
      return item.clientId === null ? [] : facts([{ type: 'frame.started', frame: item.clientId as FrameId }])
    const described = describeItem(item)
    // The query of a search is only known when it has ended.
    if (described === null || item.type === 'webSearch') return []
    this.#final = ''
    this.#calls.set(item.id, item)
    return said([toolBlockOf(item)])
  }

  #closed(item: ThreadItem): ProgramEvent[] {
    switch (item.type) {
      case 'agentMessage':
      case 'plan':
      case 'reasoning':
        return this.#spoke(item)
      case 'contextCompaction':
        return facts([{ type: 'conversation.compacted' }])
      case 'webSearch':
        this.#final = ''
        return said([toolBlockOf(item), resultOf(item)])
      default:
        return this.#answered(item)
    }
  }

  #spoke(item: ThreadItem): ProgramEvent[] {
    this.#half.delete(item.id)
    const block = textBlock(item)
    if (block === null) return []
    if (block.kind === 'text') this.#final = block.text
    return said([block])
  }

  /** Ends a call; one that was closed before is ignored. */
  #answered(item: ThreadItem): ProgramEvent[] {
    this.#subagents.answered(item)
    if (this.#calls.delete(item.id)) return said([resultOf(item)])
    if (!this.#background.delete(item.id)) return []
    return [...said([resultOf(item)]), ...this.#countTasks()]
  }

  /** Arrives after the results of an answer's tools, so a command that still runs has moved to the background. */
  #used({ last, total, modelContextWindow: size }: ThreadTokenUsage): ProgramEvent[] {
    const context = contextOf(last.totalTokens, size)
    const full: ProgramEvent[] = context === null ? [] : facts([{ type: 'context.told', context }])
    if (this.#turn === null) {
      this.#meter.skip(total)
      return full
    }
    const isNews = this.#meter.saw(last, total)
    const used: ProgramEvent[] = isNews ? facts([{ type: 'turn.used', tokens: this.#meter.ofTurn }]) : []
    used.push(...full)
    if (this.#ending !== null) return used
    const commands = [...this.#calls.values()].filter(({ type }) => type === 'commandExecution')
    for (const { id } of commands) this.#calls.delete(id)
    return [...used, ...this.#toBackground(commands)]
  }

  #toBackground(items: readonly ThreadItem[]): ProgramEvent[] {
    if (items.length === 0) return []
    for (const item of items) this.#background.set(item.id, item)
    return this.#countTasks()
  }

  /** Ends background commands that Codex no longer lists, since it didn't report their end. */
  settled(running: readonly string[]): ProgramEvent[] {
    const over = [...this.#background.values()].filter(({ id }) => !running.includes(id))
    if (over.length === 0) return []
    for (const { id } of over) this.#background.delete(id)
    const text = 'It has ended; Codex did not tell how.'
    const results = over.map(({ id }) => ({ kind: 'result', call: id, text, end: 'done' }) as const)
    return [...said(results), ...this.#countTasks()]
  }

  #countTasks(): ProgramEvent[] {
    const commands = [...this.#background.values()].map((item): ReportedTask => {
      const kind = item.type === 'commandExecution' ? 'command' : 'other'
      return { id: item.id, kind, name: describeItem(item)?.tool.title ?? '', call: item.id, line: '' }
    })
    const tasks = [...commands, ...this.#subagents.tasks]
    return facts([{ type: 'background.changed', tasks }])
  }

  #streamed(item: string, of: ProgramDelta['of'], text: string): ProgramEvent[] {
    if (of === 'text') this.#half.set(item, (this.#half.get(item) ?? '') + text)
    return [{ delta: { kind: 'delta', block: item, of, text } }]
  }
}

function said(blocks: readonly Block[]): ProgramEvent[] {
  return facts(blocks.map((block) => ({ type: 'block.said', block })))
}
