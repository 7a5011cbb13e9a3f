/**
 * Types that every program of Janus shares. Times are milliseconds since 1970 UTC, except where a field says
 * ISO 8601.
 */

import type { LineComment } from '../folders/line-comments.ts'
import type { Attachment } from '../mail/attachments.ts'
import type { FilePatch } from '../folders/changes.ts'
import type { Intent } from '../timers/heartbeats.ts'
import type { MachineName } from '../fleet/machines.ts'
import type { LinkId, CrossingId, Sent } from '../links/links.ts'
import type { PieceCall } from '../gatherings/gatherings.ts'
import type { DeliveryMode } from '../mail/messages.ts'
import type { Spoken } from '../gatherings/utterances.ts'
import type { NoteFact } from '../history/note-facts.ts'
import type { Form } from '../agents/forms.ts'
import type { SubagentUse } from '../agents/subagents.ts'
import type { Question, ToolCall } from '../agents/tool-calls.ts'

/** `agt-` and ten base32 characters; kept when the name changes. */
export type AgentId = `agt-${string}`
/** `msg-` and ten base32 characters. */
export type MessageId = `msg-${string}`
/** `trn-` and ten base32 characters. */
export type TurnId = `trn-${string}`
/** `crd-` and ten base32 characters: a permission or question that waits for the user. */
export type CardId = `crd-${string}`
/** UUID that a prompt has in its agent's process. */
export type FrameId = string

/** `guest`: a user of another machine, by the name that the machine reported. `system`: Janus. */
export type Author =
  | { kind: 'user'; via: 'window' | 'api' }
  | { kind: 'agent'; id: AgentId }
  | { kind: 'guest'; machine: MachineName; name: string }
  | { kind: 'system' }

/** `name`: at the time of the action. */
export interface Actor {
  readonly by: Author
  readonly name: string
}

export type AgentStatus = 'starting' | 'idle' | 'working' | 'asleep' | 'stopped' | 'failed'
/** What an agent is waiting for from its user. */
export type Needs = null | 'permission' | 'question' | 'card' | 'piece'
/**
 * Why an agent failed: its folder is gone, nobody is signed in, its process cannot be started, the folder is
 * not trusted, or the process died repeatedly.
 */
export type Trouble = 'folder' | 'login' | 'backend' | 'trust' | 'deaths'
/** How strictly the process asks before it acts, from strict to lax. `auto`: a model decides what to ask. */
export type PermissionMode = 'plan' | 'default' | 'acceptEdits' | 'auto' | 'bypassPermissions'
/**
 * When an agent takes direct messages of peers. `hybrid`: by priority. `interject`: each one interrupts what
 * is running, even a turn of the user. `quiet`: all wait until it is idle. `ask`: each waits for the user's
 * click.
 */
export type Policy = 'hybrid' | 'interject' | 'quiet' | 'ask'
/** Allowed until the tab is deleted: a rule in the syntax of the agent's program, or a folder. */
export type Permission =
  | { readonly kind: 'rule'; readonly rule: string }
  | { readonly kind: 'folder'; readonly path: string }

export const rulesOf = (allowed: readonly Permission[]): string[] =>
  allowed.flatMap((permission) => (permission.kind === 'rule' ? [permission.rule] : []))

/** The folders in which an agent may work besides its own. */
export const foldersOf = (allowed: readonly Permission[]): string[] =>
  allowed.flatMap((permission) => (permission.kind === 'folder' ? [permission.path] : []))

/** What an agent's process proposes to allow from now on. */
export interface Suggestion {
  /** Button label: what would be allowed in this conversation, such as `npm run migrate`. */
  readonly label: string
  /** The label begins with a command, an address or an identifier rather than with prose. */
  readonly isCode: boolean
  readonly permissions: readonly Permission[]
  /** The permission mode to switch to, or null for the same. */
  readonly mode: PermissionMode | null
}

/** Each from 1 to 8. */
export interface Look {
  readonly hue: number
  readonly shape: number
}

/**
 * State of a folder's own settings, hooks and MCP servers. `plain`: it has none. `ask`: the user has not
 * decided about the present ones, so none is used. `refused`: the user refused exactly these.
 */
export type FolderTrust = 'plain' | 'ask' | 'trusted' | 'refused'

/** A process's request to its user, open until it is answered or withdrawn. */
export interface Card {
  readonly id: CardId
  readonly kind: 'permission' | 'question'
  /** The waiting call, by its process's own id, as in its `tool` row. */
  readonly call: string
  /** What would run; of a permission over 16 KiB, long texts are cut in the middle. */
  readonly tool: ToolCall
  /** One sentence for the user, from the process or from Janus. */
  readonly title: string
  /** The tool's input as text, without the file changes; cut like `tool`. */
  readonly input: string
  /** Number of characters that were cut. */
  readonly hidden: number
  /**
   * Identifies the whole input in the answer that allows it; null when some was cut: then it comes with the
   * rest.
   */
  readonly hash: string | null
  readonly reason: string
  readonly askedAt: number
  /** What could always be allowed; empty for questions. */
  readonly suggestions: readonly Suggestion[]
  /** Empty for permissions. */
  readonly questions: readonly Question[]
  /** For a question that is a form. */
  readonly form?: Form
  /** `from`: names of the agents, or of the user, who began the turn that asks. */
  readonly origin: TurnOrigin
  readonly from: readonly string[]
}

