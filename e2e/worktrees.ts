import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import type { Desk } from './desk.ts'
import type { Place } from './place.ts'

/** A repository whose first commit has these files; the others lie there besides. */
export async function makeRepository(
  place: Place,
  name: string,
  committed: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
) {
  const folder = join(place.work, name)
  const put = async (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    // What the test makes is its own at first, and the app may be another user's.
    await place.handOver()
  }
  const who = ['user.name=Mo', 'user.email=mo@example.org', 'init.defaultBranch=main', 'safe.directory=*']
  const set = who.flatMap((setting) => ['-c', setting])
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', [...set, ...args], { cwd: folder })
    await place.handOver()
    return stdout
  }
  await put(committed)
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '-m', 'First')
  await put(others)
  return { folder, git, put }
}

/** What `.janus/worktree.json` holds. */
export const config = (fields: object): string => JSON.stringify(fields)

/** Creates an agent in its own worktree, by the dialog. */
export async function createApart(desk: Desk, name: string, folder: string): Promise<void> {
  const dialog = await desk.openDialog()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Folder').fill(folder)
  // The list of folders lies over what is below it, as long as one writes there.
  await dialog.getByLabel('Folder').press('Escape')
  await dialog.getByLabel('In its own worktree').check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
}
