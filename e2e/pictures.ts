import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Takes a picture of the window into a folder that git ignores, for whoever changes how it looks. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(import.meta.dirname, '..', '.cache', 'pictures', `${name}.png`) })
}
