import type { Abilities } from '../../contract/agents/abilities.ts'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import type { PermissionMode } from '../../contract/api/model.ts'
import type { ReadOwnWord } from './reader.ts'
import type { Counting } from './usage.ts'

export interface Wanted {
  readonly option: string
  readonly value: string
}

interface ProfileStart {
  readonly mode: PermissionMode
  /** The user trusts the folder's own settings, or it has none. */
  readonly trusted: boolean
  /** A folder of Janus for files that this kind of agent reads when it starts; it exists. */
  readonly filesFolder: string
  readonly cwd: string
}

export interface Profile {
  readonly kind: AgentKind
  /** The agent's name, and its program's name at the start of a sentence. */
  readonly name: string
  readonly program: string
  readonly command: string
  readonly args: readonly string[]
  /** Oldest supported version, three numbers with dots. */
  readonly oldest: string
  /** Environment variables that give access to the user's account and settings; `*` matches any suffix. */
  readonly account: readonly string[]
  /** Additional environment variables; may write files into `filesFolder`. */
  readonly environment: (start: ProfileStart) => Readonly<Record<string, string>>
  /** Session options of each permission mode, set at each start; null: found by their names. */
  readonly modes:
    | (Readonly<Record<Exclude<PermissionMode, 'auto'>, readonly Wanted[]>> & {
        /** Only for agents that let a model decide instead of the user. */
        readonly auto?: readonly Wanted[]
      })
    | null
  /** Modes that a process started in this mode can switch to, if that depends on the start. */
  readonly switchesTo?: (mode: PermissionMode) => readonly PermissionMode[]
  /**
   * How a message enters a running turn: as a second prompt, as a steering request, as the answer when the
   * agent drains a queue, or not at all. `offered`: as a steering request if the agent announces it.
   */
  readonly steering: 'prompt' | 'steer' | 'drain' | 'none' | 'offered'
  /** How a conversation continues in a new process. */
  readonly goesOn: 'resume' | 'load' | 'never'
  /** Which conversations it lists: of all folders, or of the folder asked about; undefined: none. */
  readonly lists?: 'all' | 'folder'
  /** How a conversation is copied: by the protocol's request, or by Qwen's own request on an open session. */
  readonly copiesBy: 'fork' | 'branch' | 'never'
  readonly servers: 'stdio' | 'http'
  readonly counting: Counting
  readonly ownWord: ReadOwnWord
  /** Abilities that a process may have beyond those expected of its kind. */
  readonly mayDo: Partial<Abilities>
  readonly signedIn: ((of: SignInLook) => boolean | null) | null
  /** Files of a folder that its agents read automatically. */
  readonly memoryFiles: readonly string[]
}

interface SignInLook {
  readonly environment: Readonly<Record<string, string>>
  readonly home: string
}
