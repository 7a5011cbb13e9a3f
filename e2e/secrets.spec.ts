import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from './app.ts'

const account = 'the-key-of-the-account'
test.use({ start: { env: { ANTHROPIC_API_KEY: account } } })

test('no secret is found where it does not belong, and the state folder is its owner’s alone', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await desk.create('scout')
  await desk.create('puppet')
  await desk.say('scout', 'call: send_to_agent {"target":"puppet","message":"hello"}', 'say: Sent.')
  await expect(desk.line('scout', 'Sent.')).toBeVisible()
  await expect(desk.tab('puppet', 'idle')).toBeVisible()
  await janus.api('GET', '/agents', undefined, 'a-wrong-token')
  expect(new URL(desk.page.url()).search).toBe('')

  const files = await filesIn(place.state)
  const isToken = ({ path }: File) => /(^api|identity)\.json$/.test(path)
  const tokens = files.filter(isToken).map(({ text }) => (JSON.parse(text) as { token: string }).token)
  expect(new Set(tokens).size).toBe(3)

  const cookies = (await desk.page.context().cookies()).map(({ value }) => value)
  const key = await desk.page.evaluate(() => localStorage.getItem('janus.window'))
  // The desktop's window uses no network, and has no key.
  const keys = janus.window === null ? [JSON.parse(key ?? '') as string] : []
  expect(keys.every((one) => one.length === 43)).toBe(true)
  const secrets = [...tokens, ...cookies, ...keys, account]
  const shown = [
    ...files.filter((file) => !isToken(file)),
    { path: 'what the app printed', text: janus.program.output },
    { path: 'what the model was told', text: JSON.stringify(await model.requests()) },
    { path: 'command lines', text: (await place.processes()).map(({ command }) => command).join('\n') },
    { path: 'the window', text: await desk.page.content() },
    {
      path: 'storage of the window',
      // Without the one key that belongs there.
      text: await desk.page.evaluate(() => JSON.stringify({ ...localStorage, 'janus.window': '' })),
    },
  ]
  const leaks = shown.filter(({ text }) => secrets.some((secret) => text.includes(secret)))
  expect(leaks.map(({ path }) => path)).toEqual([])

  expect((await stat(place.state)).mode & 0o777).toBe(0o700)
  expect(files.filter(({ mode }) => (mode & 0o077) !== 0).map(({ path }) => path)).toEqual([])
})

interface File {
  readonly path: string
  readonly text: string
  readonly mode: number
}

async function filesIn(folder: string): Promise<File[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const text = await readFile(path, 'latin1')
        return { path: relative(folder, path), text, mode: (await stat(path)).mode }
      }),
  )
}

test.describe('started with a browser', () => {
  // Without a screen and with a fake browser, nothing is really opened.
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
})
