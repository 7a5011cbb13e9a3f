import { expect, test } from './shared-app.ts'
import { standInForNotifications } from './notifications.ts'
import { makeAgents, call } from './peers.ts'

// The first notification fails, as on a system without notifications.
test.beforeEach(({ page }) => standInForNotifications(page, true))

test(
  'what waits over all tabs is in one tray, goes to its card, and is told once',
  { tag: '@long' },
  async ({ desk }) => {
    const { page } = desk
    const chip = page.getByRole('button', { name: /^\d+ items? needs? you$/ })
    const tray = page.getByRole('dialog', { name: 'Needs you' })
    const card = page.getByRole('group').filter({ hasText: 'Bash' })
    const told = () =>
      page.evaluate(() =>
        window.told.slice(1).map(({ title, isOpen }) => `${title}${isOpen ? '' : ', taken back'}`),
      )
    await desk.create('scout')
    await desk.create('puppet')
    await desk.create('third')

    await test.step('nothing is asked of the system before the user wants it', async () => {
      await desk.say('scout', 'call: Bash {"command":"touch one.txt"}', 'say: After one.')
      await expect(card).toBeVisible()
      await desk.show('third')
      await expect(chip).toHaveText(/1 item needs you/)
      await expect(page).toHaveTitle('(1) third · Janus')
      expect(await told()).toEqual([])
      await chip.click()
      await page.getByRole('button', { name: 'Notify me when Janus is in the background' }).click()
      // The window does not claim that notifications work until the system shows one.
      await expect(tray).toContainText('Notifications are allowed, but the system showed none.')
      expect(await page.evaluate(() => window.told.map(({ title }) => title))).toEqual([
        'Notifications are on',
      ])
      await page.keyboard.press('Escape')
      await expect(tray).toBeHidden()
    })

    await test.step('what begins to wait in another tab is told once', async () => {
      await desk.say('puppet', 'think: 400', 'call: Bash {"command":"touch two.txt"}', 'say: After two.')
      await desk.show('third')
      await expect(chip).toHaveText(/2 items need you/)
      await expect(page).toHaveTitle('(2) third · Janus')
      expect(await told()).toEqual(['puppet needs you'])
      expect(await page.evaluate(() => window.told[1]?.body)).toBe('Run this command? touch two.txt')
      await expect(desk.composer('third')).toBeFocused()
    })

    await test.step('the tray goes to the card', async () => {
      await chip.click()
      await expect(tray).toContainText('Notifications in the background are on')
      await expect(tray.getByRole('listitem')).toHaveCount(2)
      await tray.getByRole('button', { name: /^puppet .*Go$/ }).click()
      await expect(desk.composer('puppet')).toBeVisible()
      await expect(card).toBeFocused()
      await desk.show('third')
    })

    await test.step('so do the key, round and round, and the notification', async () => {
      await page.keyboard.press('Control+Shift+KeyA')
      await expect(desk.composer('scout')).toBeVisible()
      await expect(card).toBeFocused()
      await page.keyboard.press('Control+Shift+KeyA')
      await expect(desk.composer('puppet')).toBeVisible()
      await desk.show('third')
      await page.evaluate(() => window.told[1]?.onclick?.())
      await expect(desk.composer('puppet')).toBeVisible()
      await expect(card).toBeFocused()
    })

    await test.step('what is answered is taken back', async () => {
      await desk.decide('Bash', 'Allow once')
      await expect(chip).toHaveText(/1 item needs you/)
      expect(await told()).toEqual(['puppet needs you, taken back'])
      await desk.show('scout')
      await desk.decide('Bash', 'Allow once')
      await expect(chip).toBeHidden()
      await expect(page).toHaveTitle('scout · Janus')
    })
  },
)

test('what is asked stands in the list and in the tray, and is answered there', async ({
  desk,
  janus,
  place,
}) => {
  const { page } = desk
  const chip = page.getByRole('button', { name: /^\d+ items? needs? you$/ })
  const tray = page.getByRole('dialog', { name: 'Needs you' })
  const row = (name: string) => tray.getByRole('listitem').filter({ hasText: name })
  const bash = (command: string) => call('Bash', { command })
  const lines = 'touch a b\n'.repeat(6)
  await makeAgents(janus, place, 'scout', 'puppet', 'third')
  await desk.say('scout', 'say: These are my words.')
  await expect(desk.tab('scout', 'idle')).toContainText('These are my words.')
  await desk.say('scout', 'say: SILENT')
  await expect(desk.line('scout', 'Nothing to add.')).toBeVisible()
  await expect(desk.tab('scout', 'idle')).toContainText('These are my words.')

  await test.step('the command, in the list and whole in the tray; one that is long only begins there', async () => {
    // One after the other, since the longest waiting comes first.
    await desk.say('scout', bash('touch one.txt'), 'say: After one.')
    await expect(desk.tab('scout', 'working, needs you')).toContainText('Run touch one.txt')
    await desk.say('puppet', bash('touch two.txt'), 'say: After two.')
    await expect(desk.tab('puppet', 'working, needs you')).toBeVisible()
    await desk.say('third', bash(lines), 'say: After three.')
    await chip.click()
    await expect(tray.getByRole('listitem')).toHaveCount(3)
    await expect(row('scout')).toContainText('touch one.txt')
    await expect(row('third')).toContainText('full text on the card')
    await expect(row('third').getByRole('button')).toHaveCount(1)
    await expect(tray.getByRole('button', { name: /^Allow (all|both)/ })).toBeHidden()
    // The key works while the list has the focus too.
    await page.keyboard.press('Control+Shift+KeyA')
    await expect(tray).toBeHidden()
    await expect(page.getByRole('group', { name: 'Run this command?' })).toBeFocused()
    await chip.click()
  })

  await test.step('a key in its row answers it, and the focus goes to the next', async () => {
    await expect(row('scout').getByRole('button').first()).toBeFocused()
    await expect(row('scout')).toHaveAttribute('data-ready', 'true')
    await page.keyboard.press('2')
    await expect(row('scout')).toHaveCount(0)
    await expect(row('puppet').getByRole('button').first()).toBeFocused()
    await expect(row('puppet')).toHaveAttribute('data-ready', 'true')
    await page.keyboard.press('1')
    await expect(row('puppet')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Run this command?' })).toBeFocused()
    await desk.decide('Bash', 'Deny')
    await expect(desk.line('puppet', 'After two.')).toBeHidden()
    await desk.show('puppet')
    await expect(desk.line('puppet', 'After two.')).toBeVisible()
  })

  await test.step('those that ask for just the same are allowed with one word', async () => {
    for (const name of ['scout', 'puppet'])
      await desk.say(name, bash('touch same.txt'), `say: ${name} is through.`)
    await expect(chip).toHaveText(/2 items need you/)
    await chip.click()
    await tray.getByRole('button', { name: 'Allow both once' }).click()
    await expect(chip).toBeHidden()
    for (const name of ['scout', 'puppet']) {
      await desk.show(name)
      await expect(desk.line(name, `${name} is through.`)).toBeVisible()
    }
  })
})
