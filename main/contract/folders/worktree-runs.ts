/** The commands that make a worktree ready and clean it up, and its range of ports: what is kept of them, and the words for them. */

/** A command of a repository (`.janus/worktree.json`), or of the user's settings. */
export interface WorktreeCommand {
  readonly command: string
  readonly from: 'repository' | 'user'
}

/** When a command runs: before the agent's first turn, or before the worktree is removed. */
export type RunPhase = 'setup' | 'teardown'

/** Why a command did not do its work. `unready`: files could not be copied, or the configuration could not be read. */
export type RunProblem =
  | { readonly kind: 'exit'; readonly code: number | null }
  | { readonly kind: 'unstartable' | 'unready'; readonly detail: string }
  /** `cut`: Janus ended meanwhile. */
  | { readonly kind: 'timeout' | 'stopped' | 'cut' }

/** How the setup or teardown of a worktree stands. `asks`: the user has not approved the command. `waiting`: it is about to start. */
export interface WorktreeRun extends WorktreeCommand {
  readonly state: 'asks' | 'waiting' | 'running' | 'failed' | 'done' | 'skipped'
  /** Counts the runs of this phase, so that a late report of an earlier one is ignored. */
  readonly n: number
  readonly isStopping?: true
  readonly problem: RunProblem | null
  /** The end of what it wrote, once it has ended. */
  readonly output: string
}

/** The ports that belong to one worktree. */
export interface PortRange {
  readonly first: number
  readonly count: number
}

/** What the user does about a setup. `again`: reads the configuration again and runs what it says. */
export const setupActions = ['run', 'skip', 'stop', 'again'] as const
export type SetupAction = (typeof setupActions)[number]

/** Limits. Times are in ms, lengths in characters, sizes in bytes. */
export const worktreeLimits = {
  time: { setup: 15 * 60_000, teardown: 5 * 60_000 },
  command: 2000,
  output: 16_000,
  includes: { files: 2000, bytes: 256_000_000 },
  ports: 100,
} as const

/** The file of a repository that names its commands, and the one that lists what is copied. */
export const worktreeFiles = { config: '.janus/worktree.json', include: '.worktreeinclude' } as const

/** Whether no turn of the worktree's agent may begin. */
export const isUnready = ({ setup, teardown }: WorktreeRuns): boolean =>
  (setup !== undefined && setup.state !== 'done' && setup.state !== 'skipped') ||
  (teardown !== undefined && isActive(teardown))

/** What a worktree keeps of its runs and ports; absent: none. */
export interface WorktreeRuns {
  readonly setup?: WorktreeRun
  readonly teardown?: WorktreeRun
  readonly ports?: PortRange
}

/** Whether a command runs, or is about to. */
export const isActive = ({ state }: WorktreeRun): boolean => state === 'waiting' || state === 'running'

/** The variables by which programs in a worktree know its ports. */
export const portVariables = ({ first, count }: PortRange): Readonly<Record<string, string>> => ({
  JANUS_PORT: String(first),
  JANUS_PORT_COUNT: String(count),
})

/** Why a command did not do its work, as a sentence. */
export function runProblemWords(problem: RunProblem, phase: RunPhase): string {
  switch (problem.kind) {
    case 'exit':
      return problem.code === null ? 'A signal ended it.' : `It ended with code ${String(problem.code)}.`
    case 'unstartable':
      return `It could not be started: ${problem.detail}`
    case 'unready':
      return problem.detail
    case 'timeout':
      return `It ran for ${String(worktreeLimits.time[phase] / 60_000)} minutes, and was ended.`
    case 'stopped':
      return 'It was stopped.'
    case 'cut':
      return 'Janus ended while it ran.'
  }
}

/** How a setup stands, in a few words; empty: nothing keeps the agent from working. */
export function setupWords({ state, problem }: WorktreeRun): string {
  switch (state) {
    case 'asks':
      return 'Its setup command needs approval'
    case 'waiting':
    case 'running':
      return 'Its setup command is running'
    case 'failed':
      return `Its setup failed. ${problem ? runProblemWords(problem, 'setup') : ''}`.trim()
    case 'done':
    case 'skipped':
      return ''
  }
}

/** The first range of ports at or after `base` that overlaps none of `used` and holds none of `taken`; null: there is none. */
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
