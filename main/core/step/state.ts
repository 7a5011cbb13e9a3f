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
 * A name in the forms that must be unique, made at the edge from what was written. `name`: NFKC, trimmed, as shown.
 * `key`: case-folded. `skeleton`: its look-alikes' (UTS 39), case-folded.
 */
export interface NameKeys {
  readonly name: string
  readonly key: string
  readonly skeleton: string
}

/** A process of ours, told apart from a later one with the same pid by its start time. */
export interface ProcessRecord {
  readonly pid: number
  /** Opaque, from the system; null where it cannot be read. */
  readonly startedAt: string | null
}

/** A seat in a circle that another machine keeps. */
export interface SeatAway {
  /** As it stands here, `gat-…@attic`. */
  readonly gathering: GatheringId
  readonly topic: string
  /** Who convened it, "Ann@attic". */
  readonly by: string
  /** The user has not said yes. */
  readonly asked: boolean
  /** When that machine last had something for it, in ms. */
  readonly at: number
}

/** What is kept of an agent for good. */
export interface Agent extends NameKeys, AgentFields {
  /** Names it had, answered for until the time in ms. */
  readonly formerNames: readonly (NameKeys & { readonly until: number })[]
  /** Its seat in a circle of another machine, or that machine's wish for it; absent, null: none. */
  readonly seat?: SeatAway | null
  /** The machine of whose circle the user took it out last, and when, in ms; absent, null: of none. */
  readonly declined?: { readonly machine: MachineName; readonly at: number } | null
  /** Peers with fewer rights, or of other machines, that the user lets write to it. */
  readonly peers: readonly AgentId[]
  /** Names of the groups that it belongs to. */
  readonly groups: readonly NameKeys[]
  /** Times in ms of its messages to many in the last ten minutes. */
  readonly broadcasts: readonly number[]
  readonly notices?: NoticeCounts
  /** The user's comments on its changes; absent: none. */
  readonly review?: Review
  /** What it has changed and claimed, and shares with others; absent: nothing ever. */
  readonly files?: AgentFiles
  /** Tabs that it has proposed and the user has not decided about. */
  readonly tabProposals: readonly TabProposal[]
  /** The agent that wanted this tab; null: the user made it, or a gathering. */
  readonly openedBy: OpenedBy | null
  readonly closedAt: number | null
  /** Why it failed, the last time that it did. */
  readonly trouble: Trouble | null
  /** UUID that its process resumes. */
  readonly conversation: string
  /** A process has read at least one prompt in this conversation. */
  readonly conversed: boolean
  readonly process: ProcessRecord | null
  readonly entryCount: number
  readonly used: Used
  /** The process's running totals when it last reported; what a turn used are differences to them. */
  readonly costMark: number
  readonly tokenMark: Tokens
  /** Its last turns, oldest first: what the next ones may cost. */
  readonly recent: readonly TurnCost[]
  /** Its own; null: the usual one of a tab. */
  readonly cap: Cap | null
  readonly raised: Raise
  /** Depth and causes of the newest turn: what it sends after that turn still belongs to it. */
  readonly depth: number
  readonly causes: readonly MessageId[]
  /** First line of the user's newest task for it, read; what an anchor of Janus's own leads back to. */
  readonly task: string
  /** The beginning of the final text of its newest turn that was no housekeeping; `asks`: its end asks something. */
  readonly lastFinal: { readonly text: string; readonly at: number; readonly asks: boolean } | null
  /** Anchors in a row, and heartbeats of any intent in a row, without a turn (or, for the second, a word) of the user or a peer. */
  readonly anchorsInRow: number
  readonly beatsInRow: number
  /** Times in ms of its process's unexpected deaths in the last five minutes. */
  readonly deaths: readonly number[]
}

/** A tool call of an agent that waits for the reply to a ticket. */
export interface Await {
  readonly ticket: MessageId
  /** Whose reply it is. */
  readonly peer: AgentId
  /** The process's own name of the call, where it is known. */
  readonly call: string | null
  readonly since: number
  /** The reverse message that was given to the call; it counts as read when the call's result is seen. */
  readonly handed: MessageId | null
  /** Why it waits no more, before the call has ended. */
  readonly over: 'reply' | 'mail' | 'peer' | 'over' | null
}

/** A card, the process's own name for the request behind it, and all that it asks to run. */
export interface OpenCard extends Card {
  readonly request: string
  readonly whole: CallExcerpt
  readonly hash: string
}

