import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Launch } from '../../ports.ts'
import type { Entrance } from './options.ts'
import { findTranscript, hasMessages } from './transcript.ts'

/**
 * How to enter a launch's conversation; `lost`: it was spoken in, and nothing of it is there. A file that
 * holds no word yet can neither be resumed nor begun under its name again.
 */
export async function chooseEntrance(
  configFolder: string,
  launch: Launch,
): Promise<Entrance & { lost: boolean }> {
  const { conversation } = launch
  const path = await findTranscript(configFolder, conversation)
  if (path === null) return { how: 'begin', conversation, lost: launch.conversed }
  if (await hasMessages(path)) return { how: 'resume', conversation, lost: false }
  return { how: 'begin', conversation: randomUUID(), lost: false }
}

/** What is wrong with a working folder, and what to do, for a person; or null. */
export async function folderProblem(cwd: string): Promise<string | null> {
  const folder = await stat(cwd).catch(() => null)
  if (folder === null)
    return `The folder ${cwd} is gone. Bring it back, or choose another folder for this tab.`
  return folder.isDirectory() ? null : `${cwd} is no folder. Choose another one for this tab.`
}