export type EntryKind =
  | 'user'
  | 'peer'
  | 'system'
  | 'text'
  | 'thinking'
  | 'tool'
  | 'result'
  | 'note'
  /** Which agents got a turn's final text over links; follows that turn. */
  | 'crossing'
  /** A heartbeat's message. */
  | 'heartbeat'
  /** A gathering's prompt: the piece, a beat, or the request for the harvest. */
  | 'piece'

/**
 * `denied` and `stopped` are the user's decision, not failures. `launched`: what it started runs on in the
 * background.
 */
export type CallEnd = 'done' | 'failed' | 'denied' | 'stopped' | 'launched'

/** A row of Janus's own transcript of an agent. */
export interface Entry {
  readonly agent: AgentId
  /** Position in the transcript, from 1, without gaps. */
  readonly n: number
  readonly turn: TurnId | null
  /** Number of that turn, added for windows; not stored. */
  readonly turnNumber?: number
  readonly kind: EntryKind
  /** The sender of a `user` or `peer` row; else the agent or Janus. */
  readonly author: Author
  readonly authorName: string
  readonly text: string
  /** For a `tool`; `text` is its input. */
  readonly tool: ToolCall | null
  /** Links a `result` to its `tool`. */
  readonly call: string | null
  /** A failed tool, or a broken turn. */
  readonly isError: boolean
  /** The message that this row contains; for a `result`, the one that its call sent. */
  readonly message: MessageId | null
  /** For a row that begins a turn: the prompt that contained it. */
  readonly frame?: FrameId
  /** For the agent's text: it is incomplete, because its process ended. */
  readonly half?: true
  /** For the agent's text: a notice to its user, sent by a tool call during the turn. */
  readonly isNotice?: true
  /** Written before the conversation came to Janus. */
  readonly imported?: true
  /** For a `result`. */
  readonly end?: CallEnd
  /** For a `result`: the file changes of its call, if the program reports them. */
  readonly patches?: readonly FilePatch[]
  /** For a `result`: exit code of its command, if reported. */
  readonly exit?: number
  /** For a `tool` that started a subagent. */
  readonly subagent?: SubagentUse
  /** For a subagent's row: position, in its agent's transcript, of the call that it belongs to. */
  readonly within?: number
  /** For a `note`: the fact that its text is made from. */
  readonly note?: NoteFact
  /** For a `peer`'s text that its handler wrote: the handler's name. */
  readonly byHandler?: string
  /** How a message was delivered; absent where it does not apply. */
  readonly way?: DeliveryMode
  /** For a `peer`'s text that came over a link, and for a `crossing`. */
  readonly link?: LinkId
  /** For a `crossing`. */
  readonly crossing?: CrossingId
  readonly sent?: readonly Sent[]
  /** For the user's text. */
  readonly attachments?: readonly Attachment[]
  /** For the user's text: the line comments that it was made from. */
  readonly comments?: readonly LineComment[]
  /** For a `heartbeat`. */
  readonly intent?: Intent
  /** For the texts of a gathering. */
  readonly spoken?: Spoken
  /** For an agent's prompts in a gathering; the text's first line repeats it for the model. */
  readonly topic?: string
  /** For a `piece`. */
  readonly piece?: PieceCall
  /** For text that was read at least a second after it was written: when it was written. */
  readonly saidAt?: number
  /** When the row was added; for text from others, when the agent read it. */
  readonly at: number
}

/** The user's text, peers' messages, or Janus and the process by themselves. */
export type TurnOrigin = 'user' | 'peer' | 'system'

/**
 * `words`: a message. `command`: the user's slash command. `anchor`, `check`, `wait`: a heartbeat.
 * `reminder`: a ticket sent again. `piece`: a gathering's piece, beat or harvest. `own`: the process itself.
 * Only turns triggered by `words` cross links.
 */
export type TurnTrigger = 'words' | 'command' | 'reminder' | 'piece' | Intent | 'own'

/** A passage of an earlier conversation. */
export interface Passage {
  readonly from: 'tab'
  readonly agent: AgentId
  readonly agentName: string
  /** The agent itself, or who wrote to it. */
  readonly author: Author
  readonly authorName: string
  /** Position in that agent's transcript. */
  readonly n: number
  readonly at: number
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  /** At most 400 characters. */
  readonly text: string
}
