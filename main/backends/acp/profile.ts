import type { Abilities } from '../../contract/agents/abilities.ts'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import type { PermissionMode } from '../../contract/api/model.ts'
import type { ReadOwnWord } from './reader.ts'
import type { Counting } from './usage.ts'

/** An option of an agent's session, and what it is set to. */
export interface Wanted {
  readonly option: string
  readonly value: string
}

interface ProfileStart {
  readonly mode: PermissionMode
  /** The folder's own settings count, or it has none. */
  readonly trusted: boolean
  /** A folder of Janus's for files that this kind of agent reads at its start; it exists. */
  readonly filesFolder: string
  readonly cwd: string
}

/** What is particular about the agents of one maker, as far as Janus has to know it. */
export interface Profile {
  readonly kind: AgentKind
  /** As people call the agent, and its program at the beginning of a sentence. */
  readonly name: string
  readonly program: string
  /** Name of its command on PATH. */
  readonly command: string
  readonly args: readonly string[]
  /** Oldest version that Janus works with, three numbers with dots. */
  readonly oldest: string
  /** The makers' variables that lead to the user's account and settings; a `*` stands for any rest. */
  readonly account: readonly string[]
  /** What is set in its environment on top; may write files into `filesFolder`. */
  readonly environment: (start: ProfileStart) => Readonly<Record<string, string>>
  /** How its sessions are set so that it asks as this mode says, told at each start; null: found among what it offers. */
  readonly modes:
    | (Readonly<Record<Exclude<PermissionMode, 'auto'>, readonly Wanted[]>> & {
        /** Where a model may decide in the user's place. */
        readonly auto?: readonly Wanted[]
      })
    | null
  /** Modes to which a process can be switched that was started in this one, where that hangs on it. */
  readonly switchesTo?: (mode: PermissionMode) => readonly PermissionMode[]
  /**
   * How words come into the turn that runs: by a second prompt, by a request of their own, as the answer to a question
   * of the agent's, or not; `offered`: by a request of their own, if the agent says that it takes one.
   */
  readonly steering: 'prompt' | 'steer' | 'drain' | 'none' | 'offered'
  /** How a conversation goes on in a new process. */
  readonly goesOn: 'resume' | 'load' | 'never'
  /** Whose conversations it lists: of all folders, or of the one that it is asked about; none without it. */
  readonly lists?: 'all' | 'folder'
  /** How a conversation is copied: by the protocol's request, by one of Qwen's own on one that is open, or not. */
  readonly copiesBy: 'fork' | 'branch' | 'never'
  /** How it is given Janus's tools. */
  readonly servers: 'stdio' | 'http'
  readonly counting: Counting
  readonly ownWord: ReadOwnWord
  /** What a process may turn out to do, beyond what is expected of its kind. */
  readonly mayDo: Partial<Abilities>
  /** How to tell whether somebody is signed in, without asking a model; null: it cannot be told. */
  readonly signedIn: ((of: SignInLook) => boolean | null) | null
  /** Files of a folder that its agents read by themselves. */
  readonly memoryFiles: readonly string[]
}

interface SignInLook {
  readonly environment: Readonly<Record<string, string>>
  readonly home: string
}
