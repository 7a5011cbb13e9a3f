import { RefusedError, type ErrorCode } from '../contract/api/errors.ts'
import type { AgentId, MessageId } from '../contract/api/model.ts'
import type { Report } from '../contract/api/answers.ts'
import type { Caller, RequestInput, RequestKind } from '../contract/api/requests.ts'
import { authorized } from '../server/api/requests.ts'

/** A request that reached the fake. */
export interface Asked {
  readonly caller: Caller
  readonly kind: RequestKind
  readonly input: unknown
}

/**
 * A fake for tests of what is in front of Janus: records its requests, knows its agents and anything by id,
 * and gives waiting callers a reply. Answers everything else with nothing.
 */
export class FakeJanus {
  readonly asked: Asked[] = []
  readonly agents: {
    readonly id: AgentId
    readonly name: string
    readonly reason: string
    readonly broken: null
  }[] = []
  readonly #replies = new Map<string, { readonly messageId: MessageId; readonly text: string }>()
  #messages = 0
  /** Pending requests for a reply; each can be ended on its own. */
  #polls: { readonly ticket: string; readonly end: () => void }[] = []
  #watchers: { readonly count: number; readonly tell: () => void }[] = []

  /** Adds an agent; its id is `agt-` and the name's letters, padded with zeros. */
  add(name: string): AgentId {
    const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    const id: AgentId = `agt-${letters.slice(0, 10).padEnd(10, '0')}`
    this.agents.push({ id, name, reason: '', broken: null })
    return id
  }

  readonly ask: Report = async (caller, kind, input) => {
    const read = authorized(caller, kind, input)
    this.asked.push({ caller, kind, input: read })
    this.#mustKnow(read)
    // The table ties each kind to its answer, which TypeScript can't follow through a switch.
    return (await this.#answer(caller, kind, read)) as never
  }

  /** Resolves once `count` requests for a reply are pending. */
  waiting(count: number): Promise<void> {
    if (this.#polls.length >= count) return Promise.resolve()
    return new Promise((tell) => this.#watchers.push({ count, tell }))
  }

  /** Ends the pending requests for this ticket's reply, or all. */
  endPolls(ticket?: string): void {
    const isMeant = (one: { ticket: string }): boolean => ticket === undefined || one.ticket === ticket
    for (const poll of this.#polls.filter(isMeant)) poll.end()
    this.#polls = this.#polls.filter((one) => !isMeant(one))
  }

  #mustKnow(input: object): void {
    const { agent, id, ticketId } = input as Readonly<Record<string, unknown>>
    const available = this.agents.map(({ name }) => name)
    const known = this.agents.flatMap((one) => [one.id, one.name.toLowerCase()])
    if (typeof agent === 'string' && !known.includes(agent.toLowerCase()))
      throw refused('unknown_agent', 'No agent has that name.', available)
    for (const one of [id, ticketId])
      if (typeof one === 'string' && !/^[a-z]+-0{7}\d{3}(?:@[a-z]+)?$/.test(one))
        throw refused('not_found', 'There is nothing of that id.')
  }

  #answer(caller: Caller, kind: RequestKind, input: unknown): unknown {
    switch (kind) {
      case 'app.status':
        return { user: 'Alex' }
      case 'agents.list':
        return this.agents.map((agent) => {
          const isSelf = caller.kind === 'agent' && caller.id === agent.id
          return isSelf ? { ...agent, self: true } : agent
        })
      case 'groups.list':
        return []
      case 'agents.create':
        return { id: this.add((input as RequestInput<'agents.create'>).name) }
      case 'messages.send':
        return { delivered: true, messageId: this.#next() }
      case 'replies.send':
        return this.#reply(input as RequestInput<'replies.send'>)
      case 'replies.get':
        return this.#replyTo(input as RequestInput<'replies.get'>)
      default:
        return {}
    }
  }

  #next(): MessageId {
    return `msg-${String(++this.#messages).padStart(10, '0')}`
  }

  #reply({ ticketId, payload }: RequestInput<'replies.send'>): object {
    const messageId = this.#next()
    this.#replies.set(ticketId, { messageId, text: payload })
    this.endPolls(ticketId)
    return { delivered: true, messageId }
  }

  /** Waits for a reply or `endPolls`. */
  async #replyTo({ id, waitMs = 0 }: RequestInput<'replies.get'>): Promise<object> {
    if (waitMs > 0 && !this.#replies.has(id))
      await new Promise<void>((end) => {
        this.#polls.push({ ticket: id, end })
        for (const { count, tell } of this.#watchers) if (this.#polls.length >= count) tell()
      })
    const reply = this.#replies.get(id) ?? null
    return { ticketId: id, state: reply ? 'answered' : 'open', reply }
  }
}

function refused(code: ErrorCode, message: string, available?: readonly string[]): RefusedError {
  return new RefusedError({ code, message, ...(available ? { available } : {}) })
}
