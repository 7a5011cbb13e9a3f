import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RefusedError } from '../../contract/api/errors.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { ReportAnswers } from '../../contract/api/answers.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import type { TicketState } from '../../contract/mail/mail-views.ts'

/** Who takes part in a run: agents by their names, and the user. */
type Who = 'Ann' | 'Bob' | 'Cat' | 'user'

/** A message as the rules of tickets see it. */
interface Said {
  readonly id: MessageId
  readonly from: Who
  readonly to: Who
  readonly body: string
  readonly thread: MessageId
  readonly replyTo: MessageId | null
  readonly isReply: boolean
  /** Null: no reply is expected. */
  ticket: TicketState | null
  reply: string | null
}

/** What an answer comes to: the ticket's own, one more message to its asker, or a refusal. */
type Verdict = 'reply' | 'follow' | 'same' | 'not_found' | 'wrong_state'

/** The rules of tickets in a few lines: what every read and every answer must come to. */
class TicketModel {
  readonly said = new Map<MessageId, Said>()

  /** Keeps what was accepted. */
  add(said: Omit<Said, 'thread'> & { readonly on: Said | null }): void {
    const { on, ...rest } = said
    this.said.set(rest.id, { ...rest, thread: on?.thread ?? rest.id })
  }

  /** Only those who sent and got it may name a message, and the user may read everything. */
  mayRead(who: Who, id: MessageId): boolean {
    const said = this.said.get(id)
    return said !== undefined && (who === 'user' || said.from === who || said.to === who)
  }

  /** What comes of this agent's answer with these words. */
  judge(who: Who, id: MessageId, words: string): Verdict {
    const said = this.said.get(id)
    if (said === undefined || said.ticket === null || said.to !== who) return 'not_found'
    if (said.ticket === 'open') return 'reply'
    if (said.from !== 'user') return 'follow'
    return said.reply === words ? 'same' : 'wrong_state'
  }

  /** The answer was taken as judged; `message`: what brings it to an asker with a mailbox. */
  answered(id: MessageId, words: string, verdict: 'reply' | 'follow', message: MessageId): void {
    const ticket = this.said.get(id)
    if (!ticket) throw new Error(`${id} is no ticket of the model.`)
    if (verdict === 'reply') {
      ticket.ticket = 'answered'
      ticket.reply = words
    }
    if (ticket.from === 'user') return
    const { to: from, from: to } = ticket
    this.add({
      id: message,
      from,
      to,
      body: words,
      replyTo: id,
      isReply: true,
      ticket: null,
      reply: null,
      on: ticket,
    })
  }

  /** A day has gone by. */
  expire(): void {
    for (const said of this.said.values()) if (said.ticket === 'open') said.ticket = 'expired'
  }

  /** A conversation as one of them sees it, in order of acceptance. */
  thread(who: Who, thread: MessageId): MessageId[] {
    return [...this.said.values()]
      .filter((said) => said.thread === thread && this.mayRead(who, said.id))
      .map(({ id }) => id)
  }

  /** One's own tickets, newest first. */
  tickets(who: Who): MessageId[] {
    return [...this.said.values()]
      .filter((said) => said.ticket !== null && (said.from === who || said.to === who))
      .map(({ id }) => id)
      .reverse()
  }
}

/**
 * What somebody does; `which`: a message of the run, counted round, or one that never was. An answer by `null` is
 * that of the one who was asked, to some ticket: to `reply`, or as a message that goes on from it.
 */
type Operation =
  | { do: 'send'; who: Who; to: Who; ask: boolean; on: number | null }
  | { do: 'answer'; who: Who | null; which: number; words: string; twice: boolean; plain: boolean }
  | { do: 'read'; who: Who; which: number }
  | { do: 'withdraw'; which: number }
  | { do: 'wait' }

