import type { LinkMode } from '../../main/contract/links.ts'
import type { Intent } from '../../main/contract/heartbeats.ts'
import { awaitLimit } from '../../main/contract/limits.ts'
import type {
  GatheringReport,
  HeartbeatReport,
  LinkReport,
  MessageReport,
} from '../../main/contract/reports.ts'
import type { z } from 'zod'
import type { RequestInput, requests } from '../../main/contract/requests.ts'
import type { AgentSummary, GroupView, SessionLook, WishResult } from '../../main/contract/views.ts'
import type { SendResult, SpreadResult } from '../../main/contract/mail-views.ts'
import type { Priority } from '../../main/contract/priorities.ts'
import { part } from '../shared/ask.ts'
import { askAsAgent, queryOf, type AskAsAgent } from '../shared/ask-as-agent.ts'
import type { Call } from '../shared/tool.ts'

/** What a send is varied in. */
export interface SendWishes {
  readonly priority?: Priority | undefined
  readonly expectReply?: boolean | undefined
  /** Waits for the reply so long, in ms, `awaitLimit` at most. */
  readonly awaitMs?: number | undefined
  readonly replyTo?: string | undefined
  readonly link?: SideMode | undefined
}

/** What a message to many is varied in. */
export type SpreadWishes = Pick<SendWishes, 'priority' | 'expectReply'>

/** A tab that an agent wants. */
export type WishedTab = Omit<z.input<(typeof requests)['tabs.propose']['input']>, 'idempotencyKey'>

/** How an agent may link: only the person pauses. */
export type SideMode = Exclude<LinkMode, 'paused'>

/** How a link is wished; what is not said is as usual. */
export interface LinkWishes {
  readonly mode?: SideMode
  /** One line. */
  readonly purpose?: string
}

/** A timer that an agent wants. */
export interface Beat {
  readonly intent: Intent
  readonly note: string
  readonly inSeconds: number
  readonly about?: string
}

/** A gathering that an agent wants. */
export type Plan = Omit<RequestInput<'gatherings.convene'>, 'idempotencyKey'>

/** What the tools ask of Janus, as one agent. Everything rejects with `RefusedError`. */
export interface AgentsClient {
  listAgents(): Promise<readonly AgentSummary[]>
  /** The same send again answers the same, and sends nothing; one that waits for a reply waits again. */
  send(target: string, message: string, wishes: SendWishes, call: Call): Promise<SendResult>
  /** One message for each of a group, or of `all`; the same again sends nothing. */
  spread(group: string, message: string, wishes: SpreadWishes, call: Call): Promise<SpreadResult>
  groups(): Promise<readonly GroupView[]>
  /** Opens a tab, or proposes it to the person; the same call again does nothing more. */
  openTab(tab: WishedTab, call: Call): Promise<WishResult>
  reply(ticket: string, message: string, call: Call): Promise<SendResult>
  /** The words from `offset` on, in UTF-16 units. */
  message(id: string, offset: number): Promise<MessageReport>
  /** With the same members, the link that is open. */
  openLink(agents: readonly string[], how: LinkWishes, call: Call): Promise<LinkReport>
  closeLink(id: string, message: string | undefined, call: Call): Promise<LinkReport>
  /** What is older than `cursor`, without it the newest. */
  look(agent: string, page: { cursor?: number; limit?: number }): Promise<SessionLook>
  /** The same call again sets nothing. */
  setHeartbeat(beat: Beat, call: Call): Promise<HeartbeatReport>
  heartbeats(): Promise<readonly HeartbeatReport[]>
  keepHeartbeat(id: string, call: Call): Promise<HeartbeatReport>
  cancelHeartbeat(id: string, call: Call): Promise<HeartbeatReport>
  /** The same call again convenes nothing. */
  convene(plan: Plan, call: Call): Promise<GatheringReport>
  /** `turn`: the one with the piece; without `to`, to the next in order. */
  passPiece(turn: string, to: string | undefined, call: Call): Promise<GatheringReport>
}

/** How much later than it must an answer may come that waited for something, in ms: a CLI cuts a call at 60 s. */
const margin = 8_000

/** The agents API over HTTP, as the agent of an identity file. The file is read anew for every call. */
export class HttpAgentsClient implements AgentsClient {
  readonly #ask: AskAsAgent

