/**
 * The nouns of Janus, as every program of it sees them. Types only.
 * Times are milliseconds since 1970 UTC, except where a field says ISO 8601.
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

/** `agt-` and ten base32 characters; stays when the name changes. */
export type AgentId = `agt-${string}`
/** `msg-` and ten base32 characters. */
export type MessageId = `msg-${string}`
/** `trn-` and ten base32 characters. */
export type TurnId = `trn-${string}`
/** `crd-` and ten base32 characters: a permission or question that waits for the user. */
export type CardId = `crd-${string}`
/** The UUID that a prompt carries into the process. */
export type FrameId = string

/**
 * Who wrote something: the user at the app, an agent, a user of another machine under the name that it tells, or Janus
 * itself.
 */
export type Author =
  | { kind: 'user'; via: 'window' | 'api' }
  | { kind: 'agent'; id: AgentId }
  | { kind: 'guest'; machine: MachineName; name: string }
  | { kind: 'system' }

/** Who did something, and the name at that time. */
export interface Actor {
  readonly by: Author
  readonly name: string
}

/** The six states of an agent. */
export type AgentStatus = 'starting' | 'idle' | 'working' | 'asleep' | 'stopped' | 'failed'
/** What an agent needs from the user, if anything. */
export type Needs = null | 'permission' | 'question' | 'card' | 'piece'
/**
 * What is wrong with a failed agent: its folder is gone, nobody is signed in, its process cannot be started, it may not
 * be started in its folder, or it died again and again.
 */
export type Trouble = 'folder' | 'login' | 'backend' | 'trust' | 'deaths'
/** How strictly the process asks before it acts; listed from strict to lax. `auto`: a model decides what is asked. */
export type PermissionMode = 'plan' | 'default' | 'acceptEdits' | 'auto' | 'bypassPermissions'
/**
 * When an agent takes direct messages of peers. `hybrid`: by priority. `interject`: every one stops
 * what runs, also a turn of the user's. `quiet`: all wait until it is idle. `ask`: each waits for the user's click.
 */
export type Policy = 'hybrid' | 'interject' | 'quiet' | 'ask'
/** Something a user has allowed an agent until the tab is deleted: a rule as its program writes it, or a folder. */
export type Permission =
  | { readonly kind: 'rule'; readonly rule: string }
  | { readonly kind: 'folder'; readonly path: string }

/** The rules, as its program writes them. */
export const rulesOf = (allowed: readonly Permission[]): string[] =>
  allowed.flatMap((permission) => (permission.kind === 'rule' ? [permission.rule] : []))

/** The folders in which an agent may work besides its own. */
export const foldersOf = (allowed: readonly Permission[]): string[] =>
  allowed.flatMap((permission) => (permission.kind === 'folder' ? [permission.path] : []))

/** What an agent's process proposes to allow beyond this once. */
export interface Suggestion {
  /** For a button: what would be allowed from now on in this conversation, `npm run migrate` for one. */
  readonly label: string
  /** The label begins with a command, an address or a name of the machine, and is not said in words. */
  readonly isCode: boolean
  readonly permissions: readonly Permission[]
  /** The permission mode it would go on in, or null for the same. */
  readonly mode: PermissionMode | null
}

/** How an agent looks: pigment and shape, each from 1 to 8. */
export interface Look {
  readonly hue: number
  readonly shape: number
}

/**
 * How a folder's own settings, hooks and MCP servers stand. `plain`: it has none. `ask`: the user has not
 * decided about what is there now; until then none of it counts. `refused`: the user said no to just this.
 */
export type FolderTrust = 'plain' | 'ask' | 'trusted' | 'refused'

/** One request of a process to its user, open until answered or withdrawn by the process. */
export interface Card {
  readonly id: CardId
  readonly kind: 'permission' | 'question'
  /** The call that waits, by its process's own name, as in its `tool` row. */
  readonly call: string
  /** What would run; in that of a permission over 16 KiB long texts are cut in their middle. */
  readonly tool: ToolCall
  /** One sentence for the user, from the process or made by Janus. */
  readonly title: string
  /** All that the tool was called with, for reading, but for the change that it makes; cut in the same way. */
  readonly input: string
  /** How many characters of it are not shown here. */
  readonly hidden: number
  /** Names the whole input, for the answer that allows it; null where some is hidden: it is told with the rest. */
  readonly hash: string | null
  readonly reason: string
  readonly askedAt: number
  /** What could be allowed for good; empty for questions. */
  readonly suggestions: readonly Suggestion[]
  /** What a question asks; empty for permissions. */
  readonly questions: readonly Question[]
  /** What a question asks that is a form. */
  readonly form?: Form
  /** What began the turn that asks, and whose words: names of agents, or of the user. */
  readonly origin: TurnOrigin
  readonly from: readonly string[]
}

