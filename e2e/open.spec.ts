import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from './app.ts'

// A screen that is not there, and no browser to be found: what would be opened is opened here.
test.use({ start: { open: true, env: { DISPLAY: ':99', BROWSER: 'true' } } })

test('the browser is led in by a file that only its owner can read', async ({ janus, page, place }) => {
  const path = join(place.state, 'open.html')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await page.goto(pathToFileURL(path).href)
  await expect(page.getByRole('heading', { name: 'Start your first agent' })).toBeVisible()
  await expect(page).toHaveURL(new URL('/', janus.url).href)
  const commands = (await place.processes()).map(({ command }) => command).join('\n')
  expect(commands).not.toContain('code=')
  await janus.quit()
  await expect(stat(path)).rejects.toThrow('ENOENT')
})
