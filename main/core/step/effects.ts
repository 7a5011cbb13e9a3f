import type { PictureType } from '../../contract/mail/attachments.ts'
import type { Handler } from '../../contract/handlers/handlers.ts'
import type { Task } from '../../contract/tasks/tasks.ts'
import type { Day } from '../../contract/budget/budget.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Envelope, MachineName } from '../../contract/fleet/machines.ts'
import type { AgentKind, KindChoice } from '../../contract/agents/kinds.ts'
import type { Crossing, Link } from '../../contract/links/links.ts'
import type {
  AgentId,
  Entry,
  FrameId,
  Permission,
  MessageId,
  PermissionMode,
} from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Decision } from './events.ts'
import type { Machine, Outgoing } from './machines.ts'
import type { Agent } from './state.ts'
import type { UnionOf } from './union-of.ts'
import type { Entrance, Frame, Turn } from './frames-and-turns.ts'

export interface Launch extends KindChoice {
  readonly cwd: string
  /** Resumed if the process knows it, otherwise started under this id. */
  readonly conversation: string
  /** Something was said in it: not finding it is a loss to report. */
  readonly conversed: boolean
  readonly model: string | null
  /** The program's own term; null: its default. */
  readonly effort: string | null
  readonly permissionMode: PermissionMode
  readonly name: string
  readonly role: string
  readonly instructions: string
  readonly allowed: readonly Permission[]
}

/** `path` is that of the stored copy. */
export interface PictureRef {
  readonly path: string
  readonly type: PictureType
}

/** What an agent's process is to do, by kind. */
interface ProcessEffects {
  'agent.start': { readonly launch: Launch }
  /** `isFromUser`: only the user's own text, as typed. */
  'agent.write': {
    readonly frame: FrameId
    readonly text: string
    readonly isFromUser: boolean
    readonly how: Entrance
    /** Only for processes whose model accepts pictures. */
    readonly pictures?: readonly PictureRef[]
  }
  'agent.interrupt': unknown
  /** Stops a background task; `background.changed` follows if that worked. */
  'agent.stopTask': { readonly task: string }
  'agent.configure': {
    readonly model: string | null
    readonly effort: string | null
    readonly permissionMode: PermissionMode
  }
  /** Ends the process gracefully, then by force; `process.exited` always follows. */
  'agent.stop': unknown
  /** Kills an unresponsive process at once; `process.exited` always follows. */
  'agent.kill': unknown
  'card.decide': { readonly request: string; readonly decision: Decision }
}

/** Run after the commit. Effects never fail into the core: failures come back as facts. */
export type Effect =
  | UnionOf<
      {
        readonly [Do in keyof ProcessEffects]: ProcessEffects[Do] & {
          readonly agent: AgentId
          readonly run: number
        }
      },
      'do'
    >
  /** Looks for frames in the conversation's transcript; `frames.located` always follows. */
  | {
      readonly do: 'transcript.locate'
      readonly agent: AgentId
      readonly kind: AgentKind
      readonly program: string | null
      readonly cwd: string
      readonly conversation: string
      readonly frames: readonly FrameId[]
    }
  /** Searches earlier conversations for passages; `gathering.sought` always follows. */
  | { readonly do: 'gathering.seek'; readonly gathering: GatheringId; readonly words: string }
  /** Writes the gathering as Markdown, and its line in the trail; `gathering.kept` always follows. */
  | { readonly do: 'gathering.keep'; readonly gathering: GatheringId }
  /** Reads the file that a handler replies with, in its agent's folder; `handler.fileRead` always follows. */
  | {
      readonly do: 'handler.readFile'
      readonly agent: AgentId
      readonly message: MessageId
      readonly folder: string
      readonly path: string
    }
  /** In order; what isn't acknowledged is sent again. */
  | { readonly do: 'envelope.send'; readonly machine: MachineName; readonly envelopes: readonly Envelope[] }
  /** The agent was deleted: revoke its token and delete its files. */
  | { readonly do: 'agent.forget'; readonly agent: AgentId; readonly kind: AgentKind }

export type AgentEffect = Exclude<
  Effect,
  { do: `gathering.${string}` | `handler.${string}` | 'envelope.send' }
>

/** `open` rows are loaded again at the next start. */
export type Row =
  | { readonly table: 'agent'; readonly row: Agent }
  | { readonly table: 'message'; readonly row: Message; readonly open: boolean }
  | { readonly table: 'frame'; readonly row: Frame; readonly open: boolean }
  | { readonly table: 'turn'; readonly row: Turn; readonly open: boolean }
  | { readonly table: 'entry'; readonly row: Entry }
  /** Not open: closed, and no longer needed when it is opened again. */
  | { readonly table: 'link'; readonly row: Link; readonly open: boolean }
  /** (turn, to) is unique over all crossings: one turn reaches one receiver once. */
  | { readonly table: 'crossing'; readonly row: Crossing }
  | { readonly table: 'heartbeat'; readonly row: Heartbeat; readonly open: boolean }
  /** Not open: removed. */
  | { readonly table: 'handler'; readonly row: Handler; readonly open: boolean }
  /** Not open: forgotten. */
  | { readonly table: 'task'; readonly row: Task; readonly open: boolean }
  /** Not open: closed, and its file written. */
  | { readonly table: 'gathering'; readonly row: Gathering; readonly open: boolean }
  | { readonly table: 'utterance'; readonly row: Utterance }
  /** Writing an id again fills in text that came later. */
  | { readonly table: 'timeline'; readonly row: TimelineEntry }
  | { readonly table: 'machine'; readonly row: Machine }
  /** Not open: acknowledged. */
  | { readonly table: 'outgoing'; readonly row: Outgoing; readonly open: boolean }
  /** The newest is the current day. */
  | { readonly table: 'day'; readonly row: Day }
  /** Copies the first `rows` transcript rows (default: all) of one agent to another. */
  | { readonly table: 'copied'; readonly from: AgentId; readonly to: AgentId; readonly rows?: number }
  /** Removes an agent and everything stored under it. */
  | { readonly table: 'forgotten'; readonly agent: AgentId }
