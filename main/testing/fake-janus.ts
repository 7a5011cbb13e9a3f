import { initialSettings } from '../contract/settings.ts'
import type { AgentId, MessageId } from '../contract/model.ts'
import { RefusedError } from '../contract/errors.ts'
import type { Ask, Caller, RequestInput, RequestKind } from '../contract/requests.ts'
import type { AgentSummary, AppStatus } from '../contract/views.ts'
import type { MessageReport, SendResult } from '../contract/mail-views.ts'

/** A question that reached the fake. */
export interface Asked {
  readonly caller: Caller
  readonly kind: RequestKind
  readonly input: unknown
}

/** A Janus with agents and messages but no CLI behind them: for tests of what stands in front of it. */
export class FakeJanus {
  /** Everything that was asked, in order. */
  readonly asked: Asked[] = []
  readonly agents: AgentSummary[] = []
  readonly messages: { readonly from: Caller; readonly key: string | null; readonly info: MessageReport }[] =
    []
  readonly person = 'Alex'

  /** Adds an agent; ids are `agt-` and the name's letters, filled up with zeros. */
  add(name: string): AgentId {
    const id: AgentId = `agt-${name
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .slice(0, 10)
      .padEnd(10, '0')}`
    const still = { since: '2026-01-01T00:00:00.000Z', reason: '', needs: null, pending: 0, role: '' }
    const place = { cwd: '/home/alex', model: null, permissionMode: 'default' as const }
    this.agents.push({ id, name, status: 'idle', ...still, ...place })
    return id
  }

  /** Questions that would have changed or told something, the caller's own name apart. */
  asks(): Asked[] {
    return this.asked.filter(({ kind }) => kind !== 'app.status')
  }

  readonly ask: Ask = async (caller, kind, input) => {
    this.asked.push({ caller, kind, input })
    // The table ties each kind to its answer; TypeScript cannot follow that through a switch.
    return (await this.#answer(caller, kind, input)) as never
  }

  async #answer(caller: Caller, kind: RequestKind, input: unknown): Promise<unknown> {
    switch (kind) {
      case 'app.status':
        return { ...status, person: this.person }
      case 'agents.list':
        return this.agents.map((agent) => (this.#isSelf(caller, agent) ? { ...agent, self: true } : agent))
      case 'agents.create': {
        this.add((input as RequestInput<'agents.create'>).name)
        return this.agents.at(-1)
      }
      case 'agents.change':
        return this.#find((input as RequestInput<'agents.change'>).agent)
      case 'agents.close':
        this.#find((input as RequestInput<'agents.close'>).agent)
        return { closed: true }
      case 'messages.send':
        return this.#send(caller, input as RequestInput<'messages.send'>)
      case 'messages.get':
        return this.#read(caller, (input as RequestInput<'messages.get'>).id)
      case 'settings.get':
      case 'settings.change':
        return []
      case 'history.search':
        return { items: [], next: null }
      default:
        throw new Error(`The fake does not know ${kind}.`)
    }
  }

  #isSelf(caller: Caller, agent: AgentSummary): boolean {
    return caller.kind === 'agent' && caller.id === agent.id
  }

  #find(ref: string): AgentSummary {
    const found = this.agents.find(({ id, name }) => id === ref || name.toLowerCase() === ref.toLowerCase())
    if (found !== undefined) return found
    const available = this.agents.map(({ name }) => name)
    throw new RefusedError({ code: 'unknown_agent', message: 'No agent has that name.', available })
  }

  #send(caller: Caller, { agent, message, idempotencyKey }: RequestInput<'messages.send'>): SendResult {
    const to = this.#find(agent)
    const key = idempotencyKey ?? null
    const earlier = this.messages.find(
      (sent) => key !== null && sent.key === key && sameCaller(sent.from, caller),
    )
    if (earlier !== undefined && earlier.info.message !== message) {
      throw new RefusedError({ code: 'key_reused', message: 'That key was used for another message.' })
    }
    const info = earlier?.info ?? this.#keep(caller, to.name, message, key)
    return { delivered: true, state: info.state, messageId: info.id }
  }

  #keep(from: Caller, to: string, message: string, key: string | null): MessageReport {
    const id: MessageId = `msg-${String(this.messages.length + 1).padStart(10, '0')}`
    const at = '2026-01-01T00:00:00.000Z'
    const words = { message, offset: 0, next: null, metadata: {}, replyTo: null, depth: 0 }
    const stands = { state: 'written' as const, stateAt: at, reason: '', inInput: false, acceptedAt: at }
    const info: MessageReport = { id, from: this.#nameOf(from), to, ...words, ...stands }
    this.messages.push({ from, key, info })
    return info
  }

  #read(caller: Caller, id: string): MessageReport {
    const found = this.messages.find(({ info }) => info.id === id)
    const own = this.#nameOf(caller)
    const mayRead = caller.kind !== 'agent' || found?.info.to === own || found?.info.from === own
    if (found === undefined || !mayRead) {
      throw new RefusedError({ code: 'not_found', message: 'There is no such message that you may read.' })
    }
    return found.info
  }

  #nameOf(caller: Caller): string {
    if (caller.kind !== 'agent') return this.person
    return this.agents.find(({ id }) => id === caller.id)?.name ?? ''
  }
}

const status: AppStatus = {
  version: '0.0.0',
  rehearsal: true,
  stateFolder: '/home/alex/.janus',
  person: '',
  defaultFolder: '/home/alex',
  ...{ shell: 'web', canRehearse: false, settings: initialSettings, models: [] },
  cli: {
    ...{ path: null, version: null, oldest: '2.1.330', login: 'unknown', account: null },
    ...{ problem: null, checkedAt: null },
  },
}

function sameCaller(a: Caller, b: Caller): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
