import type { Worktree, WorktreeLook } from '../../../main/contract/folders/changes.ts'
import {
  runProblemWords,
  type RunPhase,
  type SetupAction,
  type WorktreeRun,
} from '../../../main/contract/folders/worktree-runs.ts'
import { cleanLines, terminalLine } from '../clean.ts'
import { one, requestVerb, grouped } from '../verb.ts'

const agent = one('AGENT', { source: 'agent' })

const decides = (action: Exclude<SetupAction, 'run'>, about: string, now: string) =>
  requestVerb({
    name: `worktree ${action}`,
    about,
    args: { agent },
    asks: 'worktrees.setUp',
    input: ({ agent }) => ({ agent, action }),
    words: ({ name }) => `${terminalLine(name)} ${now}`,
  })

export const worktreeVerbs = grouped('Agents', [
  requestVerb({
    name: 'worktree',
    about: 'Show an agent’s worktree: its branch, ports and commands',
    args: { agent },
    asks: 'worktrees.look',
    words: lookLines,
  }),
  requestVerb({
    name: 'worktree run',
    about: 'Approve the setup command of a worktree, by its exact text, and run it',
    args: { agent, command: one('COMMAND') },
    examples: ['janus worktree run Diver "npm ci"'],
    asks: 'worktrees.setUp',
    input: (given) => ({ ...given, action: 'run' }),
    words: ({ name }) => `${terminalLine(name)} is being set up.`,
  }),
  decides('skip', 'Start an agent without the setup of its worktree', 'starts without a setup.'),
  decides('stop', 'Stop the command that runs in a worktree', 'has its command stopped.'),
  decides('again', 'Set up a worktree again, as its repository says now', 'is set up again.'),
  requestVerb({
    name: 'worktree output',
    about: 'Print what a running command in a worktree has written so far',
    args: { agent },
    asks: 'worktrees.output',
    words: ({ text }) => cleanLines(text).trimEnd(),
  }),
])

function lookLines({ worktree, cleanup, uncommitted, ahead }: WorktreeLook): string {
  const { path, branch, ports, setup } = worktree
  const lines: readonly (readonly [string, string])[] = [
    ['Folder', path],
    ['Branch', branch],
    ['Changes', `${String(ahead)} commits ahead, ${String(uncommitted)} files not committed`],
    ['Ports', ports ? `${String(ports.first)} to ${String(ports.first + ports.count - 1)}` : ''],
    ['Setup', setup ? runLine(setup, 'setup') : ''],
    ['Teardown', teardownLine(worktree, cleanup)],
  ]
  return lines
    .filter(([, value]) => value !== '')
    .map(([title, value]) => `${`${title}:`.padEnd(10)} ${cleanLines(value)}`)
    .join('\n')
}

function teardownLine({ teardown }: Worktree, cleanup: WorktreeLook['cleanup']): string {
  if (teardown?.state === 'failed') return runLine(teardown, 'teardown')
  return cleanup?.command ?? ''
}

function runLine({ command, state, problem }: WorktreeRun, phase: RunPhase): string {
  const how = state === 'asks' ? 'needs approval' : state
  const why = problem ? ` ${runProblemWords(problem, phase)}` : ''
  return command === '' ? `${how}.${why}` : `${command} (${how}).${why}`
}
