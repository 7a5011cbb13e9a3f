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
import type { Entrance, Frame, Turn } from './frames-and-turns.ts'

/** What a process is started with. */
export interface Launch extends KindChoice {
  readonly cwd: string
  /** Resumed if the process knows it, begun under this id if not. */
  readonly conversation: string
  /** It has been spoken in: not finding it is a loss to be told. */
  readonly conversed: boolean
  readonly model: string | null
  /** As its program calls it; null: its own choice. */
  readonly effort: string | null
  readonly permissionMode: PermissionMode
  readonly name: string
  readonly role: string
  /** What its role has it told at its start; may be empty. */
  readonly instructions: string
  /** What the user has allowed for good. */
  readonly allowed: readonly Permission[]
}

/** A picture that is kept, by the path of its copy. */
export interface PictureRef {
  readonly path: string
  readonly type: PictureType
}

/** What the outside is to do, after the commit. Never fails into the core: failures come back as facts. */
export type Effect =
  | { readonly do: 'agent.start'; readonly agent: AgentId; readonly run: number; readonly launch: Launch }
  /** Writes one frame. `isFromUser`: the user's own words, alone, as they typed them. */
  | {
      readonly do: 'agent.write'
      readonly agent: AgentId
      readonly run: number
      readonly frame: FrameId
      readonly text: string
      readonly isFromUser: boolean
      readonly how: Entrance
      /** Pictures that stand beside the words, for a process whose model is shown any; absent: none. */
      readonly pictures?: readonly PictureRef[]
    }
  | { readonly do: 'agent.interrupt'; readonly agent: AgentId; readonly run: number }
  /** Ends something that the process runs beside its turns; `background.changed` follows where it could. */
  | { readonly do: 'agent.stopTask'; readonly agent: AgentId; readonly run: number; readonly task: string }
  | {
      readonly do: 'agent.configure'
      readonly agent: AgentId
      readonly run: number
      readonly model: string | null
      readonly effort: string | null
      readonly permissionMode: PermissionMode
    }
  /** Ends the process gracefully, then by force; `process.exited` follows always. */
  | { readonly do: 'agent.stop'; readonly agent: AgentId; readonly run: number }
  /** Ends a process that gives no sign of life, at once and by force; `process.exited` follows always. */
  | { readonly do: 'agent.kill'; readonly agent: AgentId; readonly run: number }
  | {
      readonly do: 'card.decide'
      readonly agent: AgentId
      readonly run: number
      readonly request: string
      readonly decision: Decision
    }
  /** Asks the conversation's transcript for frames; `frames.located` follows always. */
  | {
      readonly do: 'transcript.locate'
      readonly agent: AgentId
      readonly kind: AgentKind
      readonly program: string | null
      readonly cwd: string
      readonly conversation: string
      readonly frames: readonly FrameId[]
    }
  /** Looks for passages of earlier conversations about these words; `gathering.sought` follows always. */
  | { readonly do: 'gathering.seek'; readonly gathering: GatheringId; readonly words: string }
  /** Writes the gathering as Markdown, and its line in the trail; `gathering.kept` follows always. */
  | { readonly do: 'gathering.keep'; readonly gathering: GatheringId }
  /** Reads what a handler answers a message with, in its agent's folder; `handler.fileRead` follows always. */
  | {
      readonly do: 'handler.readFile'
      readonly agent: AgentId
      readonly message: MessageId
      readonly folder: string
      readonly path: string
    }
  /** Tells another machine, in order; what it has not heard is told again. */
  | { readonly do: 'envelope.send'; readonly machine: MachineName; readonly envelopes: readonly Envelope[] }
  /** The agent is gone for good: its token and files go too. */
  | { readonly do: 'agent.forget'; readonly agent: AgentId; readonly kind: AgentKind }

/** What an agent's process is to do. */
export type AgentEffect = Exclude<
  Effect,
  { do: `gathering.${string}` | `handler.${string}` | 'envelope.send' }
>

/** One record that a step adds or changes; `open` ones are loaded again at the next start. */
export type Row =
  | { readonly table: 'agent'; readonly row: Agent }
  | { readonly table: 'message'; readonly row: Message; readonly open: boolean }
  | { readonly table: 'frame'; readonly row: Frame; readonly open: boolean }
  | { readonly table: 'turn'; readonly row: Turn; readonly open: boolean }
  | { readonly table: 'entry'; readonly row: Entry }
  /** Not open: closed, and of no more weight for opening one again. */
  | { readonly table: 'link'; readonly row: Link; readonly open: boolean }
  /** One turn reaches one receiver once: (turn, to) is unique over all crossings. */
  | { readonly table: 'crossing'; readonly row: Crossing }
  | { readonly table: 'heartbeat'; readonly row: Heartbeat; readonly open: boolean }
  /** Not open: removed. */
  | { readonly table: 'handler'; readonly row: Handler; readonly open: boolean }
  /** Not open: forgotten. */
  | { readonly table: 'task'; readonly row: Task; readonly open: boolean }
  /** Not open: closed, and its file written. */
  | { readonly table: 'gathering'; readonly row: Gathering; readonly open: boolean }
  | { readonly table: 'utterance'; readonly row: Utterance }
  /** What happened, for the timeline; of one that is there already the words may come later. */
  | { readonly table: 'timeline'; readonly row: TimelineEntry }
  /** Another machine, as it is known. */
  | { readonly table: 'machine'; readonly row: Machine }
  /** Not open: it was heard there. */
  | { readonly table: 'outgoing'; readonly row: Outgoing; readonly open: boolean }
  /** The newest is the present one. */
  | { readonly table: 'day'; readonly row: Day }
  /** Copies the transcript rows of one agent under another: the first so many, all without it. */
  | { readonly table: 'copied'; readonly from: AgentId; readonly to: AgentId; readonly rows?: number }
  /** Removes an agent and all that is stored under it. */
  | { readonly table: 'forgotten'; readonly agent: AgentId }
