import type { WorktreeLook } from '../../../main/contract/folders/changes.ts'
import { filesWord } from '../../entities/tool/turn-changes.ts'

/** What can become of a worktree. */
export type Way = 'bring' | 'keep' | 'throw'

/** `2 commits`. */
export const commitsWord = (count: number): string => (count === 1 ? '1 commit' : `${count} commits`)

/** What is lost when a worktree is thrown away. */
export function lossWords({ uncommitted, ahead, worktree, state }: WorktreeLook): string {
  const files = uncommitted > 0 && state === 'there' ? `${filesWord(uncommitted)} not committed` : ''
  const commits = ahead > 0 ? commitsWord(ahead) : ''
  const both = [commits, files].filter((part) => part !== '').join(' and ')
  const also = `The branch ${worktree.branch} and the folder are removed`
  if (both === '') return `Nothing is lost: it has no work of its own. ${also}.`
  return `${both} ${both.startsWith('1 ') && !both.includes(' and ') ? 'is' : 'are'} lost for good. ${also}.`
}
