import { expect, test } from './shared-app.ts'

test('everything said is found, and Enter goes to the very row', async ({ desk, janus, place }) => {
  const { page } = desk
  const panel = page.getByRole('dialog', { name: 'Search everything said' })
  const field = panel.getByRole('combobox')
  const options = panel.getByRole('option')
  await desk.create('scout', { folder: place.work })
  await desk.create('puppet', { folder: place.work })

  await test.step('what was said, once and long ago', async () => {
    await desk.hear('scout', 'A heron stands by the water.')
    const long = Array.from({ length: 60 }, (_, at) => `Line ${at}: nothing of note.`).join(' ')
    for (const turn of [1, 2]) {
      await desk.say('scout', `say: ${long}`, `say: End of ${turn}.`)
      await expect(desk.transcript('scout')).toContainText(`End of ${turn}.`)
    }
    await expect(desk.line('scout', 'A heron stands by the water.')).not.toBeInViewport()
    await desk.hear('puppet', 'No bird here.')
  })

  await test.step('found from another tab, with the words marked', async () => {
    await page.keyboard.press('Control+Shift+KeyF')
    await expect(field).toBeFocused()
    await page.keyboard.type('heron wat')
    await expect(options).toHaveCount(2)
    await expect(options.locator('mark').filter({ hasText: 'heron' })).toHaveCount(2)
    await expect(options.first()).toContainText('scout')
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    const words = await options.first().locator('[data-part=words]').innerText()
    await page.keyboard.press('Enter')
    await expect(panel).toBeHidden()
    await expect(desk.composer('scout')).toBeVisible()
    // Its outline is gone soon; the focus stays.
    const row = desk.transcript('scout').locator(':focus')
    await expect(row).toBeInViewport()
    await expect(row).toContainText('A heron stands by the water.')
    expect(words).toContain('heron')
  })

  await test.step('odd questions break nothing, and nothing found says so', async () => {
    await page.getByRole('button', { name: 'Search everything said' }).click()
    for (const odd of ['"', '*', 'NEAR(', 'a AND', "'); --", '\\', '😀', '-- :', 'body:x']) {
      await field.fill(odd)
      await expect(panel.getByRole('alert')).toBeHidden()
    }
    await field.fill('armadillo')
    await expect(panel).toContainText('Nothing has all of “armadillo” in it')
    await field.fill('"bird here"')
    await expect(options.first()).toContainText('No bird here')
    await page.keyboard.press('Escape')
  })

  await test.step('a closed tab is found, and opened again; the palette finds it too', async () => {
    await page.keyboard.press('Control+Digit2')
    await page.keyboard.press(janus.shell.keys.closeTab)
    await expect(desk.tab('puppet')).toBeHidden()
    await page.keyboard.press('Control+KeyK')
    await page.keyboard.type('No bird here')
    const found = page.getByRole('dialog', { name: 'Command palette' }).getByRole('option')
    await found.filter({ hasText: 'puppet' }).first().click()
    await expect(desk.composer('puppet')).toBeVisible()
    await expect(desk.transcript('puppet').locator(':focus')).toContainText('No bird here.')
  })
})
