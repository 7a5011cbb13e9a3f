import type {
  AgentId,
  AgentStatus,
  Card,
  FolderTrust,
  FrameId,
  Grant,
  Look,
  Message,
  MessageId,
  PermissionMode,
  Trouble,
  TurnId,
  TurnOrigin,
} from '../contract/model.ts'

/** A name in the forms that must be unique; made at the edge from what was written. */
export interface NameKeys {
  /** NFKC, trimmed, as shown. */
  readonly name: string
  /** Case-folded. */
  readonly key: string
  /** Case-folded look-alike skeleton (UTS 39). */
  readonly skeleton: string
}

/** A process of ours, told apart from a later one with the same pid by its start time. */
export interface ProcessRecord {
  readonly pid: number
  /** Opaque, from the system; null where it cannot be read. */
  readonly startedAt: string | null
}

/** What is kept of an agent for good. */
export interface Agent extends NameKeys {
  readonly id: AgentId
  /** Names it had, answered for until the time in ms. */
  readonly formerNames: readonly (NameKeys & { readonly until: number })[]
  readonly role: string
  readonly cwd: string
  readonly model: string | null
  readonly permissionMode: PermissionMode
  readonly order: number
  readonly look: Look
  readonly allowed: readonly Grant[]
  readonly createdAt: number
  readonly closedAt: number | null
  readonly status: AgentStatus
  readonly since: number
  readonly reason: string
  /** Why it failed, the last time that it did. */
  readonly trouble: Trouble | null
  /** UUID that its CLI resumes. */
  readonly conversation: string
  /** A CLI has read at least one prompt in this conversation. */
  readonly conversed: boolean
  readonly process: ProcessRecord | null
  readonly turnNumber: number
  readonly entryCount: number
  readonly lastLine: string
  readonly costUsd: number
  /** The CLI's running total when it last reported; costs are differences to it. */
  readonly costMark: number
  /** Depth and causes of the newest turn: what it sends after that turn still belongs to it. */
  readonly depth: number
  readonly causes: readonly MessageId[]
  /** Times in ms of its CLI's unexpected deaths in the last five minutes. */
  readonly deaths: readonly number[]
}

/**
 * `written`: on its way. `accepted`: in the CLI's input. `started`: read.
 * `locating`: its CLI died, the transcript is being asked. `unfinished`: in the transcript, its turn
 * broken off; a nudge follows.
 */
export type FramePhase = 'written' | 'accepted' | 'started' | 'locating' | 'unfinished'

/** One prompt on its way to a CLI; at most one per agent. */
export interface Frame {
  readonly id: FrameId
  readonly agent: AgentId
  /** `nudge`: begins again what a death broke off, about the same messages. */
  readonly kind: 'mail' | 'nudge'
  readonly messages: readonly MessageId[]
  readonly phase: FramePhase
  readonly writtenAt: number
}

/** From a prompt entering an agent to its result. */
export interface Turn {
  readonly id: TurnId
  readonly agent: AgentId
  /** From 1 in its agent. */
  readonly n: number
  readonly origin: TurnOrigin
  readonly frame: FrameId | null
  /** Messages that began it. */
  readonly causes: readonly MessageId[]
  readonly depth: number
  readonly startedAt: number
  readonly endedAt: number | null
  /** `completed`, or what broke it; empty while it runs. */
  readonly outcome: string
  /** The newest text it said; its final text once it has ended. */
  readonly text: string
  readonly costUsd: number
}

/** A card and the CLI's own name for the request behind it. */
export interface OpenCard extends Card {
  readonly request: string
}

/** An agent with all that is still open about it. */
export interface AgentState {
  readonly agent: Agent
  /** Counts its processes; facts of an earlier one are ignored. 0 before the first. */
  readonly run: number
  /** `starting`: not ready for a prompt yet; `ending`: told to end, exit awaited. */
  readonly process: 'off' | 'starting' | 'on' | 'ending'
  /** Messages not settled yet, in order of acceptance. */
  readonly mailbox: readonly Message[]
  readonly frame: Frame | null
  readonly turn: Turn | null
  readonly cards: readonly OpenCard[]
  /** When to start its CLI, in ms, even if nothing waits for it: after a death, or by the person's word. */
  readonly restartAt: number | null
  /** Its process was started with what no longer holds: it ends as soon as its turn has. */
  readonly outdated: boolean
  /** How its folder's own settings stood when its process was started. */
  readonly trust: FolderTrust | null
}

/** All that is open in Janus; what is settled lives in the store only. */
export interface State {
  readonly agents: ReadonlyMap<AgentId, AgentState>
  /** Newest message's place in the order of acceptance. */
  readonly seq: number
}

/** A state in which nothing has happened. */
export const emptyState: State = { agents: new Map(), seq: 0 }