  /** `timeLimit`: of one call that waits for nothing, in ms. */
  constructor(identityPath: string, timeLimit?: number) {
    this.#ask = askAsAgent(identityPath, timeLimit)
  }

  listAgents(): Promise<readonly AgentSummary[]> {
    return this.#ask({ method: 'GET', path: '/agents' })
  }

  send(target: string, message: string, wishes: SendWishes, { key, signal }: Call): Promise<SendResult> {
    const path = `/agents/${part(target)}/message`
    const { awaitMs, ...others } = wishes
    const body = { message, ...others, idempotencyKey: key }
    if (awaitMs === undefined) return this.#ask({ method: 'POST', path, body }, { signal })
    const wait = Math.min(awaitMs, awaitLimit)
    const waiting = (elapsed: number) => ({
      ...{ method: 'POST' as const, path },
      body: { ...body, awaitMs: Math.max(1, Math.round(wait - elapsed)) },
    })
    return this.#ask(waiting, { signal, timeLimit: wait + margin })
  }

  spread(group: string, message: string, wishes: SpreadWishes, { key, signal }: Call): Promise<SpreadResult> {
    const body = { message, ...wishes, idempotencyKey: key }
    return this.#ask({ method: 'POST', path: `/groups/${part(group)}/message`, body }, { signal })
  }

  groups(): Promise<readonly GroupView[]> {
    return this.#ask({ method: 'GET', path: '/groups' })
  }

  openTab(tab: WishedTab, { key, signal }: Call): Promise<WishResult> {
    return this.#ask({ method: 'POST', path: '/tabs', body: { ...tab, idempotencyKey: key } }, { signal })
  }

  reply(ticket: string, message: string, { key, signal }: Call): Promise<SendResult> {
    const body = { ticketId: ticket, payload: message, idempotencyKey: key }
    return this.#ask({ method: 'POST', path: '/replies', body }, { signal })
  }

  message(id: string, offset: number): Promise<MessageReport> {
    return this.#ask({ method: 'GET', path: `/messages/${part(id)}?offset=${String(offset)}` })
  }

  openLink(members: readonly string[], how: LinkWishes, { signal }: Call): Promise<LinkReport> {
    const body = { members, ...how }
    return this.#ask({ method: 'POST', path: '/links', body }, { signal })
  }

  closeLink(id: string, message: string | undefined, { key, signal }: Call): Promise<LinkReport> {
    if (message === undefined) return this.#ask({ method: 'DELETE', path: `/links/${part(id)}` }, { signal })
    const body = { message, idempotencyKey: key }
    return this.#ask({ method: 'POST', path: `/links/${part(id)}/close`, body }, { signal })
  }

  look(agent: string, page: { cursor?: number; limit?: number }): Promise<SessionLook> {
    return this.#ask({ method: 'GET', path: `/agents/${part(agent)}/transcript${queryOf({ ...page })}` })
  }

  setHeartbeat(beat: Beat, { key, signal }: Call): Promise<HeartbeatReport> {
    return this.#ask(
      { method: 'POST', path: '/heartbeats', body: { ...beat, idempotencyKey: key } },
      { signal },
    )
  }

  heartbeats(): Promise<readonly HeartbeatReport[]> {
    return this.#ask({ method: 'GET', path: '/heartbeats' })
  }

  keepHeartbeat(id: string, { signal }: Call): Promise<HeartbeatReport> {
    return this.#ask(
      { method: 'PATCH', path: `/heartbeats/${part(id)}`, body: { action: 'keep' } },
      { signal },
    )
  }

  cancelHeartbeat(id: string, { signal }: Call): Promise<HeartbeatReport> {
    return this.#ask({ method: 'DELETE', path: `/heartbeats/${part(id)}` }, { signal })
  }

  convene(plan: Plan, { key, signal }: Call): Promise<GatheringReport> {
    return this.#ask(
      { method: 'POST', path: '/gatherings', body: { ...plan, idempotencyKey: key } },
      { signal },
    )
  }

  passPiece(turnId: string, to: string | undefined, { signal }: Call): Promise<GatheringReport> {
    const body = { turnId, ...(to === undefined ? {} : { to }) }
    return this.#ask({ method: 'POST', path: '/gatherings/pass', body }, { signal })
  }
}
