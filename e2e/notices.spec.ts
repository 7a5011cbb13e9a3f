import { stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from './app.ts'
import type { Desk } from './desk.ts'
import type { Janus } from './janus.ts'

/** Crashes the app by an uncaught error, and waits for its end. */
async function breakDown(janus: Janus): Promise<number | null> {
  const { shell, program } = janus
  if (shell.name === 'desktop')
    await janus.app
      .evaluate(() => void Promise.reject(new Error('a mistake made on purpose')))
      .catch(() => undefined)
  else process.kill(program.pid, 'SIGUSR2')
  return (await program.ended).code
}

/** Makes the web app crash on a signal. */
async function breakable(work: string): Promise<{ env: NodeJS.ProcessEnv }> {
  const path = join(work, 'breakable.mjs')
  const only = `if (process.argv[1]?.endsWith('web.js')) process.on('SIGUSR2', () => void Promise.reject(new Error('a mistake made on purpose')))`
  await writeFile(path, only)
  return { env: { NODE_OPTIONS: `--import ${pathToFileURL(path).href}` } }
}

const notices = ({ page }: Desk) => page.getByRole('region', { name: 'Notices' })

test(
  'what happened to Janus stands in its window until it is read: a log that was cut, and a breakdown',
  { tag: '@long' },
  async ({ janus, desk, place }) => {
    await desk.create('scout')
    await desk.hear('scout', 'Kept.')
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    await expect(notices(desk)).toHaveCount(0)

    await janus.kill()
    const log = join(place.state, 'janus.db-wal')
    await truncate(log, Math.floor((await stat(log)).size / 2))
    const start = janus.shell.name === 'web' ? await breakable(place.home) : {}
    await janus.start(start)
    await desk.open(janus.url)
    await expect(notices(desk)).toContainText('its database log is shorter than it was')
    await expect(notices(desk)).toContainText('Nothing was deleted: what was found is at')
    await notices(desk).getByRole('button', { name: 'Dismiss' }).click()
    await expect(notices(desk)).toHaveCount(0)

    expect(await breakDown(janus)).toBe(70)
    await janus.start()
    await desk.open(janus.url)
    const words = /: Janus crashed \(Error: a mistake made on purpose\)/
    await expect(notices(desk)).toContainText(words)
    await expect(notices(desk)).not.toContainText(' UTC:')
    await expect(notices(desk)).toContainText(join(place.state, 'janus.log'))
    const { body } = await janus.api('GET', '/status')
    expect(body).toMatchObject({ notices: [expect.stringMatching(words)] })
  },
)