const agents = ['Ann', 'Bob', 'Cat'] as const
const who = fc.constantFrom<Who>(...agents, 'user')
const which = fc.integer({ min: -1, max: 30 })
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), who, to: fc.constantFrom<Who>(...agents), ask: fc.boolean(), on: fc.option(which, { freq: 2 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('answer' as const), who: fc.option(who, { freq: 2 }), which, words: fc.constantFrom('yes', 'no'), twice: fc.boolean(), plain: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('read' as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
) // prettier-ignore

const day = 24 * 60 * 60 * 1000

/** One run: the domain, whose agents are stopped and read nothing, and what it must come to. */
class Run {
  readonly janus = new ComposedJanus()
  readonly model = new TicketModel()
  readonly #ids = new Map<Who, AgentId>()
  readonly seen = new Set<string>()
  #keys = 0

  async begin(): Promise<void> {
    for (const name of agents) {
      this.#ids.set(name, (await this.janus.window('agents.create', { name, cwd: '/' })).id)
    }
    await this.#stop()
  }

  async #stop(): Promise<void> {
    for (const agent of agents) await this.janus.window('agents.stop', { agent })
  }

  async run(operations: readonly Operation[]): Promise<void> {
    await this.begin()
    for (const operation of operations) await this.#perform(operation)
    for (const id of this.model.said.keys())
      for (const who of [...agents, 'user'] as const) await this.#read(who, id)
    for (const who of [...agents, 'user'] as const) await this.#list(who)
    this.janus.engine.stop()
  }

  async #perform(operation: Operation): Promise<void> {
    switch (operation.do) {
      case 'send':
        return this.#send(operation)
      case 'answer':
        return this.#answer(operation)
      case 'read':
        return this.#read(operation.who, this.#pick(operation.which))
      case 'withdraw':
        return this.#withdraw(this.#pick(operation.which))
      case 'wait':
        this.janus.clock.advance(day + 60_000)
        this.seen.add('a day')
        this.model.expire()
        return
    }
  }

  #pick(which: number): MessageId {
    const known = [...this.model.said.keys()]
    return (which < 0 ? undefined : known[which % known.length]) ?? 'msg-zzzzzzzzzz'
  }

  #as(who: Who): Caller {
    const id = this.#ids.get(who)
    return id === undefined ? { kind: 'api' } : { kind: 'agent', id }
  }

  async #send({ who, to, ask, on }: Operation & { do: 'send' }): Promise<void> {
    const replyTo = on === null ? null : this.#pick(on)
    const before = replyTo === null ? null : (this.model.said.get(replyTo) ?? null)
    const body = `words ${String(this.model.said.size)}`
    const input = { agent: to, message: body, expectReply: ask, ...(replyTo === null ? {} : { replyTo }) }
    const told = await codeOf(this.janus.as(this.#as(who), 'messages.send', input))
    if (replyTo !== null && !this.model.mayRead(who, replyTo)) {
      this.seen.add('foreign')
      return void expect(told).toBe('not_found')
    }
    if (who === to) return void expect(told).toBe('self')
    if (typeof told === 'string') throw new Error(`${who} could not write to ${to}: ${told}`)
    // The user's word wakes an agent; this one is to read nothing.
    await this.#stop()
    if (before && before.ticket !== null && before.to === who && before.from === to) {
      const verdict = this.model.judge(who, before.id, body)
      if (verdict !== 'reply' && verdict !== 'follow') throw new Error(verdict)
      this.seen.add(`sent ${verdict}`)
      this.model.answered(before.id, body, verdict, told.messageId)
      return
    }
    const ticket = ask ? ('open' as const) : null
    const said = { id: told.messageId, from: who, to, body, replyTo, on: before }
    this.model.add({ ...said, isReply: false, ticket, reply: null })
  }

  async #answer({ which, words, twice, plain, ...operation }: Operation & { do: 'answer' }): Promise<void> {
    const tickets = [...this.model.said.values()].filter(({ ticket }) => ticket !== null)
    const put = operation.who === null ? tickets[Math.max(0, which) % tickets.length] : undefined
    if (put && plain && put.from !== 'user') {
      const on = [...this.model.said.keys()].indexOf(put.id)
      return this.#send({ do: 'send', who: put.to, to: put.from, ask: false, on })
    }
    const [who, ticketId] = put ? [put.to, put.id] : [operation.who ?? 'Cat', this.#pick(which)]
    const input = { ticketId, payload: words, idempotencyKey: `k${String(this.#keys++)}` }
    const told = await codeOf(this.janus.as(this.#as(who), 'replies.send', input))
    if (who === 'user') return void expect(told).toBe('not_allowed')
    const verdict = this.model.judge(who, ticketId, words)
    this.seen.add(verdict)
    if (verdict === 'not_found' || verdict === 'wrong_state') return void expect(told).toBe(verdict)
    if (typeof told === 'string') throw new Error(`${verdict}: ${told}`)
    if (verdict === 'same') return void expect(told.messageId).toBe(ticketId)
    this.model.answered(ticketId, words, verdict, told.messageId)
    if (!twice) return
    const again = await codeOf(this.janus.as(this.#as(who), 'replies.send', input))
    expect(again).toMatchObject({ messageId: told.messageId })
  }

  async #withdraw(message: MessageId): Promise<void> {
    const said = this.model.said.get(message)
    const told = await codeOf(this.janus.window('messages.withdraw', { id: message }))
    if (typeof told !== 'string' && said?.ticket === 'open') {
      this.seen.add('withdrawn')
      said.ticket = 'withdrawn'
    }
    expect(told !== 'not_found').toBe(said !== undefined)
  }

  async #read(who: Who, id: MessageId): Promise<void> {
    const [as, said] = [this.#as(who), this.model.said.get(id)]
    const message = await codeOf(this.janus.as(as, 'messages.get', { id }))
    const ticket = await codeOf(this.janus.as(as, 'tickets.get', { id }))
    const reply = await codeOf(this.janus.as(as, 'replies.get', { id }))
    const thread = await codeOf(this.janus.as(as, 'threads.get', { id, limit: 100 }))
    if (!said || !this.model.mayRead(who, id)) {
      return void expect([message, ticket, reply, thread]).toEqual(Array(4).fill('not_found'))
    }
    const { body, replyTo, isReply } = said
    expect(message).toMatchObject({ id, message: body, thread: said.thread, replyTo, isReply })
    if (typeof thread === 'string') throw new Error(thread)
    // What Janus tells an asker of its question is there too.
    const { store } = this.janus
    const members = thread.messages
      .map((member) => member.id)
      .filter((member) => store.message(member)?.from.kind !== 'system')
    expect([thread.thread, members]).toEqual([said.thread, this.model.thread(who, said.thread)])
    if (said.ticket === null) return void expect([ticket, reply]).toEqual(['not_found', 'not_found'])
    const text = said.reply === null ? null : expect.objectContaining({ text: said.reply, implicit: false })
    expect(ticket).toMatchObject({ id, state: said.ticket, reply: text })
    expect(reply).toMatchObject({ ticketId: id, state: said.ticket, reply: text })
  }

  async #list(who: Who): Promise<void> {
    const { items } = await this.janus.as(this.#as(who), 'tickets.list', { limit: 100 })
    expect(items.map(({ id }) => id)).toEqual(this.model.tickets(who))
    for (const state of ['open', 'answered', 'expired', 'withdrawn'] as const) {
      const wanted = this.model.tickets(who).filter((id) => this.model.said.get(id)?.ticket === state)
      expect(await this.#pages(who, state)).toEqual(wanted)
    }
  }

  async #pages(who: Who, state: 'open' | 'answered' | 'expired' | 'withdrawn'): Promise<MessageId[]> {
    const found: MessageId[] = []
    let cursor: number | null = null
    for (;;) {
      const input: RequestInput<'tickets.list'> = { state, limit: 2, ...(cursor === null ? {} : { cursor }) }
      const { items, next }: ReportAnswers['tickets.list'] = await this.janus.as(
        this.#as(who),
        'tickets.list',
        input,
      )
      found.push(...items.map(({ id }) => id))
      if (next === null) return found
      cursor = next
    }
  }
}

/** The answer, or the code of the refusal. */
async function codeOf<T>(asked: Promise<T>): Promise<T | string> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal.code
    throw error
  }
}

test('tickets come to what the rules say, whoever asks, answers, answers again, comes late or pries', async () => {
  const seen = new Map<string, number>()
  const long = process.env['JANUS_LONG'] === '1'
  const runs = long ? 1500 : 40
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 4, maxLength: 40, size: 'max' }),
      async (operations) => {
        const run = new Run()
        await run.run(operations)
        for (const what of run.seen) seen.set(what, (seen.get(what) ?? 0) + 1)
      },
    ),
    { numRuns: runs, unbiased: true, ...(long ? {} : { seed: 7 }) },
  )
  const paths = ['reply', 'follow', 'same', 'not_found', 'wrong_state', 'foreign', 'withdrawn', 'sent reply', 'sent follow'] // prettier-ignore
  for (const path of paths) expect([path, (seen.get(path) ?? 0) >= runs / 50]).toEqual([path, true])
}, 300_000)
