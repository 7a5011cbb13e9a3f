import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'

test(
  'a part of the window that breaks leaves the rest as it is',
  { tag: '@long' },
  async ({ desk, place }) => {
    await writeFile(join(place.work, 'CLAUDE.md'), 'Be brief.')
    // An invalid answer, from which the trust card can't be rendered.
    await desk.page.route('**/requests/folders.look', (route) =>
      route.fulfill({ json: { trust: 'ask', hash: 'x' } }),
    )
    await desk.create('scout')
    await desk.say('scout', 'say: Still here.')
    await expect(desk.page.getByRole('alert')).toContainText('This part of the window crashed')
    await expect(desk.line('scout', 'Still here.')).toBeVisible()
    await desk.page.unroute('**/requests/folders.look')
    await desk.page.getByRole('button', { name: 'Reload the window' }).click()
    await expect(desk.page.getByText('This folder has its own agent settings')).toBeVisible()
  },
)
