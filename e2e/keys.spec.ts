import { expect, test } from './shared-app.ts'

test('everything goes by keys, and a letter that is typed is only a letter', async ({
  desk,
  janus,
  model,
}) => {
  const { page } = desk
  const { keys } = janus.shell
  const { keyboard } = page
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await desk.create('scout')
  await desk.create('puppet')
  await desk.create('third')

  await test.step('from tab to tab', async () => {
    await keyboard.press('Control+Digit1')
    await expect(desk.composer('scout')).toBeVisible()
    await keyboard.press(keys.secondTab)
    await expect(desk.composer('puppet')).toBeVisible()
    await keyboard.press(keys.nextTab)
    await expect(desk.composer('third')).toBeVisible()
    await keyboard.press(keys.nextTab)
    await expect(desk.composer('scout')).toBeVisible()
    await keyboard.press(keys.previousTab)
    await expect(desk.composer('third')).toBeVisible()
  })

  await test.step('round the parts of the window, and back to where one writes', async () => {
    const focused = page.locator(':focus')
    await expect(desk.tabs.locator('[data-part=tab][tabindex="0"]')).toHaveCount(1)
    await keyboard.press('F6')
    await expect(focused).toHaveAccessibleName(/^Claude CLI/)
    await keyboard.press('F6')
    await expect(desk.tab('third')).toBeFocused()
    await keyboard.press('ArrowUp')
    await expect(desk.tab('puppet')).toBeFocused()
    // The tab list is one tab stop; the next is what is below it.
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'New agent' })).toBeFocused()
    await keyboard.press('Shift+Tab')
    await expect(desk.tab('third')).toBeFocused()
    await keyboard.press('F6')
    await expect(desk.transcript('third')).toBeFocused()
    await keyboard.press('Shift+F6')
    await expect(desk.tab('third')).toBeFocused()
    await keyboard.press('Control+Digit3')
    await expect(desk.composer('third')).toBeFocused()
    await desk.tab('puppet').focus()
    await keyboard.press('Escape')
    await expect(desk.composer('third')).toBeFocused()
  })

  await test.step('the pages of the conversation turn from where one writes', async () => {
    await desk.say('third', `say: ${'many words '.repeat(1_000)}`)
    await expect(desk.tab('third', 'idle')).toBeVisible()
    const top = () => desk.transcript('third').evaluate((log) => Math.round(log.scrollTop))
    /** Measured from the end: the total height may change while the answer settles. */
    const left = () =>
      desk
        .transcript('third')
        .evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop))
    await keyboard.press('PageUp')
    await expect.poll(left).toBeGreaterThan(200)
    await keyboard.press('PageDown')
    await expect.poll(left).toBe(0)
    await keyboard.press('Control+Home')
    await expect.poll(top).toBe(0)
    // A draft keeps the key until it has no effect in the text.
    await keyboard.type('two')
    await keyboard.press('Home')
    await keyboard.press('Control+End')
    expect(await top()).toBe(0)
    await keyboard.press('Control+End')
    await expect.poll(left).toBe(0)
    await desk.composer('third').fill('')
  })

  await test.step('close, reopen, new', async () => {
    await keyboard.press(keys.closeTab)
    await expect(desk.tab('third')).toBeHidden()
    await keyboard.press(keys.reopenTab)
    await expect(desk.composer('third')).toBeVisible()
    await keyboard.press(keys.newAgent)
    await expect(dialog('New agent')).toBeVisible()
    await keyboard.press('Escape')
    await expect(dialog('New agent')).toBeHidden()
  })

  await test.step('the sheet of keys, and what is typed stays', async () => {
    await desk.composer('third').focus()
    await keyboard.type('?/1')
    await expect(desk.composer('third')).toHaveValue('?/1')
    await keyboard.press('Control+Slash')
    await expect(dialog('Keyboard shortcuts')).toContainText('Search everything said')
    await keyboard.press('Escape')
    // Removed, not only closed: until then the key is ignored, since the dialog exists.
    await expect(page.locator('dialog')).toHaveCount(0)
    await desk.composer('third').fill('')
    await desk.transcript('third').focus()
    await keyboard.press('Shift+Slash')
    await expect(dialog('Keyboard shortcuts')).toBeVisible()
    await keyboard.press('Escape')
  })

  await test.step('the density of the work, and the folded list', async () => {
    const density = page.getByRole('group', { name: 'Detail level' })
    await keyboard.press('Control+KeyO')
    await expect(density.getByRole('button', { name: 'Verbose' })).toHaveAttribute('aria-pressed', 'true')
    await keyboard.press('Control+KeyB')
    await expect(desk.tabs).toHaveCSS('width', '56px')
    await keyboard.press('Control+KeyB')
    await expect(desk.tabs).toHaveCSS('width', '264px')
  })

  await test.step('the palette opens again at once, before the page was told that it closed', async () => {
    await keyboard.press('Control+KeyK')
    await expect(dialog('Command palette')).toBeVisible()
    await page.evaluate(() => {
      document.querySelector('dialog')?.close()
      const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', key))
    })
    await keyboard.type('pup')
    await expect(dialog('Command palette').getByRole('combobox')).toHaveValue('pup')
    await keyboard.press('Escape')
    await expect(page.locator('dialog')).toHaveCount(0)
  })

  await test.step('the palette finds agents and actions', async () => {
    await keyboard.press('Control+KeyK')
    await keyboard.type('pup')
    const options = dialog('Command palette').getByRole('option')
    await expect(options.first()).toHaveAccessibleName(/^puppet/)
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(options.first().locator('mark')).toHaveText('pup')
    await keyboard.press('Enter')
    await expect(desk.composer('puppet')).toBeFocused()
    await keyboard.press('Control+KeyK')
    await keyboard.type('>rename')
    await expect(options).toHaveCount(1)
    await expect(options).toHaveAccessibleName(/^puppet: Rename…/)
    await keyboard.press('Enter')
    await expect(dialog('Rename puppet')).toBeVisible()
    await keyboard.press('Escape')
    await keyboard.press('Control+KeyK')
    await keyboard.type('@')
    await expect(options).toHaveCount(3)
    await keyboard.press('Control+KeyK')
    await expect(dialog('Command palette')).toBeHidden()
    await keyboard.press('Control+KeyK')
    await keyboard.type('budget')
    await expect(options.first()).toHaveAccessibleName(/^Usage today and daily limit/)
    await keyboard.press('Enter')
    await expect(dialog('Usage today')).toContainText('By agent')
    await keyboard.press('Escape')
    await expect(dialog('Usage today')).toBeHidden()
  })

  await test.step('Esc interrupts, again stops, and everything stops at once', async () => {
    await desk.say('scout', 'wait: one', 'say: Not reached.')
    await model.held('one')
    await expect(desk.tab('scout', 'working')).toBeVisible()
    await keyboard.press('Escape')
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    await desk.say('scout', 'wait: two', 'say: Not reached.')
    await model.held('two')
    await expect(desk.tab('scout', 'working')).toBeVisible()
    await keyboard.press('Escape')
    await keyboard.press('Escape')
    await expect(desk.tab('scout', 'stopped')).toBeVisible()
    // The third is still awake.
    await desk.show('third')
    await keyboard.press('Control+Shift+KeyX')
    const bar = desk.page.getByRole('region', { name: 'Everything is stopped' })
    await expect(bar).toContainText('Only your own messages start turns until you resume')
    await bar.getByRole('button', { name: 'Resume' }).click()
    await expect(bar).toBeHidden()
  })
})
