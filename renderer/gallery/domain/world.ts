import { usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import { callKey, handedLine, readableName } from '../../../main/contract/agents/tool-calls.ts'
import type { FeedEvent } from '../../../main/contract/api/feed.ts'
import type { AgentId, CallEnd, Suggestion } from '../../../main/contract/api/model.ts'
import type { Gathering, GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../../main/contract/links/links.ts'
import type { RequestInput, RequestKind } from '../../../main/contract/api/requests.ts'
import type { RequestAnswers, WindowView } from '../../../main/contract/api/answers.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { AgentState } from '../../../main/core/step/state.ts'
import { describeClaudeCall, questionsIn } from '../../../main/backends/claude/tool-calls.ts'
import { readElicitation, type Elicitation } from '../../../main/adapters/processes/elicitation.ts'
import { moment } from '../still.ts'
import { Janus, type Surroundings } from './janus.ts'
import type { OwnFact } from './programs.ts'

type Send = Omit<RequestInput<'messages.send'>, 'agent' | 'message'>

/** One event in an agent's turn. */
export type Line =
  | readonly ['user', text: string, more?: Send]
  | readonly ['thinking' | 'text', text: string]
  /** A tool call; without a result it keeps running. */
  | readonly ['call', tool: string, input: object, result?: string, end?: Exclude<CallEnd, 'denied'>]
  /** Another agent writes to it. */
  | readonly ['hears', from: string, text: string, more?: Send]
  /** It writes to another agent with its tool. */
  | readonly ['sends', to: string, text: string, more?: Send]
  /** Another agent's turn ends meanwhile. */
  | readonly ['ends', who: string]

/** Defaults to Builder. */
interface InView {
  readonly agent?: AgentId
  readonly link?: LinkId
  readonly gathering?: GatheringId
  /** Stored values of this browser, by name. */
  readonly kept?: Readonly<Record<string, unknown>>
}

/** Minutes before the gallery's moment at which stories begin. */
const usualBegin = 190

/** What stories control: the whole domain, its agents and its clock. */
export class World {
  readonly #around: Surroundings
  janus: Janus
  #calls = 0
  /** What the window shows. */
  inView: InView = {}

  constructor(around: Surroundings = {}, began = usualBegin) {
    this.#around = around
    this.janus = new Janus(around, moment - began * 60_000)
    this.janus.domain.engine.start()
  }

  /** Restarts Janus on the saved state, or (`restored`) on a backup of that time. */
  async restart(restored: number | null = null): Promise<void> {
    const { clock, store } = this.janus
    this.janus = new Janus(this.#around, clock.now(), store)
    this.janus.domain.engine.start(restored)
    await this.look()
  }

  /** Checks the agents' programs. */
  async look(): Promise<void> {
    if (this.#around.isUnchecked) return
    const kinds = new Set([usualKind, ...(Object.keys(this.#around.kinds ?? {}) as AgentKind[])])
    for (const kind of kinds) await this.domain.appStatus.kinds.check(kind)
  }

  get domain() {
    return this.janus.domain
  }

  get programs() {
    return this.janus.programs
  }

  /** Advances to this many minutes before the gallery's moment; timers fire on the way. */
  at(minutesBefore: number): void {
    const ms = moment - minutesBefore * 60_000 - this.janus.clock.now()
    if (ms > 0) this.janus.clock.advance(ms)
  }

  /** Sends a request as the window, or as an agent. */
  ask<K extends RequestKind>(kind: K, input: RequestInput<K>, as?: string): Promise<RequestAnswers[K]> {
    const caller =
      as === undefined ? ({ kind: 'window' } as const) : { kind: 'agent' as const, id: this.id(as) }
    return this.domain.ask(caller, kind, input)
  }

  agent(name: string): AgentState {
    const all = [...this.domain.engine.state.agents.values()]
    const found = all.find(({ agent }) => agent.name === name)
    if (!found) throw new Error(`The story has no agent ${name}.`)
    return found
  }

  get store() {
    return this.janus.store
  }

  /** The snapshot that a new window gets. */
  view(): WindowView {
    let view: WindowView | null = null
    this.domain.feed.subscribe((event) => {
      if (event.kind === 'snapshot') view ??= event.view
    })()
    if (!view) throw new Error('The feed told nothing.')
    return view
  }

  gathering(id: GatheringId): Gathering {
    const found = this.domain.engine.state.gatherings.get(id)
    if (!found) throw new Error(`The story has no gathering ${id}.`)
    return found
  }

  /** In order of creation. */
  names(): readonly string[] {
    return [...this.domain.engine.state.agents.values()].map(({ agent }) => agent.name)
  }

  id(name: string): AgentId {
    return this.agent(name).agent.id
  }

  async make(name: string, more: Omit<RequestInput<'agents.create'>, 'name'> = {}): Promise<void> {
    await this.ask('agents.create', { name, ...more })
  }

  /** The user writes to an agent. */
  user(to: string, message: string, more: Send = {}): Promise<RequestAnswers['messages.send']> {
    return this.ask('messages.send', { agent: this.id(to), message, ...more })
  }

  /** An agent writes to another one. */
  send(from: string, to: string, message: string, more: Send = {}): Promise<RequestAnswers['messages.send']> {
    return this.ask('messages.send', { agent: this.id(to), message, ...more }, from)
  }

  /** An agent answers the last question it got. */
  async reply(name: string, payload: string): Promise<void> {
    const asked = this.agent(name).mailbox.findLast(({ expectsReply }) => expectsReply)
    await this.ask('replies.send', { ticketId: asked?.id ?? '', payload }, name)
  }

  /** An agent's tool call asks another agent, and gets its answer. */
  async awaits(name: string, to: string, message: string, answer: string): Promise<void> {
    const call = this.#call(name, 'mcp__janus-agents__send_to_agent', {
      target: to,
      message,
      await_reply: true,
    })
    const asked = this.send(name, to, message, { awaitMs: 30_000, idempotencyKey: `${callKey}${call}` })
    await Promise.resolve()
    await this.reply(to, answer)
    const { messageId, reply } = await asked
    const words = `${handedLine(messageId, reply?.messageId ?? null)}\n> ${answer}`
    this.#result(name, call, words, 'done')
  }

  /** The user starts a gathering; `me` in `names` adds the user. */
  async convene(
    topic: string,
    names: readonly string[],
    more: Partial<RequestInput<'gatherings.convene'>> = {},
  ): Promise<GatheringId> {
    const me = names.indexOf('me')
    const { id } = await this.ask('gatherings.convene', {
      topic,
      question: 'What would make us regret shipping on Friday?',
      participants: names.flatMap((name, at) =>
        name === 'me' ? [] : [{ agent: this.id(name), number: at + 1 }],
      ),
      harvester: { agent: 'Scribe' },
      ...(me < 0 ? {} : { user: { number: me + 1 } }),
      ...more,
    })
    return id
  }

  /** Plays events in an agent's turn, which the first one may start and which stays open. */
  async does(name: string, lines: readonly Line[]): Promise<void> {
    for (const line of lines) await this.#line(name, line)
  }

  /** Plays a whole turn of an agent. */
  async turn(name: string, ...lines: readonly Line[]): Promise<void> {
    await this.does(name, lines)
    this.end(name)
  }

  /** Ends an agent's turn with its last text. */
  end(name: string, usd?: number, tokens?: number): void {
    const text = this.#said.get(name) ?? ''
    this.#said.delete(name)
    this.programs.end(this.id(name), { kind: 'completed', text }, usd, tokens)
  }

  /** Two agents answer each other until the loop guard holds a message; the first is in a turn. */
  async loop(one: string, other: string, words: string): Promise<void> {
    let [from, to] = [one, other]
    // The guard recognizes repeated texts.
    for (let at = 1; (await this.send(from, to, `${words} (${at})`)).state !== 'held'; at += 1) {
      this.end(from)
      ;[from, to] = [to, from]
    }
    this.end(from)
  }

  /** The user has seen all answers. */
  async seen(): Promise<void> {
    for (const { agent } of this.domain.engine.state.agents.values())
      await this.ask('agents.seen', { agent: agent.id, row: agent.entryCount })
  }

  /** Streams part of an answer. */
  stream(name: string, text: string, of: 'text' | 'thinking' = 'text'): void {
    this.programs.stream(this.id(name), of, text)
  }

  /** Reports a fact of the agent's process. */
  fact(name: string, fact: OwnFact): void {
    this.programs.fact(this.id(name), fact)
  }

  /** An agent asks for permission to use a tool, or (`AskUserQuestion`) asks questions. */
  card(
    name: string,
    tool: string,
    input: object,
    more: {
      readonly title?: string
      readonly reason?: string
      readonly suggestions?: readonly Suggestion[]
    } = {},
  ): void {
    const call = this.#call(name, tool, input)
    const questions = tool === 'AskUserQuestion' ? questionsIn(input) : []
    this.fact(name, {
      type: 'card.asked',
      request: call,
      call,
      kind: questions.length > 0 ? 'question' : 'permission',
      ...describeClaudeCall(tool, input),
      title: questions[0]?.text ?? (tool === 'Bash' ? 'Run this command?' : `Use ${readableName(tool)}?`),
      hash: 'aaaaaaaa',
      reason: '',
      suggestions: [],
      questions,
      ...more,
    })
  }

  /** A tool server of an agent asks the user for input. */
  form(name: string, asked: Partial<Elicitation>): void {
    const usual = { by: 'ferry', message: 'Book the passage', mode: 'form', schema: {}, url: '' }
    const call = this.#call(name, 'mcp__ferry__book_passage', {})
    this.fact(name, { ...readElicitation({ ...usual, ...asked }), request: call, call })
  }

  /** Sends windows an event that did not come from the domain. */
  readonly tell = (event: FeedEvent): void => {
    for (const listener of this.listeners) listener(event)
  }

  /** Sends windows an agent with changes that the domain in the page can't produce. */
  amend(name: string, changes: (agent: AgentView) => Partial<AgentView>): void {
    const agent = this.view().agents.find((one) => one.name === name)
    if (agent) this.tell({ kind: 'agent', agent: { ...agent, ...changes(agent) } })
  }

  readonly listeners = new Set<(event: FeedEvent) => void>()

  readonly #said = new Map<string, string>()

  async #line(name: string, line: Line): Promise<void> {
    const agent = this.id(name)
    switch (line[0]) {
      case 'user':
        await this.user(name, line[1], line[2])
        break
      case 'hears':
        await this.send(line[1], name, line[2], line[3])
        break
      case 'thinking':
      case 'text':
        if (line[0] === 'text') this.#said.set(name, line[1])
        this.fact(name, { type: 'block.said', block: { kind: line[0], text: line[1] } })
        break
      case 'call': {
        const [, tool, input, result, end = 'done'] = line
        const call = this.#call(name, tool, input)
        if (result !== undefined) this.#result(name, call, result, end)
        break
      }
      case 'sends': {
        const [, to, message, more = {}] = line
        const call = this.#call(name, 'mcp__janus-agents__send_to_agent', {
          target: to,
          message,
          ...(more.expectReply ? { expect_reply: true } : {}),
        })
        await this.send(name, to, message, { ...more, idempotencyKey: `${callKey}${call}` })
        this.#result(name, call, 'sent', 'done')
        break
      }
      case 'ends':
        this.end(line[1])
    }
    if (!this.programs.isInTurn(agent)) this.programs.read(agent)
  }

  #call(name: string, tool: string, input: object): string {
    this.#calls += 1
    const call = `call ${String(this.#calls)}`
    this.fact(name, { type: 'block.said', block: { kind: 'tool', call, ...describeClaudeCall(tool, input) } })
    return call
  }

  #result(name: string, call: string, text: string, end: Exclude<CallEnd, 'denied'>): void {
    this.fact(name, { type: 'block.said', block: { kind: 'result', call, text, end } })
    this.programs.read(this.id(name))
  }
}
