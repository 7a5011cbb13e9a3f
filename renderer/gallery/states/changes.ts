import type { ChangeList } from '../../../main/contract/folders/changes.ts'
import { galleryWorktree } from '../change-answers.ts'
import type { Play, Plays } from '../play.ts'
import { shown } from './hand-shown.ts'
import { builderSaid, talk, work } from './words.ts'

const nothing: ChangeList = {
  files: [],
  added: 0,
  removed: 0,
  isPart: false,
  hasGit: false,
  remark: 'This folder is in no git repository: there is no commit to compare with.',
}

const open = (answers: NonNullable<Play['answers']>, sign: string): Play => ({
  ...shown({}, { transcripts: builderSaid([...talk, ...work]) }),
  answers,
  act: async (hand) => {
    await hand.click('button', /^Actions for Builder/)
    await hand.click('[role=menuitem]', /^Changes/)
    await hand.see(sign)
  },
})

const leaving: Play = {
  ...shown({ worktree: galleryWorktree, branch: galleryWorktree.branch, cwd: galleryWorktree.path }),
  act: async (hand) => {
    await hand.click('button', /^Actions for Builder/)
    await hand.click('[role=menuitem]', /^Close/)
    await hand.see('fieldset')
  },
}

/** Files that were changed, a worktree that is left, and one that is made. */
export const changePlays: Plays = {
  changes: open({}, '[data-part=changed-file] table'),
  'changes-none': open({ 'changes.list': () => nothing }, '[data-part=changes] p'),
  'changes-sure': {
    ...open({}, '[data-part=changed-file] table'),
    act: async (hand) => {
      await hand.click('button', /^Actions for Builder/)
      await hand.click('[role=menuitem]', /^Changes/)
      await hand.see('[data-part=changed-file] table')
      await hand.click('button', /^Take back/)
      await hand.see('[data-part=changed-file] .danger')
    },
  },
  'worktree-leave': leaving,
  'worktree-new': {
    ...shown({}),
    act: async (hand) => {
      await hand.click('button', 'New agent')
      await hand.see('[data-part=worktree]')
      await hand.click('[data-part=worktree] input')
    },
  },
}
