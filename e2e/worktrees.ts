import { expect } from '@playwright/test'
import type { Desk } from './desk.ts'

/** The text of `.janus/worktree.json`. */
export const config = (fields: object): string => JSON.stringify(fields)

export async function createApart(desk: Desk, name: string, folder: string): Promise<void> {
  const dialog = await desk.openDialog()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Folder').fill(folder)
  // While the folder field has the focus, its list covers what is below.
  await dialog.getByLabel('Folder').press('Escape')
  await dialog.getByLabel('In its own worktree').check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
}
