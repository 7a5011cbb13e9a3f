import type { GatheringView, UtteranceView } from '../../main/contract/gatherings/gathering-views.ts'
import type { ChangeSpan } from '../../main/contract/folders/changes.ts'
import type { AgentKind } from '../../main/contract/agents/kinds.ts'
import type { MachineName } from '../../main/contract/fleet/machines.ts'
import type { GatheringId } from '../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../main/contract/links/links.ts'
import type { AgentId, MessageId } from '../../main/contract/api/model.ts'
import type { Quote } from './quote.ts'
import type { LogToExport } from './export-log.ts'
import type { TabProposalId } from '../../main/contract/agents/tab-proposals.ts'

/** A message, and what of it was looked for. */
export interface FoundWords {
  readonly message: MessageId
  readonly words: string
}

/** What stands over the window, if anything. */
export type Panel =
  | { readonly kind: 'newAgent' }
  /** Conversations that can be gone on from: of agents of this kind, of this folder first. */
  | { readonly kind: 'goOn'; readonly of?: AgentKind; readonly folder?: string }
  /** Which files an agent changed since before the turn of that row, to be taken back. */
  | { readonly kind: 'undoFiles'; readonly agent: AgentId; readonly n: number }
  /** What an agent changed in files: in a turn (of that row, or the newest), in its conversation, or since the last commit. */
  | {
      readonly kind: 'changes'
      readonly agent: AgentId
      readonly span: ChangeSpan['of']
      readonly n?: number
      readonly path?: string
      /** A line of that file to begin at. */
      readonly line?: number
    }
  /** What it and others have changed in the files that they share. */
  | { readonly kind: 'sharedFiles'; readonly agent: AgentId }
  /** A file outside of the agent's folder, to be opened in the user's editor. */
  | {
      readonly kind: 'openFile'
      readonly agent: AgentId
      readonly path: string
      readonly line: number | null
    }
  | { readonly kind: 'leaveWorktree'; readonly agent: AgentId }
  | { readonly kind: 'rename'; readonly agent: AgentId }
  | { readonly kind: 'role'; readonly agent: AgentId }
  | { readonly kind: 'look'; readonly agent: AgentId }
  /** A tab that the agent wants, to be changed before it is opened. */
  | { readonly kind: 'tabProposal'; readonly agent: AgentId; readonly tabProposal: TabProposalId }
  /** Groups; `write`: words to one, or to `all`. */
  | { readonly kind: 'groups'; readonly write?: string }
  | { readonly kind: 'agentSettings'; readonly agent: AgentId }
  /** An agent of another machine, or its user; `id`: its id there. */
  | { readonly kind: 'peer'; readonly machine: MachineName; readonly id: AgentId }
  /** The user's seat in a circle of another machine; `found`: words there that are wanted in view. */
  | { readonly kind: 'circle'; readonly circle: GatheringId; readonly found?: FoundWords }
  /** The user's settings; `text`: what is looked for at first. */
  | { readonly kind: 'settings'; readonly text?: string }
  | { readonly kind: 'costs' }
  | { readonly kind: 'tasks' }
  /** What this Janus is. */
  | { readonly kind: 'about' }
  | { readonly kind: 'ending'; readonly of: ConfirmedAct; readonly agent: AgentId }
  /** `text`: what stands in its field at first. */
  | { readonly kind: 'palette'; readonly text?: string }
  | { readonly kind: 'search'; readonly text?: string }
  /** `page`: what it shows first; the keys without it. */
  | { readonly kind: 'keys'; readonly page?: 'words' }
  /** The user's roles; `from`: one is begun that is like this agent, `of`: that one is open. */
  | { readonly kind: 'roles'; readonly from?: AgentId; readonly of?: string }
  | { readonly kind: 'message'; readonly message: MessageId; readonly from: string }
  /** What led to a held message. */
  | { readonly kind: 'chain'; readonly message: MessageId; readonly agent: AgentId }
  | { readonly kind: 'linkTo'; readonly agent: AgentId }
  | { readonly kind: 'openLink'; readonly members: readonly [AgentId, AgentId] }
  | { readonly kind: 'closeLink'; readonly link: LinkId }
  | { readonly kind: 'linkPurpose'; readonly link: LinkId }
  | { readonly kind: 'handlers'; readonly agent: AgentId }
  | { readonly kind: 'timer'; readonly agent: AgentId }
  /** Words that somebody said, to be sent on, asked about, or answered in their thread. */
  | { readonly kind: 'quote'; readonly act: 'send' | 'ask' | 'reply'; readonly quote: Quote }
  /** A log that becomes a file; `name`: whose it is, as it shows. */
  | { readonly kind: 'export'; readonly log: LogToExport; readonly name: string }
  | { readonly kind: 'thread'; readonly message: MessageId }
  /** The start sheet of a gathering: fresh, in a preset, from a proposal, or about an agent's words. */
  | {
      readonly kind: 'convene'
      readonly rhythm?: string
      readonly proposal?: GatheringId
      readonly around?: { readonly agent: AgentId; readonly words: string }
      /** Goes on from a row of an earlier gathering. */
      readonly fork?: { readonly of: GatheringView; readonly row: ForkRow }
    }

/** The row from which a gathering is to go on. */
export type ForkRow = Pick<UtteranceView, 'id' | 'n' | 'name' | 'number' | 'phase' | 'round'>

/** What the user is asked about before it is done to an agent. */
export type ConfirmedAct = 'close' | 'stop' | 'restart' | 'delete'
