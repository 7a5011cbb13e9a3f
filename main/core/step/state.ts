import {
  noCaps,
  type Cap,
  type Day,
  type Raise,
  type Tokens,
  type TurnCost,
  type UsualCaps,
  type Used,
} from '../../contract/budget/budget.ts'
import type { AgentFields } from '../../contract/agents/agent-fields.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { MachineState } from './machines.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'
import type { Task, TaskId } from '../../contract/tasks/tasks.ts'
import type { Review } from '../../contract/folders/line-comments.ts'
import type { Handler } from '../../contract/handlers/handlers.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Abilities } from '../../contract/agents/abilities.ts'
import type { BackgroundTask } from '../../contract/agents/background.ts'
import type { SubagentUse } from '../../contract/agents/subagents.ts'
import type { AgentId, Entry, FolderTrust, MessageId, Trouble, Card } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { NoticeCounts } from '../../contract/agents/user-notices.ts'
import type { OpenedBy, TabProposal } from '../../contract/agents/tab-proposals.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Frame, Turn } from './frames-and-turns.ts'
import type { HealthWarning } from '../../contract/agents/vitals.ts'
import type { CallExcerpt } from '../agents/excerpt.ts'
import type { AgentFiles } from '../edits/edit-commands.ts'

/**
 * The forms of a name that must be unique, computed at the edge. `name`: NFKC, trimmed, as shown. `key`:
 * case-folded. `skeleton`: case-folded form shared by look-alikes (UTS 39).
 */
export interface NameKeys {
  readonly name: string
  readonly key: string
  readonly skeleton: string
}

/** `startedAt` tells the process from a later one with the same pid. */
export interface ProcessRecord {
  readonly pid: number
  /** Opaque, from the system; null if it can't be read. */
  readonly startedAt: string | null
}

/** A seat in another machine's gathering. */
export interface SeatAway {
  /** The id on this machine, `gat-…@attic`. */
  readonly gathering: GatheringId
  readonly topic: string
  /** Who convened it, "Ann@attic". */
  readonly by: string
  /** The user hasn't accepted. */
  readonly asked: boolean
  /** When that machine last sent something for it, in ms. */
  readonly at: number
}

export interface Agent extends NameKeys, AgentFields {
  /** Former names, which still reach it until `until` (ms). */
  readonly formerNames: readonly (NameKeys & { readonly until: number })[]
  /** Its seat in another machine's gathering, or that machine's request for it. */
  readonly seat?: SeatAway | null
  /** The machine from whose gathering the user last removed it, and when, in ms. */
  readonly declined?: { readonly machine: MachineName; readonly at: number } | null
  /** Peers with fewer rights, or of other machines, that the user lets write to it. */
  readonly peers: readonly AgentId[]
  readonly groups: readonly NameKeys[]
  /** Times in ms of its broadcasts in the last ten minutes. */
  readonly broadcasts: readonly number[]
  readonly notices?: NoticeCounts
  readonly review?: Review
  readonly files?: AgentFiles
  /** Its undecided proposals of tabs. */
  readonly tabProposals: readonly TabProposal[]
  /** The agent that proposed this tab; null: made by the user or a gathering. */
  readonly openedBy: OpenedBy | null
  readonly closedAt: number | null
  /** Why it last failed. */
  readonly trouble: Trouble | null
  /** UUID that its process resumes. */
  readonly conversation: string
  /** A process has read at least one prompt of this conversation. */
  readonly conversed: boolean
  readonly process: ProcessRecord | null
  readonly entryCount: number
  readonly used: Used
  /** The process's running totals at its last report; a turn's usage is the difference. */
  readonly costMark: number
  readonly tokenMark: Tokens
  /** Cost of its last turns, oldest first; used for estimates. */
  readonly recent: readonly TurnCost[]
  /** Null: the default cap of tabs. */
  readonly cap: Cap | null
  readonly raised: Raise
  /** Depth and causes of the newest turn: what it sends after that turn still belongs to it. */
  readonly depth: number
  readonly causes: readonly MessageId[]
  /** First line of the user's newest task that it has read; automatic anchors lead back to it. */
  readonly task: string
  /** Start of the final text of its newest turn (without housekeeping); `asks`: it ends with a question. */
  readonly lastFinal: { readonly text: string; readonly at: number; readonly asks: boolean } | null
  /**
   * Consecutive anchors without a turn of the user or a peer; consecutive heartbeats, also ended by a message
   * steered in.
   */
  readonly anchorsInRow: number
  readonly beatsInRow: number
  /** Times in ms of its process's crashes in the last five minutes. */
  readonly deaths: readonly number[]
}

