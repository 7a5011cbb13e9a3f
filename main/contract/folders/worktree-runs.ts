/** Setup and teardown commands of worktrees, and their port ranges: state and texts. */

import { wordsOf, type Wording } from '../words/wording.ts'

/** From the repository's `.janus/worktree.json`, or from the user's settings. */
export interface WorktreeCommand {
  readonly command: string
  readonly from: 'repository' | 'user'
}

/** Before the agent's first turn, or before the worktree is removed. */
export type RunPhase = 'setup' | 'teardown'

/** `unready`: files could not be copied, or the configuration could not be read. */
export type RunProblem =
  | { readonly kind: 'exit'; readonly code: number | null }
  | { readonly kind: 'unstartable' | 'unready'; readonly detail: string }
  /** `cut`: Janus quit meanwhile. */
  | { readonly kind: 'timeout' | 'stopped' | 'cut' }

/** `asks`: the user has not approved the command. `waiting`: it is about to start. */
export interface WorktreeRun extends WorktreeCommand {
  readonly state: 'asks' | 'waiting' | 'running' | 'failed' | 'done' | 'skipped'
  /** Counts the runs of this phase, so that a late report of an earlier run is ignored. */
  readonly n: number
  readonly isStopping?: true
  readonly problem: RunProblem | null
  /** The end of its output, once it has ended. */
  readonly output: string
}

export interface PortRange {
  readonly first: number
  readonly count: number
}

/** `again`: reads the configuration again and runs its command. */
export const setupActions = ['run', 'skip', 'stop', 'again'] as const
export type SetupAction = (typeof setupActions)[number]

/** Times in milliseconds, lengths in characters, sizes in bytes. */
export const worktreeLimits = {
  time: { setup: 15 * 60_000, teardown: 5 * 60_000 },
  command: 2000,
  output: 16_000,
  includes: { files: 2000, bytes: 256_000_000 },
  ports: 100,
} as const

/** The repository's file with its commands, and the list of files to copy. */
export const worktreeFiles = { config: '.janus/worktree.json', include: '.worktreeinclude' } as const

/** Whether the agent must not start a turn. */
export const isUnready = ({ setup, teardown }: WorktreeRuns): boolean =>
  (setup !== undefined && setup.state !== 'done' && setup.state !== 'skipped') ||
  (teardown !== undefined && isActive(teardown))

export interface WorktreeRuns {
  readonly setup?: WorktreeRun
  readonly teardown?: WorktreeRun
  readonly ports?: PortRange
}

export const isActive = ({ state }: WorktreeRun): boolean => state === 'waiting' || state === 'running'

/** Tell programs in a worktree its ports. */
export const portVariables = ({ first, count }: PortRange): Readonly<Record<string, string>> => ({
  JANUS_PORT: String(first),
  JANUS_PORT_COUNT: String(count),
})

/** One sentence. */
export const runProblemWords = (problem: RunProblem, phase: RunPhase): string =>
  wordsOf(problemWords, problem, phase)

const problemWords: Wording<RunProblem, [phase: RunPhase]> = {
  exit: ({ code }) => (code === null ? 'A signal ended it.' : `It ended with code ${String(code)}.`),
  unstartable: ({ detail }) => `It could not be started: ${detail}`,
  unready: ({ detail }) => detail,
  timeout: (_, phase) => `It ran for ${String(worktreeLimits.time[phase] / 60_000)} minutes, and was ended.`,
  stopped: 'It was stopped.',
  cut: 'Janus ended while it ran.',
}

/** Empty when the agent can work. */
export function setupWords({ state, problem }: WorktreeRun): string {
  if (state === 'asks') return 'Its setup command needs approval'
  if (state === 'waiting' || state === 'running') return 'Its setup command is running'
  return state === 'failed'
    ? `Its setup failed. ${problem ? runProblemWords(problem, 'setup') : ''}`.trim()
    : ''
}

/**
 * Returns the first range from `base` on that overlaps none of `used` and contains none of `taken`, or null.
 */
export function pickPorts(
  { base, count }: { readonly base: number; readonly count: number },
  used: readonly PortRange[],
  taken: ReadonlySet<number>,
): PortRange | null {
  for (let first = base; first + count <= 65_536; first += count) {
    const overlaps = used.some((one) => first < one.first + one.count && one.first < first + count)
    const isTaken = [...taken].some((port) => port >= first && port < first + count)
    if (!overlaps && !isTaken) return { first, count }
  }
  return null
}
