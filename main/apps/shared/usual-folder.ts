import { openGit } from '../../adapters/git/run-git.ts'
import { demoGitEnvironment, prepareDemoFolder } from '../../adapters/rehearsal/demo-folder.ts'
import type { ComposeOptions } from './compose.ts'
import type { LockedFolder } from './take-place.ts'

type Start = Pick<ComposeOptions, 'rehearse' | 'startedIn' | 'environment'> &
  Pick<LockedFolder, 'folder' | 'readOf'>

/** Default folder of new agents; null means the home folder. */
export async function usualFolderOf(of: Start): Promise<string | null> {
  if (!of.rehearse) return of.startedIn ?? null
  // Beside the state folder, which is closed to agents' tools.
  return of.readOf === null
    ? prepareDemoFolder(`${of.folder}-demo`, openGit(demoGitEnvironment(of.environment)))
    : null
}
