import type { Launch } from '../../ports/ports.ts'
import { stat } from 'node:fs/promises'

/** Other text could be taken for an option. */
export const isModelName = (text: string): boolean => /^[A-Za-z0-9][\w.:@/[\]-]{0,99}$/.test(text)

/** Returns a message for the user, or null. */
export function launchProblem({ model, cwd }: Launch): string | null {
  if (model !== null && !isModelName(model))
    return `“${model.slice(0, 100)}” is no name of a model. Choose another model.`
  return cwd.includes('\0') ? 'The folder of this tab has a name that no system can open.' : null
}

/** Returns a message for the user, or null. */
export async function folderProblem(cwd: string): Promise<string | null> {
  const folder = await stat(cwd).catch(() => null)
  if (folder === null)
    return `The folder ${cwd} is gone. Bring it back, or choose another folder for this tab.`
  return folder.isDirectory() ? null : `${cwd} is no folder. Choose another one for this tab.`
}
