import { expect, test } from './app.ts'
import type { Desk } from './desk.ts'
import { makers, requireMakers } from './makers.ts'
import { atRest, body } from './peers.ts'

/* What the programs of other makers have kept is gone on from; they are the real ones, the built-in model speaks. */

test.use({ start: { args: ['--rehearse'], env: makers } })
test.describe.configure({ timeout: 600_000 })

test.beforeEach(requireMakers)

/** The list of what can be gone on from, of these agents; from the first screen, since no tab is left. */
async function listOf(desk: Desk, kind: string): Promise<void> {
  await desk.page.getByRole('button', { name: 'Resume session…' }).click()
  await desk.page.getByRole('combobox', { name: 'Whose conversations' }).selectOption({ label: kind })
}

for (const [kind, label, name] of [
  ['codex', 'Codex', 'Cody'],
  ['opencode', 'OpenCode', 'Opal'],
] as const)
  test(
    `a conversation that ${label} keeps goes on in a tab, and is searched`,
    { tag: '@long' },
    async ({ desk, janus, place }) => {
      const { id } = await body<{ id: string }>(janus, 'POST', '/agents', { name, cwd: place.work, kind })
      await desk.say(name, 'say: Zebras ride free.')
      await expect(desk.line(name, 'Zebras ride free.')).toBeVisible({ timeout: 90_000 })
      await atRest(janus)
      // The tab goes; the conversation is the program's, as one from a terminal.
      await body(janus, 'DELETE', `/agents/${id}?forever=true`)

      await listOf(desk, label)
      const listed = desk.page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')
      const option = listed.first()
      await expect(option).toContainText('Zebras ride free.')
      const field = desk.page.getByRole('combobox', { name: /^Resume a session/ })
      await field.fill('zebras')
      await expect(listed).toHaveCount(1)
      await field.press('Enter')
      const tab = 'work'
      await expect(desk.line(tab, 'Zebras ride free.')).toBeVisible()
      await expect(desk.transcript(tab)).toContainText(
        'This tab goes on in a copy; the original stays as it is.',
      )
      await desk.say(tab, 'say: Noted.')
      await expect(desk.line(tab, 'Noted.')).toBeVisible({ timeout: 90_000 })
      await desk.page.keyboard.press('ControlOrMeta+Shift+F')
      await desk.page.getByRole('combobox', { name: 'Search everything said' }).fill('Zebras')
      await expect(desk.page.getByRole('option').first()).toContainText('Zebras')
    },
  )
