import type { ChangedFile, ChangeList, FileChange } from '../../main/contract/folders/changes.ts'
import type { AgentSummary } from '../../main/contract/agents/agent-summary.ts'

const changed = (
  path: string,
  added: number | null,
  removed: number | null,
  more: Partial<ChangedFile> = {},
) => ({ path, kind: 'changed', from: null, added, removed, ...more }) as const satisfies ChangedFile

/** Files of a span, as the gallery shows them. */
export const changedFiles: ChangeList = {
  files: [
    changed('src/fares.js', 3, 1),
    changed('src/children.js', 41, 0, { kind: 'added' }),
    changed('src/old-fares.js', 0, 28, { kind: 'deleted' }),
    changed('test/fares-of-children.test.js', 12, 4, { kind: 'renamed', from: 'test/fares.test.js' }),
    changed('assets/ferry.png', null, null),
  ],
  added: 56,
  removed: 33,
  isPart: false,
  hasGit: true,
  remark: '',
}

const lines = [
  ' export function fare(zone, age) {',
  '-  const price = prices[zone]',
  '+  const full = prices[zone]',
  '+  // Children under six travel free, older ones for half.',
  '+  const price = age < 6 ? 0 : age < 16 ? full / 2 : full',
  ' ',
  '   return Math.round(price * 100) / 100',
  ' }',
]

/** One of them. */
export function changeOf(path: string): FileChange {
  const file = changedFiles.files.find((one) => one.path === path) ?? changed(path, 3, 1)
  const isBinary = file.added === null
  return {
    ...file,
    hunks: isBinary ? [] : [{ oldStart: 4, newStart: 4, lines }],
    isInParts: false,
    remark: isBinary ? 'Binary: 14 kB now, 12 kB in the last commit.' : '',
    revert: { can: true, hash: '0'.repeat(64), loses: '3 lines go, and 1 line comes back.' },
  }
}

/** What main answers about changes and worktrees. */
export const changeAnswers = (summary: (ref: string) => AgentSummary) => ({
  'changes.list': () => changedFiles,
  'changes.look': ({ path }: { path: string }) => changeOf(path),
  'changes.revert': ({ path }: { path: string }) => ({ path, copy: '1-aaaaaaaa' }),
  'changes.putBack': () => ({ files: ['src/fares.js'] }),
  'files.open': ({ path }: { path: string }) => ({ state: 'opened', path }) as const,
  'editors.list': () => ({
    editors: [{ name: 'Visual Studio Code', command: 'code -g {file}:{line}' }],
  }),
  'terminals.list': () => ({
    terminals: [{ name: 'Konsole', command: 'konsole --workdir {folder}' }],
  }),
  'terminals.open': () => ({ folder: '/home/mo/code/ferry' }),
  'worktrees.plan': () => ({
    can: true as const,
    path: '/home/mo/.janus-worktrees/ferry/critic',
    branch: 'janus/critic',
    base: 'main',
    uncommitted: 3,
    folder: '/home/mo/code/ferry',
  }),
  'worktrees.look': () => ({
    worktree: galleryWorktree,
    state: 'there' as const,
    uncommitted: 1,
    files: ['src/fares.js'],
    commits: ['Let children travel for half', 'Name the zones'],
    ahead: 2,
    others: [],
    problem: '',
    blocked: '',
    hash: '0'.repeat(64),
  }),
  'worktrees.bringBack': ({ agent }: { agent: string }) =>
    ({ state: 'done', agent: summary(agent), commits: 2 }) as const,
  'worktrees.throwAway': ({ agent }: { agent: string }) => summary(agent),
})

/** A worktree of the gallery. */
export const galleryWorktree = {
  path: '/home/mo/.janus-worktrees/ferry/builder',
  branch: 'janus/builder',
  repository: '/home/mo/code/ferry',
  base: 'main',
  commit: '0123456789012345678901234567890123456789',
}