/** An agent with all that is still open about it. */
export interface AgentState {
  readonly agent: Agent
  /** Counts its processes; facts of an earlier one are ignored. 0 before the first. */
  readonly run: number
  /** `starting`: not ready for a prompt yet; `ending`: told to end, exit awaited. */
  readonly process: 'off' | 'starting' | 'on' | 'ending'
  /** As its newest process told them. */
  readonly abilities: Abilities
  /** Messages not settled yet, in order of acceptance; timers that have not ended. */
  readonly mailbox: readonly Message[]
  readonly heartbeats: readonly Heartbeat[]
  /** The user's rules about its peers' mail, in their order; and whom they answered in the last minute. */
  readonly handlers: readonly Handler[]
  readonly answeredLately: readonly { readonly to: AgentId; readonly at: number }[]
  readonly frames: readonly Frame[]
  readonly turn: Turn | null
  readonly cards: readonly OpenCard[]
  /** Calls of this turn that the user denied, whose results are not seen yet. */
  readonly denied: readonly string[]
  /** What calls of this turn have sent, until their results are seen. */
  readonly sent: readonly { readonly call: string; readonly message: MessageId }[]
  /** Calls of `send_to_agent` in this turn whose results are not seen yet: only these can hand a reply over. */
  readonly sends: readonly string[]
  /** When to start its process, in ms, even if nothing waits for it: after a death, or by the user's word. */
  readonly restartAt: number | null
  /** Its process was started with what no longer holds: it ends as soon as its turn has. */
  readonly needsRestart: boolean
  /** How its folder's own settings stood when its process was started. */
  readonly trust: FolderTrust | null
  /** When the user last wrote in its tab, in ms, whether something unsent is left, and whether they have just sent it. */
  readonly typing: { readonly at: number; readonly draft: boolean; readonly sent?: true } | null
  readonly awaits: readonly Await[]
  /** What its process runs beside its turns. */
  readonly background: readonly BackgroundTask[]
  /** Its subagents that may still say something; last the one that said something last. */
  readonly subagents: readonly Subagent[]
  /** A sign of its process that it may not go on. */
  readonly healthWarning: HealthWarning | null
  /** Its process was ended for its silence, and no turn has come to its own end since. */
  readonly wasRestarted: boolean
  /** When a message last ended a turn of its, in ms. */
  readonly interjectedAt: number | null
  /** The user's word was to stop the tool too, for this message. */
  readonly interruptingMessage: MessageId | null
  /** What interrupted its turn, other than the user: the cap of a turn, or the gathering that had asked. */
  readonly haltedBy: 'turnCap' | 'gathering' | null
  /** The gathering in which it sits. */
  readonly gatheringId: GatheringId | null
}

/** A subagent: the row of its call as it was written last, and how many rows its own log has. */
export interface Subagent {
  readonly entry: Entry
  readonly use: SubagentUse
  readonly rows: number
}

/** Messages and bytes that may wait. */
export interface MailboxRoom {
  readonly count: number
  readonly bytes: number
}

const mebibyte = 1024 * 1024

/** How much may wait in one mailbox: the user's mail and other mail never take each other's room. */
export interface MailboxLimits {
  readonly user: MailboxRoom
  /** Messages of all agents and remote users together. */
  readonly peers: MailboxRoom
  /** Of these, messages of the agents of one other machine; its user is a sender apart. */
  readonly machine: MailboxRoom
  /** Of these, messages of one sender. */
  readonly sender: MailboxRoom
  /** What one agent here, the agents of one other machine, and its user may always have there, however full `peers` is. */
  readonly reserved: MailboxRoom
}

export const usualMailbox: MailboxLimits = {
  user: { count: 1000, bytes: 64 * mebibyte },
  peers: { count: 1000, bytes: 64 * mebibyte },
  machine: { count: 300, bytes: 24 * mebibyte },
  sender: { count: 200, bytes: 16 * mebibyte },
  reserved: { count: 10, bytes: 2 * mebibyte },
}

/** What the user has set about delivery and sleep. */
export interface Limits {
  /** How long a message waits for the end of a turn before it is steered in, in ms. */
  readonly patience: number
  readonly awake: number
  /** Idle so long an agent sleeps, in ms. */
  readonly sleepAfter: number
  /** False: all links rest. */
  readonly links: boolean
  /** Every message between agents links them. */
  readonly linkOnSend: boolean
  /** Whether Janus gives agents anchors by itself. */
  readonly anchors: 'open' | 'off'
  /** A claim of an agent that is silent so long ends, in ms. */
  readonly taskSilence: number
  /** No heartbeat fires. */
  readonly quiet: boolean
  /** Since when, in ms, only the user's later words begin turns; null: all goes. */
  readonly stopped: number | null
  /** Prompts of gatherings that the user started go in as plain ones. */
  readonly plainGrants: boolean
  /** Whom an agent may read: those it has to do with, or all. */
  readonly transcripts: 'linked' | 'all'
  /** So many tabs agents may open by themselves, open at the same time; 0: each is asked about. */
  readonly tabsByAgents: number
  /** How much may wait in one mailbox. */
  readonly mailbox: MailboxLimits
  /** Most that a turn, a tab, a link and a day may use, where they have no cap of their own. */
  readonly caps: UsualCaps
}

/** One message between two agents, as the loop guard remembers it for ten minutes. */
export interface Passed {
  readonly id: MessageId
  readonly at: number
  readonly text: string
}

/** What passed between two agents lately, by the lesser of their ids, then by the other. */
export type Traffic = ReadonlyMap<AgentId, ReadonlyMap<AgentId, readonly Passed[]>>

/** All that is open in Janus; what is settled lives in the store only. */
export interface State {
  readonly agents: ReadonlyMap<AgentId, AgentState>
  /** Open ones, and closed ones of which something crossed in an episode that is not over: opening again goes on counting. */
  readonly links: ReadonlyMap<LinkId, Link>
  /** Those that are not over, and closed ones whose file is not written yet. */
  readonly gatherings: ReadonlyMap<GatheringId, Gathering>
  /** The shared list: unfinished ones, and the last that ended; in order of adding. */
  readonly tasks: ReadonlyMap<TaskId, Task>
  /** What this machine is called in its fleet; null: it is in none. */
  readonly self: MachineName | null
  /** The other machines of its fleet. */
  readonly machines: ReadonlyMap<MachineName, MachineState>
  /** Newest message's place in the order of acceptance. */
  readonly seq: number
  readonly limits: Limits
  readonly traffic: Traffic
  /** The sums of the present day; null before the first turn ever. */
  readonly day: Day | null
  /** Everything that was due until then has been done, in ms. */
  readonly at: number
}

/** What holds where the user said nothing. */
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

/** Nothing has happened. */
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
