import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import type { Desk } from './desk.ts'
import type { Place } from './place.ts'

/** Puts a hook in the work folder that creates a file whenever the user sends a prompt. */
async function plant(place: Place, trace: string): Promise<void> {
  await mkdir(join(place.work, '.claude'), { recursive: true })
  const command = `touch ${join(place.root, trace)}`
  const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] }
  await writeFile(join(place.work, '.claude', 'settings.json'), JSON.stringify({ hooks }))
}

const card = (desk: Desk) => desk.page.getByRole('group').filter({ hasText: 'Don’t trust' })
/** Answers by a key once the card accepts keys. */
async function answer(desk: Desk, key: '1' | '2'): Promise<void> {
  await card(desk).focus()
  await expect(card(desk)).toHaveAttribute('data-ready')
  await expect(card(desk).getByRole('button', { name: 'Trust', exact: true })).toBeEnabled()
  await desk.page.keyboard.press(key)
  await expect(card(desk)).toBeHidden()
}

test("a folder's own settings count only after the user has said so, and for just what was shown", async ({
  desk,
  place,
}) => {
  await plant(place, 'first')
  await desk.create('scout')
  await desk.hear('scout', 'Without.')
  await expect(card(desk)).toContainText('This folder has its own agent settings')
  await expect(card(desk)).toContainText('.claude/settings.json')
  await expect(card(desk)).toContainText('touch')
  await expect(desk.tab('scout', 'idle, needs you')).toBeVisible()
  expect(existsSync(join(place.root, 'first'))).toBe(false)

  await answer(desk, '1')
  await desk.hear('scout', 'With.')
  expect(existsSync(join(place.root, 'first'))).toBe(true)
})

test.describe('with a variable in the environment of Janus', () => {
  test.use({ start: { env: { API_TOKEN: 'the-secret', TERM: 'xterm' } } })

  test(
    'a server of a trusted folder gets the variable that its file names; the card says so, and what is missing',
    { tag: '@long' },
    async ({ desk, janus, place }) => {
      const seen = join(place.root, 'seen')
      const env = { TOK: '${API_TOKEN}', MORE: '${FERRY_URL}' }
      const server = { command: 'sh', args: ['-c', `printf %s "$TOK" > '${seen}'`], env }
      await writeFile(join(place.work, '.mcp.json'), JSON.stringify({ mcpServers: { server } }))
      await desk.create('scout')
      await desk.say('scout', 'say: Without.')
      await expect(card(desk)).toContainText('gets your API_TOKEN')
      await expect(card(desk)).toContainText('Environment variable FERRY_URL is not set.')
      expect(existsSync(seen)).toBe(false)
      await answer(desk, '1')
      await desk.hear('scout', 'With.')
      await expect.poll(() => (existsSync(seen) ? readFileSync(seen, 'utf8') : '')).toBe('the-secret')
      expect(janus.program.output).not.toContain('the-secret')
      const commands = (await place.processes()).map(({ command }) => command)
      expect(commands.filter((command) => command.includes('the-secret'))).toEqual([])
    },
  )
})

test(
  'what changes while one reads is shown again, and no is kept',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    await plant(place, 'first')
    await desk.create('scout')
    await desk.say('scout', 'say: Begun.')
    await expect(card(desk)).toContainText('first')
    await plant(place, 'second')
    await card(desk).getByRole('button', { name: 'Trust', exact: true }).click()
    await expect(card(desk)).toContainText('the settings changed while you read')
    await expect(card(desk)).toContainText('second')
    await card(desk).getByRole('button', { name: 'Don’t trust' }).click()
    await expect(card(desk)).toBeHidden()

    await janus.quit()
    await janus.start()
    await desk.open(janus.url)
    await desk.hear('scout', 'Still without.')
    await expect(card(desk)).toBeHidden()
    expect(existsSync(join(place.root, 'second'))).toBe(false)
  },
)

test(
  'a trusted folder that has changed is asked about again; the settings say how it stands',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    await plant(place, 'first')
    await desk.create('scout')
    await desk.say('scout', 'say: Begun.')
    await answer(desk, '1')
    await janus.quit()
    await plant(place, 'second')
    await janus.start()
    await desk.open(janus.url)
    await desk.hear('scout', 'Again.')
    await expect(card(desk)).toContainText('This folder’s agent settings have changed')
    expect(existsSync(join(place.root, 'second'))).toBe(false)
    await answer(desk, '2')

    await desk.page.getByRole('button', { name: 'Actions for scout' }).click()
    await desk.page.getByRole('menuitem', { name: /^Settings/ }).click()
    const sheet = desk.page.getByRole('dialog', { name: 'scout’s settings' })
    await expect(sheet).toContainText('Not trusted: its settings are not used')
    await sheet.getByRole('button', { name: 'Show its settings' }).click()
    await sheet.getByRole('button', { name: 'Trust', exact: true }).click()
    await expect(sheet).toContainText('Trusted: its settings are used')
  },
)
