import type { ResumeMode } from '../folders/conversations.ts'
import type { PermissionMode } from '../api/model.ts'

/**
 * What an agent's process can do, as reported when it is ready, since it may depend on the version. The core
 * decides by these, never by the kind of agent.
 */
export interface Abilities {
  /** Accepts messages into its conversation without a turn; its model reads them with the next prompt. */
  readonly notes: boolean
  /** Accepts messages into the running turn, at its next tool call. */
  readonly steers: boolean
  /** The prompt of a stopped turn remains in its conversation. */
  readonly keepsStopped: boolean
  /** A new process can resume its conversation. */
  readonly resumes: boolean
  /** `forks`: a copy can also end at an earlier turn. */
  readonly copies: boolean
  readonly forks: boolean
  /** Whether it resumes conversations from before Janus: in a copy, in the original, or not. */
  readonly resumesHistory: ResumeMode | 'no'
  /** Can restore what its tools changed in files. */
  readonly undoes: boolean
  /**
   * How a prompt is found after a crash: by its id in the conversation, by Janus's own journal beside the
   * conversation, or not at all.
   */
  readonly receipts: 'id' | 'journal' | 'none'
  /** Reports when its conversation is compacted. */
  readonly compacts: boolean
  /** Its model sees images in a prompt. */
  readonly images: boolean
  /** What it reports of a turn's usage. */
  readonly cost: 'usd' | 'tokens' | 'none'
  /** Its token counts cover all calls of a turn; else only some of them, so a count is a minimum. */
  readonly countsAll: boolean
  /** Reports how full its context is. */
  readonly tellsContext: boolean
  /**
   * What its model gets of a denial: the user's text too, only the fact, or nothing because the turn ends.
   */
  readonly denial: 'words' | 'plain' | 'ends'
  /** What the user always allows can be passed to a new process. */
  readonly permissions: boolean
  /** Works in folders that the user adds to its own. */
  readonly addsFolders: boolean
  /** Reports its background tasks by name and can stop a single one. */
  readonly stopsTasks: boolean
  /** Effort levels as its program calls them, lowest first; empty: the effort cannot be chosen. */
  readonly efforts: readonly string[]
  /** Permission modes that a running process can switch to; any other needs a new process. */
  readonly switchesTo: readonly PermissionMode[]
}

/** Assumed until a process has reported more. */
export const leastAbilities: Abilities = {
  notes: false,
  steers: false,
  keepsStopped: false,
  resumes: false,
  copies: false,
  forks: false,
  resumesHistory: 'no',
  undoes: false,
  receipts: 'none',
  compacts: false,
  images: false,
  cost: 'none',
  countsAll: false,
  tellsContext: false,
  denial: 'ends',
  permissions: false,
  addsFolders: false,
  stopsTasks: false,
  efforts: [],
  switchesTo: [],
}
