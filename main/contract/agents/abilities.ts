import type { GoesOn } from '../folders/conversations.ts'
import type { PermissionMode } from '../api/model.ts'

/**
 * What an agent's process can do. Told when it is ready, since it may hang on its version; the core asks for nothing
 * else, and never for a kind of agent.
 */
export interface Abilities {
  /** Takes words into its conversation without a turn; they are read with the next prompt. */
  readonly notes: boolean
  /** Takes words into the turn that runs, at its next tool. */
  readonly steers: boolean
  /** The prompt of a turn that was stopped stays in its conversation. */
  readonly keepsStopped: boolean
  /** A new process goes on with its conversation. */
  readonly resumes: boolean
  /** Its conversation can be copied; `forks`: up to a turn of it, too. */
  readonly copies: boolean
  readonly forks: boolean
  /** Conversations that its program has already can be gone on from: in a copy, in the original itself, or not. */
  readonly takesUp: GoesOn | 'no'
  /** Takes back what its tools changed in files. */
  readonly undoes: boolean
  /**
   * How a prompt is found again after a death: by its id in the conversation, by Janus's own journal of what was
   * written beside the conversation, or not at all.
   */
  readonly receipts: 'id' | 'journal' | 'none'
  /** Says when its conversation was cut down to a summary. */
  readonly compacts: boolean
  /** Its model is shown pictures that stand in a prompt. */
  readonly images: boolean
  /** What it tells of a turn's use: tokens and money, tokens, or nothing. */
  readonly cost: 'usd' | 'tokens' | 'none'
  /** Its tokens are those of all calls of a turn; else of some of them, and what is counted is the least. */
  readonly countsAll: boolean
  /** Says how full its context is. */
  readonly tellsContext: boolean
  /** What its model hears of a denial: the user's words too, that it was denied, or nothing, since the turn ends. */
  readonly denial: 'words' | 'plain' | 'ends'
  /** What the user allows for good can be said to a new process. */
  readonly permissions: boolean
  /** Works in folders that the user adds to its own. */
  readonly addsFolders: boolean
  /** Tells what it runs beside its turns by name, and ends one of them alone. */
  readonly stopsTasks: boolean
  /** How hard it can be made to think, as its program calls it, least first; none: that cannot be chosen. */
  readonly efforts: readonly string[]
  /** Permission modes to which a process that runs can be switched; into any other a new one is started. */
  readonly switchesTo: readonly PermissionMode[]
}

/** What is counted on before a process has told more. */
export const leastAbilities: Abilities = {
  notes: false,
  steers: false,
  keepsStopped: false,
  resumes: false,
  copies: false,
  forks: false,
  takesUp: 'no',
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
