import { expect } from '@playwright/test'
import type { Desk } from './desk.ts'

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
