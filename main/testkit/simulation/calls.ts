import type { AgentId, Author, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Priority } from '../../contract/mail/priorities.ts'
import { callKey, handedLine } from '../../contract/agents/tool-calls.ts'
import type { State } from '../../core/step/state.ts'
import type { Shown } from '../memory/acts.ts'
import type { SimBase } from './sim-base.ts'

/** How an agent writes to another. */
export interface Wish {
  readonly priority?: Priority | null
  readonly expectsReply?: boolean
  readonly replied?: Message | null
  readonly body?: string
  readonly link?: 'answers' | 'converse' | 'absorb' | null
}

interface Waiting {
  readonly agent: AgentId
  readonly ticket: MessageId
  /** The call's id in the program; null where the program gives none. */
  readonly call: string | null
  readonly done: (text: string) => void
  readonly cancel: () => void
}

export class Calls {
  readonly #world: SimBase
  #waiting: Waiting[] = []
  #calls = 0

  constructor(world: SimBase) {
    this.#world = world
  }

  crash(): void {
    this.#waiting = []
  }

  send(from: AgentId, to: AgentId, wish: Wish): Shown {
    const call = this.#name()
    const sent = this.#sent(from, to, wish, call)
    return { call, text: sent ? `sent ${sent.id}` : 'refused' }
  }

  /** `send_to_agent` with `await_seconds`; returns the call's name. */
  await(from: AgentId, to: AgentId, ms: number, done: (text: string) => void): string {
    const shown = this.#name()
    const call = this.#calls % 5 < 2 ? null : shown
    const ticket = this.#sent(
      from,
      to,
      { expectsReply: true },
      call ?? shown,
      call === null ? 'once-' : callKey,
    )
    if (!ticket) {
      done('refused')
      return shown
    }
    this.#world.watch.count('awaits')
    if (call === null) this.#world.watch.count('awaits without a name')
    const cancel = this.#world.clock.after(ms, () => this.#late(ticket.id))
    this.#waiting.push({ agent: from, ticket: ticket.id, call, done, cancel })
    this.#world.command({ type: 'await.began', agent: from, ticket: ticket.id, call })
    return shown
  }

  reply(from: AgentId, id: MessageId): Shown {
    const call = this.#name()
    const ticket = this.#world.store.message(id)
    if (ticket?.to === from) {
      const fields = { from, fromName: from, ticket, body: this.#world.word(), metadata: {} }
      const key = callKey + call
      this.#world.command({ type: 'reply.sent', ...fields, idempotencyKey: key, earlier: null })
    }
    return { call, text: 'replied' }
  }

  /** Called after each commit: answers calls that timed out or got their reply. */
  published(state: State): void {
    for (const one of [...this.#waiting]) {
      const { agent, ticket, call } = one
      const awaits = state.agents.get(agent)?.awaits
      const found = awaits?.find((other) => other.ticket === ticket && other.call === call)
      if (found && found.over === null) continue
      this.#drop(one)
      if (!found?.over) continue
      const reply = found.over === 'reply' ? (this.#world.store.message(ticket)?.reply ?? null) : null
      this.#world.watch.count(`await over by ${found.over}`)
      this.#world.happened({ type: 'await.ended', agent, ticket, call, handed: reply !== null })
      // Sometimes the answer is lost on its way to the tool.
      const isLost = this.#calls % 2 === 0
      if (isLost && reply) this.#world.watch.count('answer to a call lost')
      const head = reply && handedLine(ticket, reply.message)
      one.done(reply && !isLost ? `${head}\n\n${reply.text}` : `nothing yet: ${found.over}`)
    }
  }

  #late(ticket: MessageId): void {
    const one = this.#waiting.find((waiting) => waiting.ticket === ticket)
    if (!one) return
    const { call } = one
    this.#drop(one)
    this.#world.watch.count('await over by time')
    this.#world.happened({ type: 'await.ended', agent: one.agent, ticket: one.ticket, call, handed: false })
    one.done('nothing yet: late')
  }

  #drop(one: Waiting): void {
    one.cancel()
    this.#waiting = this.#waiting.filter((other) => other !== one)
  }

  #sent(from: AgentId, to: AgentId, wish: Wish, call: string, begin = callKey): Message | null {
    const author: Author = { kind: 'agent', id: from }
    this.#world.send(author, to, { ...wish, key: begin + call })
    return this.#world.store.messageByKey(author, begin + call)
  }

  #name(): string {
    return `toolu${this.#calls++}`
  }
}
