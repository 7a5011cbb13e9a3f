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

/** A message and the searched words in it. */
export interface FoundWords {
  readonly message: MessageId
  readonly words: string
}

/** The sheet over the window. */
export type Panel =
  | { readonly kind: 'newAgent' }
  /** Sessions that can be resumed; those of this kind and folder first. */
  | { readonly kind: 'goOn'; readonly of?: AgentKind; readonly folder?: string }
  /** Reverts files to before the turn of row `n`. */
  | { readonly kind: 'undoFiles'; readonly agent: AgentId; readonly n: number }
  /** File changes of a turn (of row `n`, or the newest), of the conversation, or since the last commit. */
  | {
      readonly kind: 'changes'
      readonly agent: AgentId
      readonly span: ChangeSpan['of']
      readonly n?: number
      readonly path?: string
      /** Line of the file to show first. */
      readonly line?: number
    }
  /** What it and others have changed in shared files. */
  | { readonly kind: 'sharedFiles'; readonly agent: AgentId }
  /** Asks before a file outside of the agent's folder is opened. */
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
  /** Edits a proposed tab before it is opened. */
  | { readonly kind: 'tabProposal'; readonly agent: AgentId; readonly tabProposal: TabProposalId }
  /** `write`: a group to send a message to, or `all`. */
  | { readonly kind: 'groups'; readonly write?: string }
  | { readonly kind: 'agentSettings'; readonly agent: AgentId }
  /** A remote agent or user; `id` is its id on its machine. */
  | { readonly kind: 'peer'; readonly machine: MachineName; readonly id: AgentId }
  /** The user's seat in a remote gathering; `found` is shown first. */
  | { readonly kind: 'circle'; readonly circle: GatheringId; readonly found?: FoundWords }
  /** `text` is the initial search. */
  | { readonly kind: 'settings'; readonly text?: string }
  | { readonly kind: 'costs' }
  | { readonly kind: 'tasks' }
  | { readonly kind: 'about' }
  | { readonly kind: 'ending'; readonly of: ConfirmedAct; readonly agent: AgentId }
  /** `text` is the initial input. */
  | { readonly kind: 'palette'; readonly text?: string }
  | { readonly kind: 'search'; readonly text?: string }
  /** Shows the shortcuts without `page`. */
  | { readonly kind: 'keys'; readonly page?: 'words' }
  /** `from`: starts a role like this agent; `of`: opens that role. */
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
  /** Sends a quote on, asks about it, or replies in its thread. */
  | { readonly kind: 'quote'; readonly act: 'send' | 'ask' | 'reply'; readonly quote: Quote }
  /** `name` is shown as the owner of the log. */
  | { readonly kind: 'export'; readonly log: LogToExport; readonly name: string }
  | { readonly kind: 'thread'; readonly message: MessageId }
  /** Starts a gathering: empty, from a preset or proposal, or about an agent's text. */
  | {
      readonly kind: 'convene'
      readonly rhythm?: string
      readonly proposal?: GatheringId
      readonly around?: { readonly agent: AgentId; readonly words: string }
      /** Continues from a row of an earlier gathering. */
      readonly fork?: { readonly of: GatheringView; readonly row: ForkRow }
    }

export type ForkRow = Pick<UtteranceView, 'id' | 'n' | 'name' | 'number' | 'phase' | 'round'>

/** Needs confirmation. */
export type ConfirmedAct = 'close' | 'stop' | 'restart' | 'delete'