export interface Await {
  readonly ticket: MessageId
  readonly peer: AgentId
  /** The process's id of the call, if known. */
  readonly call: string | null
  readonly since: number
  /** The message that was given to the call; it counts as read when the call's result is seen. */
  readonly handed: MessageId | null
  /** Why the wait is over although the call hasn't ended yet. */
  readonly over: 'reply' | 'mail' | 'peer' | 'over' | null
}

/** With the process's id of the request, and the full input. */
export interface OpenCard extends Card {
  readonly request: string
  readonly whole: CallExcerpt
  readonly hash: string
}

export interface AgentState {
  readonly agent: Agent
  /** Number of its current process, 0 before the first; facts of earlier ones are ignored. */
  readonly run: number
  /** `starting`: not ready for a prompt; `ending`: was asked to end, exit awaited. */
  readonly process: 'off' | 'starting' | 'on' | 'ending'
  /** As reported by its newest process. */
  readonly abilities: Abilities
  /** Unsettled messages, in order of acceptance; timers that have not ended. */
  readonly mailbox: readonly Message[]
  readonly heartbeats: readonly Heartbeat[]
  /** The user's rules for its peers' mail, in order; and whom they answered in the last minute. */
  readonly handlers: readonly Handler[]
  readonly answeredLately: readonly { readonly to: AgentId; readonly at: number }[]
  readonly frames: readonly Frame[]
  readonly turn: Turn | null
  readonly cards: readonly OpenCard[]
  /** Calls of this turn that the user denied and whose results haven't come. */
  readonly denied: readonly string[]
  /** Messages that calls of this turn sent, until the calls' results come. */
  readonly sent: readonly { readonly call: string; readonly message: MessageId }[]
  /** Calls of `send_to_agent` in this turn without a result yet: only these can receive a reply. */
  readonly sends: readonly string[]
  /** When to start its process, in ms, even without mail: after a crash, or at the user's request. */
  readonly restartAt: number | null
  /** Its process was started with outdated settings: it ends after the current turn. */
  readonly needsRestart: boolean
  /** The trust state of its folder's settings when its process was started. */
  readonly trust: FolderTrust | null
  /**
   * When the user last typed in its tab, in ms; whether unsent text is left; whether they have just sent it.
   */
  readonly typing: { readonly at: number; readonly draft: boolean; readonly sent?: true } | null
  readonly awaits: readonly Await[]
  readonly background: readonly BackgroundTask[]
  /** Subagents that may still report; the last active one is last. */
  readonly subagents: readonly Subagent[]
  readonly healthWarning: HealthWarning | null
  /** Its process was killed for its silence, and no turn has completed since. */
  readonly wasRestarted: boolean
  /** When a message last interrupted its turn, in ms. */
  readonly interjectedAt: number | null
  /** The message for which the user wants the running tool stopped too. */
  readonly interruptingMessage: MessageId | null
  /** What interrupted its turn, other than the user: the turn cap, or the gathering that had asked. */
  readonly haltedBy: 'turnCap' | 'gathering' | null
  readonly gatheringId: GatheringId | null
}

/** `entry`: the row of its call as last written; `rows`: length of its own log. */
export interface Subagent {
  readonly entry: Entry
  readonly use: SubagentUse
  readonly rows: number
}

export interface MailboxRoom {
  readonly count: number
  readonly bytes: number
}

const mebibyte = 1024 * 1024

