import { stat } from 'node:fs/promises'

/** What is wrong with a working folder, and what to do, for a person; or null. */
export async function folderProblem(cwd: string): Promise<string | null> {
  const folder = await stat(cwd).catch(() => null)
  if (folder === null)
    return `The folder ${cwd} is gone. Bring it back, or choose another folder for this tab.`
  return folder.isDirectory() ? null : `${cwd} is no folder. Choose another one for this tab.`
}
