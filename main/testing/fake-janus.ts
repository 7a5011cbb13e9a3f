import { authorized } from '../shell/authorize.ts'
import { initialSettings } from '../contract/settings.ts'
import type { AgentId } from '../contract/model.ts'
import { RefusedError } from '../contract/errors.ts'
import type { Report } from '../contract/reports.ts'
import type { Caller, RequestInput, RequestKind } from '../contract/requests.ts'
import type { AgentSummary, AppStatus } from '../contract/views.ts'
import type { SendResult } from '../contract/mail-views.ts'
import { FakeGatherings } from './fake-gatherings.ts'
import { FakeLinks } from './fake-links.ts'
import { FakeMail, type FakeMessage } from './fake-mail.ts'

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
  readonly mail = new FakeMail()
  readonly person = 'Alex'
  readonly links = new FakeLinks(this.person)
  readonly gatherings = new FakeGatherings(this.person)

  get messages(): readonly FakeMessage[] {
    return this.mail.messages
  }

  /** Adds an agent; ids are `agt-` and the name's letters, filled up with zeros. */
  add(name: string): AgentId {
    const id: AgentId = `agt-${name
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .slice(0, 10)
      .padEnd(10, '0')}`
    const still = {
      since: '2026-01-01T00:00:00.000Z',
      reason: '',
      needs: null,
      pending: 0,
      role: '',
      waitingFor: null,
      gathering: null,
    }
    const place = {
      cwd: '/home/alex',
      model: null,
      permissionMode: 'default' as const,
      policy: 'hybrid' as const,
    }
    this.agents.push({ id, name, status: 'idle', ...still, ...place })
    return id
  }

  /** Questions that would have changed or told something, the caller's own name apart. */
  asks(): Asked[] {
    return this.asked.filter(({ kind }) => kind !== 'app.status')
  }

  readonly ask: Report = async (caller, kind, input) => {
    const read = authorized(caller, kind, input)
    this.asked.push({ caller, kind, input: read })
    // The table ties each kind to its answer; TypeScript cannot follow that through a switch.
    return (await this.#answer(caller, kind, read)) as never
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
        return this.mail.read(caller, (input as RequestInput<'messages.get'>).id)
      case 'tickets.list':
        return { items: this.mail.tickets(caller), next: null }
      case 'tickets.get':
        return this.mail.ticket(caller, (input as RequestInput<'tickets.get'>).id)
      case 'replies.send':
        return this.mail.reply(caller, input as RequestInput<'replies.send'>)
      case 'replies.get':
        return this.mail.replyTo(caller, input as RequestInput<'replies.get'>)
      case 'threads.get':
        return this.mail.thread(caller, (input as RequestInput<'threads.get'>).id)
      case 'settings.get':
      case 'settings.change':
        return []
      case 'history.search':
        return { items: [], next: null }
      default:
        return this.#answerOfLinks(caller, kind, input)
    }
  }

  #answerOfLinks(caller: Caller, kind: RequestKind, input: unknown): unknown {
    const by = this.#nameOf(caller)
    switch (kind) {
      case 'links.open': {
        const open = input as RequestInput<'links.open'>
        const self = caller.kind === 'agent' ? this.#find(caller.id) : null
        return this.links.open(
          open.members.map((ref) => this.#find(ref)),
          self,
          open,
        )
      }
      case 'links.list':
        return { items: this.links.list(caller, input as RequestInput<'links.list'>), next: null }
      case 'links.change':
        return this.links.change(caller, input as RequestInput<'links.change'>)
      case 'links.close':
        return this.links.close(caller, by, (input as RequestInput<'links.close'>).id)
      case 'links.crossed':
        this.links.link(caller, (input as RequestInput<'links.crossed'>).id)
        return { items: [], next: null }
      case 'heartbeats.set': {
        const beat = input as RequestInput<'heartbeats.set'>
        return this.links.set(this.#find(caller.kind === 'agent' ? caller.id : (beat.agent ?? '')), by, beat)
      }
      case 'heartbeats.list': {
        const { agent } = input as RequestInput<'heartbeats.list'>
        if (caller.kind === 'agent') return this.links.beats(caller.id)
        return this.links.beats(agent === undefined ? null : this.#find(agent).id)
      }
      case 'heartbeats.change': {
        const { id, action } = input as RequestInput<'heartbeats.change'>
        return this.links.turn(caller, id, action === 'pause' ? 'paused' : 'armed')
      }
      case 'heartbeats.cancel':
        return this.links.turn(caller, (input as RequestInput<'heartbeats.cancel'>).id, 'cancelled')
      case 'transcript.look':
        return this.links.look(this.#find((input as RequestInput<'transcript.look'>).agent))
      default:
        return this.gatherings.answer(caller, by, kind, input)
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

  #send(caller: Caller, input: RequestInput<'messages.send'>): SendResult {
    const { id, name } = this.#find(input.agent)
    return this.mail.send(caller, id, { from: this.#nameOf(caller), to: name }, input)
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
  shell: 'web',
  canRehearse: false,
  settings: initialSettings,
  models: [],
  cli: {
    path: null,
    version: null,
    oldest: '2.1.330',
    login: 'unknown',
    account: null,
    problem: null,
    checkedAt: null,
  },
}