/** Limits of one mailbox: the user's mail and other mail never take each other's space. */
export interface MailboxLimits {
  readonly user: MailboxRoom
  /** All agents and remote users together. */
  readonly peers: MailboxRoom
  /** Part of `peers`: all agents of one other machine; its user counts as a separate sender. */
  readonly machine: MailboxRoom
  /** Part of `peers`: one sender. */
  readonly sender: MailboxRoom
  /**
   * Guaranteed within `peers` for each local agent, each other machine's agents together, and its user, even
   * when full.
   */
  readonly reserved: MailboxRoom
}

export const usualMailbox: MailboxLimits = {
  user: { count: 1000, bytes: 64 * mebibyte },
  peers: { count: 1000, bytes: 64 * mebibyte },
  machine: { count: 300, bytes: 24 * mebibyte },
  sender: { count: 200, bytes: 16 * mebibyte },
  reserved: { count: 10, bytes: 2 * mebibyte },
}

export interface Limits {
  /** How long a message waits for the end of a turn before it is steered in, in ms. */
  readonly patience: number
  readonly awake: number
  /** Milliseconds of idle time. */
  readonly sleepAfter: number
  /** False: all links are paused. */
  readonly links: boolean
  readonly linkOnSend: boolean
  readonly anchors: 'open' | 'off'
  /** Silence in ms after which an agent's claim ends. */
  readonly taskSilence: number
  /** No heartbeat fires. */
  readonly quiet: boolean
  /** Time in ms of *Stop all*: only later messages of the user start turns; null: not stopped. */
  readonly stopped: number | null
  /** Prompts of gatherings that the user started go in as plain ones. */
  readonly plainGrants: boolean
  /** Whose transcripts an agent may read: those of agents it has to do with, or all. */
  readonly transcripts: 'linked' | 'all'
  /** How many tabs opened by agents without asking may be open at once; 0: each needs the user's approval. */
  readonly tabsByAgents: number
  readonly mailbox: MailboxLimits
  /** Default caps of a turn, a tab, a link and a day. */
  readonly caps: UsualCaps
}

/** A message between two agents, kept ten minutes for the loop guard. */
export interface Passed {
  readonly id: MessageId
  readonly at: number
  readonly text: string
}

/** By the smaller of the two ids, then by the other. */
export type Traffic = ReadonlyMap<AgentId, ReadonlyMap<AgentId, readonly Passed[]>>

/** Everything open in Janus; what is settled is only in the store. */
export interface State {
  readonly agents: ReadonlyMap<AgentId, AgentState>
  /** Open links, and closed ones whose budget period isn't over: reopening continues it. */
  readonly links: ReadonlyMap<LinkId, Link>
  /** Those that are not over, and closed ones whose file isn't written yet. */
  readonly gatherings: ReadonlyMap<GatheringId, Gathering>
  /** Unfinished tasks, and the last that ended; in order of creation. */
  readonly tasks: ReadonlyMap<TaskId, Task>
  readonly self: MachineName | null
  readonly machines: ReadonlyMap<MachineName, MachineState>
  /** The newest message's place in the order of acceptance. */
  readonly seq: number
  readonly limits: Limits
  readonly traffic: Traffic
  /** Sums of the current day; null before the first turn ever. */
  readonly day: Day | null
  /** Everything due up to this time (ms) has been done. */
  readonly at: number
}

export const usualLimits: Limits = {
  patience: 120_000,
  awake: 8,
  sleepAfter: 120_000,
  links: true,
  linkOnSend: false,
  anchors: 'open',
  taskSilence: 3_600_000,
  quiet: false,
  stopped: null,
  plainGrants: false,
  transcripts: 'linked',
  tabsByAgents: 0,
  mailbox: usualMailbox,
  caps: noCaps,
}

export const emptyState: State = {
  agents: new Map(),
  links: new Map(),
  gatherings: new Map(),
  tasks: new Map(),
  self: null,
  machines: new Map(),
  seq: 0,
  limits: usualLimits,
  traffic: new Map(),
  day: null,
  at: 0,
}
