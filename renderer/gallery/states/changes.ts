import type {
  ChangedFile,
  ChangeList,
  FileChange,
  WorktreeLook,
} from '../../../main/contract/folders/changes.ts'
import type { WorktreeRun } from '../../../main/contract/folders/worktree-runs.ts'
import { after } from '../domain/crew.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import type { Line, World } from '../domain/world.ts'
import type { Hand } from '../hand.ts'
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

const tests = [
  ' ',
  '-export const children = []',
  '+export const children = [6, 16]',
  ' ',
  ' export const zones = 3',
]
const hunks = [
  { oldStart: 4, newStart: 4, lines },
  { oldStart: 40, newStart: 42, lines: tests },
]

function changeOf(path: string): FileChange {
  const file = files.files.find((one) => one.path === path) ?? changed(path, 3, 1)
  const isBinary = file.added === null
  return {
    ...file,
    hunks: isBinary ? [] : hunks,
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

const look: WorktreeLook = {
  worktree,
  state: 'there',
  uncommitted: 1,
  files: ['src/fares.js'],
  commits: ['Let children travel for half', 'Name the zones'],
  ahead: 2,
  others: [],
  problem: '',
  blocked: '',
  cleanup: null,
  hash: '0'.repeat(64),
}

/** Answers about files and repositories, since the page has neither git nor a disk. */
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
  'worktrees.look': () => look,
}

type NewComment = RequestInput<'comments.add'>
const comment = (text: string, more: Partial<NewComment>) => ({
  path: 'src/fares.js',
  line: 7,
  lines: ['+  const price = age < 6 ? 0 : age < 16 ? full / 2 : full'],
  text,
  ...more,
})
const zones = comment('Is this still the number of zones?', {
  path: 'src/zones.js',
  line: 12,
  lines: ['-export const zones = 2', '+export const zones = 3'],
})

/** The user's comments on Builder's changes: two that are sent, or three that wait. */
async function comments(world: World, isSent: boolean) {
  const agent = world.id('Builder')
  const add = (one: Omit<NewComment, 'agent'>) => world.ask('comments.add', { agent, ...one })
  await add(comment('Name these ages: they stand in the test too.', {}))
  await add(zones)
  if (isSent) await world.ask('comments.send', { agent, message: 'Two things before you go on:' })
  if (isSent) return
  await add(
    comment('Why was the old name better?', {
      side: 'old',
      line: 5,
      lines: ['-  const price = prices[zone]'],
    }),
  )
}

/** As if the files existed; `zones` has changed since. */
const listComments: OwnAnswers['comments.list'] = async (input, world) =>
  (await world.ask('comments.list', input)).map((one) => ({
    ...one,
    lineStatus: one.path === zones.path ? { state: 'changed' } : { state: 'there', line: one.line },
  }))

const answered: readonly Line[] = [
  ['text', 'The ages have names now, see src/fares.js:4. The number of zones comes from the table.'],
]

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
/** In the open sheet of changes. */
const inChanges = (act: (hand: Hand) => Promise<unknown>): StoryPlay =>
  play(async (hand, world) => {
    await opens(table)(hand, world)
    await act(hand)
  })
const closesWorktree = async (hand: Hand, world: World) => {
  await hand.see('[data-part=turn]')
  world.amend('Builder', () => ({ worktree, branch: worktree.branch, cwd: worktree.path }))
  await hand.click('button', /^Actions for Builder/)
  await hand.click('[role=menuitem]', /^Close/)
}

/** Builder's worktree with its setup in this state. */
const settingUp = (setup: Partial<WorktreeRun>, answers: OwnAnswers = {}): StoryPlay => ({
  story: after([talk]),
  answers: { ...ofGit, ...answers },
  act: async (hand, world) => {
    await hand.see('[data-part=turn]')
    world.amend('Builder', () => ({
      branch: worktree.branch,
      cwd: worktree.path,
      turnNumber: 0,
      status: 'starting',
      needs: setup.state === 'running' ? null : 'card',
      worktree: {
        ...worktree,
        setup: {
          command: 'npm ci && npm run db:create -- --port "$JANUS_PORT"',
          from: 'repository',
          n: 1,
          state: 'asks',
          problem: null,
          output: '',
          ...setup,
        },
      },
    }))
    await hand.see(setup.state === 'running' ? '[data-part=worktree-run]' : '[data-part=card]')
    if (setup.state === 'running') await hand.click('[data-part=worktree-run] summary')
  },
})

/**
 * Builder and another agent edit the same file. Only a domain with files reports that, so the agent is sent
 * by hand.
 */
function share(world: World, name: string): void {
  const file = (path: string, why: 'changed' | 'claimed') => ({
    path,
    theirPath: path,
    why,
    with: world.id(name),
    isSecond: why === 'claimed',
  })
  const changed = file('src/fares.js', 'changed')
  const sharedFiles = name === 'Scout' ? [changed] : [changed, file('src/zones.js', 'claimed')]
  world.amend('Builder', () => ({ sharedFiles }))
}

export const changePlays: Stories = {
  changes: play(opens(table)),
  // The domain in the page finds no repository.
  'changes-none': { story: after([talk]), act: opens('[data-part=changes] p') },
  'changes-sure': inChanges(async (hand) => {
    await hand.click('button', /^Revert/)
    await hand.see('[data-part=changed-file] .danger')
  }),
  comments: {
    ...inChanges((hand) => hand.see('[data-part=line-comment]')),
    story: after([talk, work], (world) => comments(world, false)),
    answers: { ...ofGit, 'comments.list': listComments },
  },
  'comments-writing': inChanges(async (hand) => {
    const line = await hand.see('[data-at="1"]')
    line.focus()
    await hand.press('Shift+ArrowDown')
    await hand.press('Shift+ArrowDown')
    await hand.press('Enter')
    await hand.type('[data-part=comment-form] textarea', 'Could one function do both?')
  }),
  'comments-sent': {
    story: after([talk, work], async (world) => {
      await comments(world, true)
      await world.turn('Builder', ...answered)
    }),
    answers: { ...ofGit, 'comments.list': listComments },
    act: async (hand) => void (await hand.see('[data-part=line-comment]')),
  },
  'hunk-sure': inChanges(async (hand) => {
    await hand.click('button', 'Revert hunk…')
    await hand.see('[data-part=changed-file] .danger')
  }),
  'shared-files-head': play(async (hand, world) => {
    await hand.see('[data-part=turn]')
    share(world, 'Scout')
    await hand.see('[data-part=shared-files-chip]')
  }),
  'shared-files': play(async (hand, world) => {
    await hand.see('[data-part=turn]')
    share(world, 'Critic')
    await hand.click('[data-part=shared-files-chip]')
    await hand.see('[data-part=shared-file] table')
  }),
  'worktree-leave': play(async (hand, world) => {
    await closesWorktree(hand, world)
    await hand.see('fieldset')
  }),
  'worktree-setup': settingUp({}),
  'worktree-setup-runs': settingUp(
    { state: 'running' },
    { 'worktrees.output': () => ({ text: 'npm warn deprecated glob@7.2.3\nadded 412 packages in 9s\n' }) },
  ),
  'worktree-setup-failed': settingUp({
    state: 'failed',
    problem: { kind: 'exit', code: 1 },
    output: 'added 412 packages in 9s\nerror: database "ferry" already exists\n',
  }),
  'worktree-teardown': play(
    async (hand, world) => {
      await closesWorktree(hand, world)
      await hand.see('[data-part=cleanup]')
    },
    {
      'worktrees.look': () => ({
        ...look,
        uncommitted: 0,
        files: [],
        commits: look.commits.slice(0, 1),
        ahead: 1,
        cleanup: { command: 'docker compose down --volumes', from: 'repository' },
      }),
    },
  ),
  'worktree-new': play(async (hand) => {
    await hand.click('button', 'New agent')
    await hand.see('[data-part=worktree]')
    await hand.click('[data-part=worktree] input')
  }),
}
