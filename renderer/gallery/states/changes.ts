import type { ChangedFile, ChangeList, FileChange } from '../../../main/contract/folders/changes.ts'
import { after } from '../domain/crew.ts'
import type { OwnAnswers, StoryPlay, Stories } from '../play.ts'
import { talk, work } from './said.ts'

const changed = (
  path: string,
  added: number | null,
  removed: number | null,
  more: Partial<ChangedFile> = {},
) => ({ path, kind: 'changed', from: null, added, removed, ...more }) as const satisfies ChangedFile

const files: ChangeList = {
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
function changeOf(path: string): FileChange {
  const file = files.files.find((one) => one.path === path) ?? changed(path, 3, 1)
  const isBinary = file.added === null
  return {
    ...file,
    hunks: isBinary ? [] : [{ oldStart: 4, newStart: 4, lines }],
    isInParts: false,
    remark: isBinary ? 'Binary: 14 kB now, 12 kB in the last commit.' : '',
    revert: { can: true, hash: '0'.repeat(64), loses: 'Removes 3 lines, restores 1.' },
  }
}

const worktree = {
  path: '/home/mo/.janus-worktrees/ferry/builder',
  branch: 'janus/builder',
  repository: '/home/mo/code/ferry',
  base: 'main',
  commit: '0123456789012345678901234567890123456789',
}

/** What is in files and repositories: git and the disk of this machine are not in the page. */
const ofGit: OwnAnswers = {
  'changes.list': () => files,
  'changes.look': ({ path }) => changeOf(path),
  'worktrees.plan': () => ({
    can: true,
    path: '/home/mo/.janus-worktrees/ferry/scribe',
    branch: 'janus/scribe',
    base: 'main',
    uncommitted: 3,
    folder: '/home/mo/code/ferry',
  }),
  'worktrees.look': () => ({
    worktree,
    state: 'there',
    uncommitted: 1,
    files: ['src/fares.js'],
    commits: ['Let children travel for half', 'Name the zones'],
    ahead: 2,
    others: [],
    problem: '',
    blocked: '',
    hash: '0'.repeat(64),
  }),
}

const play = (act: StoryPlay['act'], answers: OwnAnswers = {}): StoryPlay => ({
  story: after([talk, work]),
  answers: { ...ofGit, ...answers },
  act,
})
const opens =
  (sign: string): NonNullable<StoryPlay['act']> =>
  async (hand) => {
    await hand.click('button', /^Actions for Builder/)
    await hand.click('[role=menuitem]', /^Changes/)
    await hand.see(sign)
  }
const table = '[data-part=changed-file] table'

/** Files that were changed, a worktree that is left, and one that is made. */
export const changePlays: Stories = {
  changes: play(opens(table)),
  // The folder is in no repository, as the domain finds it here.
  'changes-none': { story: after([talk]), act: opens('[data-part=changes] p') },
  'changes-sure': play(async (hand, world) => {
    await opens(table)(hand, world)
    await hand.click('button', /^Revert/)
    await hand.see('[data-part=changed-file] .danger')
  }),
  'worktree-leave': play(async (hand, world) => {
    const [agent] = world.view().agents.filter(({ name }) => name === 'Builder')
    await hand.see('[data-part=turn]')
    if (agent)
      world.tell({
        kind: 'agent',
        agent: { ...agent, worktree, branch: worktree.branch, cwd: worktree.path },
      })
    await hand.click('button', /^Actions for Builder/)
    await hand.click('[role=menuitem]', /^Close/)
    await hand.see('fieldset')
  }),
  'worktree-new': play(async (hand) => {
    await hand.click('button', 'New agent')
    await hand.see('[data-part=worktree]')
    await hand.click('[data-part=worktree] input')
  }),
}
