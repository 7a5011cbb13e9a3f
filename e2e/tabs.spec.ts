import type { Locator } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import type { Desk } from './desk.ts'
import type { Janus } from './janus.ts'
import { wordsOf } from './model.ts'
import { makeAgents } from './peers.ts'

test('a tab is renamed, given a role and a look, and put elsewhere', async ({ desk, janus }) => {
  const { page } = desk
  await desk.create('scout')
  await desk.create('puppet')

  await test.step('renamed by the menu of the tab', async () => {
    await desk.choose('scout', 'Rename…')
    await page.keyboard.type('ranger')
    await page.keyboard.press('Enter')
    await expect(desk.tab('ranger')).toBeVisible()
    await expect(page).toHaveTitle('puppet · Janus')
  })

  await test.step('by keys alone: Shift+F10, and F2', async () => {
    await desk.tab('ranger').focus()
    await page.keyboard.press('Shift+F10')
    const menu = page.getByRole('menu', { name: 'Menu of ranger' })
    await expect(menu.getByRole('menuitem', { name: 'Rename…' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('keeps watch')
    await page.keyboard.press('Enter')
    await expect(desk.tab('ranger')).toContainText('keeps watch')
    // The list may update before the dialog has returned the focus.
    await expect(desk.tab('ranger')).toBeFocused()
    await page.keyboard.press('F2')
    await expect(page.getByRole('dialog', { name: 'Rename ranger' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(desk.tab('ranger')).toBeFocused()
  })

  await test.step('another colour and shape', async () => {
    await desk.choose('ranger', 'Color and shape…')
    await page.getByRole('radio', { name: 'Woad' }).click()
    await expect(page.getByRole('radio', { name: 'Woad' })).toBeChecked()
    await page.getByRole('radio', { name: 'Disc' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Square' })).toBeChecked()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(desk.tab('ranger').locator('[data-part=avatar]')).toHaveAttribute('data-hue', '6')
    await expect(desk.tab('ranger').locator('[data-part=avatar]')).toHaveAttribute('data-shape', '2')
  })

  await test.step('moved by keys, and by dragging', async () => {
    expect(await order(janus)).toEqual(['ranger', 'puppet'])
    await desk.tab('puppet').focus()
    await page.keyboard.press(janus.shell.keys.moveTabUp)
    await expect(tabs(desk).first()).toHaveAccessibleName(/^puppet/)
    await drag(desk, desk.tab('puppet'), desk.tab('ranger'))
    await expect(tabs(desk).first()).toHaveAccessibleName(/^ranger/)
    await expect(desk.composer('puppet')).toBeVisible()
    await drag(desk, desk.tab('puppet'), desk.tab('ranger'))
    await expect(tabs(desk).first()).toHaveAccessibleName(/^puppet/)
    await page.reload()
    await expect(tabs(desk).first()).toHaveAccessibleName(/^puppet/)
    await expect(desk.tab('ranger').locator('[data-part=avatar]')).toHaveAttribute('data-hue', '6')
    expect(await order(janus)).toEqual(['puppet', 'ranger'])
  })
})

test('a closed tab makes room for its neighbour, and comes back to its place', async ({
  desk,
  janus,
  place,
}) => {
  const { page } = desk
  await makeAgents(janus, place, 'Ann', 'Ben', 'Cas', 'Dan')
  await desk.show('Ben')
  await page.keyboard.press(janus.shell.keys.closeTab)
  await expect(desk.tab('Ben')).toBeHidden()
  await expect(desk.composer('Cas')).toBeVisible()
  await desk.show('Dan')
  await page.keyboard.press(janus.shell.keys.closeTab)
  await expect(desk.composer('Cas')).toBeVisible()
  await page.keyboard.press(janus.shell.keys.reopenTab)
  await expect(desk.composer('Dan')).toBeVisible()
  await page.keyboard.press(janus.shell.keys.reopenTab)
  await expect(desk.composer('Ben')).toBeVisible()
  expect(await order(janus)).toEqual(['Ann', 'Ben', 'Cas', 'Dan'])
})

test(
  'a tab is copied, closed, reopened, stopped and deleted; what works asks first',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    const { page } = desk
    const dialog = page.getByRole('dialog')
    await desk.create('scout')
    await desk.hear('scout', 'The word is heron.')

    await test.step('a copy goes on with the same conversation', async () => {
      await desk.choose('scout', 'Duplicate')
      await expect(tabs(desk)).toHaveCount(2)
      const [, copy = ''] = await order(janus)
      await expect(desk.transcript(copy)).toContainText('The word is heron.')
      await desk.hear(copy, 'I am the copy.')
      expect(wordsOf(await model.lastWith('I am the copy.'))).toContain('The word is heron.')
      await desk.show('scout')
      await expect(desk.transcript('scout')).not.toContainText('I am the copy.')
      await desk.choose(copy, 'Rename…')
      await page.keyboard.type('copy')
      await page.keyboard.press('Enter')
      await expect(desk.tab('copy')).toBeVisible()
    })

    await test.step('at rest it closes at once; Undo and the list of closed tabs bring it back', async () => {
      await desk.choose('copy', 'Close')
      await expect(desk.tab('copy')).toBeHidden()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(desk.composer('copy')).toBeVisible()
      await desk.choose('copy', 'Close')
      await desk.tabs.locator('summary').click()
      await desk.tabs.getByRole('button', { name: 'Reopen copy' }).click()
      await expect(desk.composer('copy')).toBeVisible()
    })

    await test.step('at work it asks before it is shut down, restarted or closed', async () => {
      await desk.say('scout', 'say: Begun.', 'wait: never')
      await model.held('never')
      for (const [action, title] of [
        ['Stop', 'Stop scout?'],
        ['Restart', 'Restart scout?'],
        ['Close', 'Close scout?'],
      ] as const) {
        await desk.choose('scout', action)
        await expect(page.getByRole('dialog', { name: title })).toContainText('working')
        await page.keyboard.press('Enter')
        await expect(dialog).toBeHidden()
      }
      await expect(desk.tab('scout', 'working')).toBeVisible()
      await desk.choose('scout', 'Stop')
      await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
      await expect(desk.tab('scout', 'stopped')).toBeVisible()
      await desk.choose('scout', 'Restart')
      await expect(desk.tab('scout', 'idle')).toBeVisible()
    })

    await test.step('deleting says what is lost, and is for ever', async () => {
      await desk.choose('copy', 'Delete permanently…')
      await expect(dialog).toContainText('Its conversation')
      await expect(dialog).toContainText('The files in its folder stay')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(desk.tab('copy')).toBeVisible()
      await desk.choose('copy', 'Delete permanently…')
      await dialog.getByRole('button', { name: 'Delete permanently' }).click()
      await expect(tabs(desk)).toHaveCount(1)
      await page.reload()
      await expect(tabs(desk)).toHaveCount(1)
      // Tabs that other tests of this app have closed may be there.
      await expect(desk.tabs.getByText('copy', { exact: true })).toHaveCount(0)
    })
  },
)

test('in a narrow window the list folds and nothing goes sideways', async ({ desk }) => {
  const { page } = desk
  await desk.create('scout')
  await desk.create('an agent with quite a long name')
  const rem = (px: number) =>
    page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}px`), px)
  const goesDown = () =>
    page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight)
  const goesSideways = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

  // The window measures itself a frame after each resize, so every figure is polled.
  await desk.hear('scout', 'Here.')
  await expect(desk.page.getByRole('button', { name: /^Usage today/ })).toBeVisible()

  await page.setViewportSize({ width: 900, height: 700 })
  await expect(desk.tabs).toHaveCSS('width', '56px')
  await expect.poll(goesSideways).toBe(false)
  await expect.poll(goesDown).toBe(false)
  await desk.show('scout')
  // Nor does a conversation overflow, however narrow.
  await page.setViewportSize({ width: 360, height: 700 })
  const overflow = () => desk.transcript('scout').evaluate((all) => all.scrollWidth - all.clientWidth)
  await expect.poll(overflow).toBe(0)

  // A page can't set the browser's text size, which media queries follow; here the key collapses the list.
  await page.setViewportSize({ width: 1280, height: 800 })
  await rem(32)
  await page.keyboard.press('Control+KeyB')
  await expect(desk.tabs).toHaveCSS('width', '112px')
  await expect.poll(goesSideways).toBe(false)
  // The status line wraps when it lacks room.
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(goesSideways).toBe(false)
  await expect.poll(goesDown).toBe(false)
  await page.setViewportSize({ width: 1280, height: 800 })
  await desk.show('an agent with quite a long name')
  await page.keyboard.press('Control+KeyB')
  await expect(desk.tabs).toHaveCSS('width', '528px')
})

const tabs = (desk: Desk): Locator => desk.tabs.locator('[data-part=tab]')

async function drag(desk: Desk, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()]
  await desk.carry(from, to, 60, 0.5)
  const isDown = (b?.y ?? 0) > (a?.y ?? 0)
  await desk.page.mouse.move((b?.x ?? 0) + 60, (b?.y ?? 0) + (isDown ? (b?.height ?? 0) - 3 : 3), {
    steps: 2,
  })
  await desk.page.mouse.up()
}

async function order(janus: Janus): Promise<string[]> {
  const { body } = await janus.api('GET', '/agents')
  return (body as { name: string }[]).map(({ name }) => name)
}
