import { join } from 'node:path'
import { expect, test } from './app.ts'
import { openOptions } from './desk.ts'
import { body } from './peers.ts'
import type { ModelRequest } from './model.ts'

/** What the real CLI sends its model besides the conversation. */
interface Asked extends ModelRequest {
  readonly system: unknown
  readonly output_config?: { readonly effort?: string }
}

test('an agent with a role of one’s own is told so, thinks as hard, and one’s own keys lead there', async ({
  desk,
  janus,
  model,
  place,
}) => {
  const { page } = desk
  const { keyboard } = page
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  await desk.create('scout')

  await test.step('a role is written in the settings', async () => {
    await keyboard.press('ControlOrMeta+,')
    await dialog('Settings').getByRole('searchbox').fill('roles')
    await dialog('Settings').getByRole('button', { name: 'Roles' }).click()
    await dialog('Roles').getByRole('button', { name: 'New role…' }).click()
    const form = dialog('New role')
    await form.getByLabel('Name').fill('Pilot')
    await form.getByLabel('Description').fill('steers')
    await form.getByLabel('Instructions').fill('Steer by the stars alone.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(dialog('Roles').getByText('Pilot')).toBeVisible()
    await keyboard.press('Escape')
  })

  await test.step('another key opens the sheet of a new agent; what has it is said, and typing stays typing', async () => {
    await keyboard.press('ControlOrMeta+/')
    const keys = dialog('Keyboard shortcuts')
    await keys.getByRole('searchbox').fill('new agent')
    await keys.getByRole('button', { name: 'Change the key: New agent' }).click()
    await keyboard.press('j')
    await expect(keys.getByRole('status')).toContainText('It is needed for typing')
    await keyboard.press('ControlOrMeta+Shift+KeyF')
    await expect(keys.getByRole('status')).toContainText('Search everything said')
    await keyboard.press('ControlOrMeta+Shift+KeyU')
    await expect(keys.getByRole('status')).toBeEmpty()
    await keyboard.press('Enter')
    await expect(keys.getByRole('button', { name: 'Change the key: New agent' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await expect(page.getByRole('button', { name: 'New agent' })).toHaveAttribute('data-help', /Shift U$/)
    await keyboard.press('ControlOrMeta+Shift+KeyU')
  })

  await test.step('it is made in a folder that is not there, with its first message', async () => {
    const sheet = dialog('New agent')
    await openOptions(sheet)
    await sheet.getByRole('button', { name: /^Role:/ }).click()
    await page.getByRole('radio', { name: /^Pilot/ }).click()
    await expect(sheet.getByLabel('Name')).toHaveValue('Pilot')
    await sheet.getByLabel('Name').fill('a,b')
    await expect(sheet.getByRole('alert')).toContainText('cannot be in a name')
    await sheet.getByLabel('Name').fill('Pilot')
    await sheet.getByRole('button', { name: /^Effort:/ }).click()
    await page.getByRole('radio', { name: 'Low' }).click()
    await openOptions(sheet)
    await expect(sheet.getByText(/^Pilot · .*Low effort/)).toBeVisible()
    await sheet.getByLabel('Folder').fill(join(place.root, 'sea', 'chart'))
    await sheet.getByLabel('First message').fill('x'.repeat(1024 * 1024 + 1))
    await expect(sheet.getByRole('alert')).toContainText('one message holds 1 MiB')
    await sheet.getByLabel('First message').fill('say: Under way.')
    await expect(sheet.getByRole('alert')).toHaveCount(0)
    await keyboard.press('Enter')
    const createIt = sheet.getByRole('button', { name: 'Create folder' })
    await createIt.click()
    // The dialog shrinks with it, and what is below moves.
    await expect(createIt).toHaveCount(0)
    await sheet.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(desk.line('Pilot', 'Under way.')).toBeVisible()
    await expect(page.locator('[data-part=role]')).toContainText('Pilot steers')
    const asked = (await model.lastWith('say: Under way.')) as Asked
    expect(JSON.stringify(asked.system)).toContain('Steer by the stars alone.')
    expect(asked.output_config?.effort).toBe('low')
  })

  await test.step('mode and effort change where one writes, and hold for the next turn', async () => {
    await desk.composer('Pilot').press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Permission mode: Edit freely' })).toBeVisible()
    await page.getByRole('button', { name: /^Effort:/ }).click()
    await page.getByRole('radio', { name: 'Max' }).click()
    await expect(page.getByRole('button', { name: 'Effort: Max effort' })).toBeVisible()
    await desk.hear('Pilot', 'Hard.')
    expect(((await model.lastWith('say: Hard.')) as Asked).output_config?.effort).toBe('max')
  })

  await test.step('a double click renames in place, a middle click closes', async () => {
    await desk.tab('Pilot').dblclick()
    const field = page.getByRole('textbox', { name: 'New name of Pilot' })
    await field.fill('scout')
    await expect(field).toHaveAccessibleDescription(/an agent "scout" already/)
    await field.fill('Helm')
    await field.press('Enter')
    await expect(desk.tab('Helm')).toBeVisible()
    // On Linux an unhandled release would paste the selection into the composer.
    const release = page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          window.addEventListener('mouseup', (event) => resolve(event.defaultPrevented), { once: true }),
        ),
    )
    await desk.tab('Helm').click({ button: 'middle' })
    expect(await release).toBe(true)
    await expect(desk.tab('Helm')).toBeHidden()
  })
  const roles = await body<{ name: string }[]>(janus, 'GET', '/roles')
  expect(roles.at(-1)).toMatchObject({ name: 'Pilot', instructions: 'Steer by the stars alone.' })
})
