import type { PassingThere } from '../../main/contract/gatherings/gathering-views.ts'
import type { LinkMode } from '../../main/contract/links/links.ts'
import { awaitLimit } from '../../main/contract/api/limits.ts'
import type {
  GatheringReport,
  HeartbeatReport,
  LinkReport,
  MessageReport,
} from '../../main/contract/api/reports.ts'
import type { z } from 'zod'
import type { RequestInput, requests } from '../../main/contract/api/requests.ts'
import type { AgentSummary } from '../../main/contract/agents/agent-summary.ts'
import type { GroupView, SessionLook, WishResult } from '../../main/contract/api/views.ts'
import type { SendResult, SpreadResult } from '../../main/contract/mail/mail-views.ts'
import type { NoticeResult } from '../../main/contract/agents/user-notices.ts'
import type { Priority } from '../../main/contract/mail/priorities.ts'
import type { AskAsAgent } from '../shared/ask-as-agent.ts'
import type { Call } from '../shared/tool.ts'

/** What a send is varied in. */
export interface SendWishes {
  readonly priority?: Priority | undefined
  readonly expectReply?: boolean | undefined
  /** Waits for the reply so long, in ms, `awaitLimit` at most. */
  readonly awaitMs?: number | undefined
  readonly replyTo?: string | undefined
  readonly link?: SideMode | undefined
  /** The link of the two is closed behind the words. */
  readonly closeLink?: true | undefined
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
export type Beat = Omit<RequestInput<'heartbeats.set'>, 'agent' | 'idempotencyKey' | 'zone'>

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
  /** Shows its user something now; the same call again shows nothing. */
  notifyUser(text: string, call: Call): Promise<NoticeResult>
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
  /** In the running turn; without `to`, to the next in order. */
  passPiece(to: string | undefined, call: Call): Promise<GatheringReport | PassingThere>
}

/** How much later than it must an answer may come that waited for something, in ms: a CLI cuts a call at 60 s. */
const margin = 8_000

/** How long a sender waits so that its receiver goes first, in ms: nothing beside a turn of a model. */
const awaitBeginMs = 50

/** The tools' client over whatever way Janus is asked by, as one agent. */
export class AskingAgentsClient implements AgentsClient {
  readonly #ask: AskAsAgent

  constructor(ask: AskAsAgent) {
    this.#ask = ask
  }

  listAgents(): Promise<readonly AgentSummary[]> {
    return this.#ask('agents.list', {})
  }

  send(agent: string, message: string, wishes: SendWishes, { key, signal }: Call): Promise<SendResult> {
    const { awaitMs, ...others } = wishes
    const input = { agent, message, ...others, idempotencyKey: key }
    if (awaitMs === undefined) return this.#ask('messages.send', { ...input, awaitBeginMs }, { signal })
    const wait = Math.min(awaitMs, awaitLimit)
    const waiting = (elapsed: number) => ({ ...input, awaitMs: Math.max(1, Math.round(wait - elapsed)) })
    return this.#ask('messages.send', waiting, { signal, timeLimit: wait + margin })
  }

  spread(group: string, message: string, wishes: SpreadWishes, { key, signal }: Call): Promise<SpreadResult> {
    return this.#ask('messages.spread', { group, message, ...wishes, idempotencyKey: key }, { signal })
  }

  groups(): Promise<readonly GroupView[]> {
    return this.#ask('groups.list', {})
  }

  openTab(tab: WishedTab, { key, signal }: Call): Promise<WishResult> {
    return this.#ask('tabs.propose', { ...tab, idempotencyKey: key }, { signal })
  }

  reply(ticketId: string, payload: string, { key, signal }: Call): Promise<SendResult> {
    return this.#ask('replies.send', { ticketId, payload, idempotencyKey: key }, { signal })
  }

  notifyUser(text: string, { key, signal }: Call): Promise<NoticeResult> {
    return this.#ask('notices.send', { text, idempotencyKey: key }, { signal })
  }

  message(id: string, offset: number): Promise<MessageReport> {
    return this.#ask('messages.get', { id, offset })
  }

  openLink(members: readonly string[], how: LinkWishes, { signal }: Call): Promise<LinkReport> {
    return this.#ask('links.open', { members: [...members], ...how }, { signal })
  }

  closeLink(id: string, message: string | undefined, { key, signal }: Call): Promise<LinkReport> {
    const words = message === undefined ? {} : { message, idempotencyKey: key }
    return this.#ask('links.close', { id, ...words }, { signal })
  }

  look(agent: string, page: { cursor?: number; limit?: number }): Promise<SessionLook> {
    return this.#ask('transcript.look', { agent, ...page })
  }

  setHeartbeat(beat: Beat, { key, signal }: Call): Promise<HeartbeatReport> {
    return this.#ask('heartbeats.set', { ...beat, idempotencyKey: key }, { signal })
  }

  heartbeats(): Promise<readonly HeartbeatReport[]> {
    return this.#ask('heartbeats.list', {})
  }

  keepHeartbeat(id: string, { signal }: Call): Promise<HeartbeatReport> {
    return this.#ask('heartbeats.change', { id, action: 'keep' }, { signal })
  }

  cancelHeartbeat(id: string, { signal }: Call): Promise<HeartbeatReport> {
    return this.#ask('heartbeats.cancel', { id }, { signal })
  }

  convene(plan: Plan, { key, signal }: Call): Promise<GatheringReport> {
    return this.#ask('gatherings.convene', { ...plan, idempotencyKey: key }, { signal })
  }

  passPiece(to: string | undefined, { signal }: Call): Promise<GatheringReport | PassingThere> {
    return this.#ask('gatherings.pass', to === undefined ? {} : { to }, { signal })
  }
}