/** A block of a transcript, as the window shows it. */
export type EntryKind =
  | 'user'
  | 'peer'
  | 'system'
  | 'text'
  | 'thinking'
  | 'tool'
  | 'result'
  | 'note'
  /** After the turn whose final text went over links: to whom. */
  | 'crossing'
  /** The words that a heartbeat put. */
  | 'heartbeat'
  /** The words with which a gathering gave the piece, a beat, or asked for the harvest. */
  | 'piece'

/**
 * How a tool call ended. `denied` and `stopped` are the user's doing, and no failure. `launched`: what it began runs on
 * beside the turn.
 */
export type CallEnd = 'done' | 'failed' | 'denied' | 'stopped' | 'launched'

/** One row of Janus's own transcript of an agent. */
export interface Entry {
  readonly agent: AgentId
  /** Position in the agent's transcript, from 1, without gaps. */
  readonly n: number
  readonly turn: TurnId | null
  /** For windows: the number of that turn. It is not kept with the entry. */
  readonly turnNumber?: number
  readonly kind: EntryKind
  /** Who wrote it; for `user` and `peer` the sender, else the agent or Janus. */
  readonly author: Author
  readonly authorName: string
  readonly text: string
  /** For a `tool`, whose text is what it was called with. */
  readonly tool: ToolCall | null
  /** Ties a `result` to its `tool`. */
  readonly call: string | null
  /** A failed tool, a broken turn. */
  readonly isError: boolean
  /** Which these words are; for a `result`: which its call has sent. */
  readonly message: MessageId | null
  /** For words that begin a turn: the prompt with which they went into the conversation. */
  readonly frame?: FrameId
  /** For the agent's words: they were broken off there, by the end of what wrote them. */
  readonly half?: true
  /** For the agent's words: it told them its user in the middle of its turn, by a call. */
  readonly isNotice?: true
  /** It was said before the conversation came to Janus. */
  readonly imported?: true
  /** For a `result`: how its call ended. */
  readonly end?: CallEnd
  /** For a `result`: what its call did to files, where the program tells that. */
  readonly patches?: readonly FilePatch[]
  /** For a `result`: with which code its command ended, where that is told. */
  readonly exit?: number
  /** For a `tool` that started a subagent: what that has done so far. */
  readonly subagent?: SubagentUse
  /** For a subagent's row: the place, in its agent's transcript, of the call under which it is found. */
  readonly within?: number
  /** For a `note`: what it tells, of which its text is made. */
  readonly note?: NoteFact
  /** For a `peer`'s words that a handler of its wrote in its place: the handler's name. */
  readonly byHandler?: string
  /** For a message's words: how they came; absent where it does not apply. */
  readonly way?: DeliveryMode
  /** For a `peer`'s words that came over a link, and for a `crossing`. */
  readonly link?: LinkId
  /** For a `crossing`. */
  readonly crossing?: CrossingId
  readonly sent?: readonly Sent[]
  /** For the user's words: what went with them. */
  readonly attachments?: readonly Attachment[]
  /** For the user's words: the comments on lines of which they are made. */
  readonly comments?: readonly LineComment[]
  /** For a `heartbeat`. */
  readonly intent?: Intent
  /** For the words of a gathering. */
  readonly spoken?: Spoken
  /** For what an agent is told at its seat in a gathering: the topic, which the first line of the text has for a model. */
  readonly topic?: string
  /** For a `piece`. */
  readonly piece?: PieceCall
  /** For words that were read a second or more after they were said: when they were said. */
  readonly saidAt?: number
  /** When it came into the transcript; for words that somebody put before the agent, when it read them. */
  readonly at: number
}

/** What began a turn: the user's words, peers' mail, or Janus and the process by themselves. */
export type TurnOrigin = 'user' | 'peer' | 'system'

/**
 * The trigger of a turn. `words`: somebody's message. `command`: a slash command of the user's. `anchor`, `check`,
 * `wait`: a heartbeat. `reminder`: a ticket put once more. `piece`: a grant, a beat or the harvest of a gathering. `own`:
 * the process itself. Only turns begun by words cross links.
 */
export type TurnTrigger = 'words' | 'command' | 'reminder' | 'piece' | Intent | 'own'

/** A passage of an earlier conversation that the seed shows. */
export interface Passage {
  readonly from: 'tab'
  readonly agent: AgentId
  readonly agentName: string
  /** Who said it: the agent itself, or who wrote to it. */
  readonly author: Author
  readonly authorName: string
  /** Place in that agent's transcript. */
  readonly n: number
  readonly at: number
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  /** At most 400 characters. */
  readonly text: string
}
