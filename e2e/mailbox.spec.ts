import { ScreenReader } from './hearing.ts'
import type { Locator } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import type { Desk } from './desk.ts'
import type { Model } from './model.ts'
import { call } from './peers.ts'

const draft = 'half a thought'

test.beforeEach(async ({ desk }) => {
  await desk.create('scout')
  await desk.create('puppet')
})

/** Starts a turn of puppet for the user that waits at `gate`, and then uses a tool. */
async function busy(desk: Desk, model: Model, gate: string) {
  await desk.say('puppet', 'say: Busy.', `wait: ${gate}`, 'call: list_agents {}', `say: Ready at ${gate}.`)
  await model.held(gate)
}

/** Lets scout write to puppet once `gate` is opened, with puppet's tab in view. */
async function scoutWrites(desk: Desk, model: Model, gate: string, message: string, priority: string) {
  const send = call('send_to_agent', { target: 'puppet', message, priority })
  await desk.say('scout', `wait: ${gate}`, send, 'say: Sent.')
  await model.held(gate)
  await desk.show('puppet')
}

const rowOf = (desk: Desk, words: string): Locator =>
  desk.waiting.getByRole('listitem').filter({ hasText: words })

test(
  'what waits is edited, promoted, demoted, dragged, sent now and withdrawn',
  { tag: '@long' },
  async ({ desk, model }) => {
    const { page } = desk
    const composer = desk.composer('puppet')
    await busy(desk, model, 'work')
    await desk.say('puppet', 'say: One.')
    await desk.say('puppet', 'say: Two.')
    await expect(rowOf(desk, 'Two.')).toHaveCount(1)

    await test.step('the last of one’s own comes back with ↑, and goes again', async () => {
      await composer.press('ArrowUp')
      await expect(composer).toHaveValue('say: Two.')
      await expect(rowOf(desk, 'Two.')).toHaveCount(0)
      await composer.pressSequentially(' Three.')
      await composer.press('Enter')
      await expect(rowOf(desk, 'Two. Three.')).toHaveCount(1)
      await composer.fill(draft)
    })

    await test.step('keys move it down among one’s own, and up again', async () => {
      await rowOf(desk, 'One.')
        .getByRole('button', { name: /^View message/ })
        .focus()
      const ear = await ScreenReader.of(page)
      await page.keyboard.press('Control+Shift+ArrowDown')
      await ear.hears('Number 2 of 2')
      await expect(desk.waiting.getByRole('listitem').last()).toContainText('One.')
      await page.keyboard.press('Control+Shift+ArrowUp')
      await expect(desk.waiting.getByRole('listitem').last()).toContainText('Three.')
      await page.keyboard.press('ArrowDown')
      await expect(rowOf(desk, 'Three.').getByRole('button', { name: /^View message/ })).toBeFocused()
    })

    await test.step('its grip drags it to the top', async () => {
      await desk.carry(rowOf(desk, 'Three.').locator('[data-part=grip]'), rowOf(desk, 'One.'), 20, 0.1)
      await page.mouse.up()
      await expect(desk.waiting.getByRole('listitem').first()).toContainText('Three.')
    })

    await test.step('a key withdraws it; the other is sent now, and read in the turn that runs', async () => {
      await rowOf(desk, 'One.')
        .getByRole('button', { name: /^View message/ })
        .focus()
      await page.keyboard.press('Delete')
      await expect(rowOf(desk, 'One.')).toHaveCount(0)
      await expect(rowOf(desk, 'Three.').getByRole('button', { name: /^View message/ })).toBeFocused()
      await rowOf(desk, 'Three.')
        .getByRole('button', { name: /^Send .* now$/ })
        .click()
      await expect(rowOf(desk, 'Three.')).toContainText('delivered, not read yet')
      await model.release('work')
      await expect(desk.waiting).toBeHidden()
      await expect(desk.transcript('puppet')).toContainText('say: Two. Three.')
      await expect(desk.tab('puppet', 'idle')).toBeVisible()
      await expect(desk.transcript('puppet')).not.toContainText('One.')
      await expect(composer).toHaveValue(draft)
    })
  },
)

test(
  'one’s own words are dragged to where they are read, and the first of many is in view',
  { tag: '@long' },
  async ({ desk, model }) => {
    const { page } = desk
    const rows = desk.waiting.getByRole('listitem').filter({ hasText: /say: / })
    await busy(desk, model, 'work')
    const words = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L']
    for (const [at, word] of words.entries()) {
      await desk.say('puppet', `say: ${word}.`)
      await expect(rows).toHaveCount(at + 1)
    }
    await expect(rowOf(desk, 'say: A.')).toBeInViewport()
    await expect(rowOf(desk, 'say: L.')).not.toBeInViewport()

    await test.step('the line is where it goes: the fourth between the first and the second', async () => {
      await desk.carry(rowOf(desk, 'say: D.').locator('[data-part=grip]'), rowOf(desk, 'say: B.'), 20, 0.1)
      await expect(rowOf(desk, 'say: B.')).toHaveAttribute('data-drop', 'before')
      await expect(desk.waiting.locator('[data-part=drop-words]')).toHaveText('Will be number 2')
      await page.mouse.up()
      await expect(rows.nth(1)).toContainText('say: D.')
      await expect(rowOf(desk, 'say: D.')).not.toContainText(/urgent|promoted/)
    })

    await test.step('and so they are read', async () => {
      await model.release('work')
      await expect(desk.line('puppet', 'L.')).toBeVisible()
      const said = await desk.transcript('puppet').locator('[data-part=said]').allTextContents()
      expect(said.filter((one) => /^[A-L]\.$/.test(one.trim())).join('')).toBe('A.D.B.C.E.F.G.H.I.J.K.L.')
    })
  },
)

test('urgent mail asks: View, Leave in queue and Deliver now; it takes neither the draft nor the focus', async ({
  desk,
  model,
}) => {
  const { page } = desk
  const composer = desk.composer('puppet')
  const card = page.getByRole('group', { name: 'Urgent message from scout to puppet' })
  await busy(desk, model, 'work')
  await scoutWrites(desk, model, 'first', 'look at the rudder', 'urgent')
  await composer.fill(draft)
  await model.release('first')

  await test.step('the card comes, the hand stays where it is', async () => {
    await expect(card).toContainText('look at the rudder')
    await expect(card).toContainText('stays in the queue unless you answer')
    await expect(composer).toBeFocused()
    await expect(desk.tab('puppet', 'working, needs you')).toBeVisible()
  })

  await test.step('the tray leads to it; 3 opens it, 2 puts it off', async () => {
    await page.getByRole('button', { name: /^1 item needs you$/ }).click()
    await page.getByRole('button', { name: /Urgent message from scout/ }).click()
    await expect(card).toBeFocused()
    await expect(card).toHaveAttribute('data-ready', 'true')
    await page.keyboard.press('3')
    const dialog = page.getByRole('dialog', { name: 'Message from scout' })
    await expect(dialog).toContainText('look at the rudder')
    await expect(dialog).toContainText('urgent')
    await expect(dialog.getByRole('button', { name: 'Show thread' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(composer).toBeFocused()
    await expect(desk.tab('puppet', 'working, needs you')).toBeVisible()
    await card.focus()
    await page.keyboard.press('2')
    await expect(card).toBeHidden()
    await expect(composer).toBeFocused()
    await expect(rowOf(desk, 'look at the rudder')).toContainText('left in queue')
  })

  await test.step('Deliver now lets the next one in, and the turn goes on afterwards', async () => {
    await scoutWrites(desk, model, 'second', 'the sail as well', 'urgent')
    await model.release('second')
    await card.getByRole('button', { name: 'Deliver now', exact: true }).click()
    await expect(card).toBeHidden()
    await expect(desk.transcript('puppet')).toContainText('the sail as well')
    // The demo model replays the resumed turn from its beginning.
    await expect(desk.transcript('puppet')).toContainText('You were interrupted by scout')
    await model.held('work')
    await model.release('work')
    await expect(desk.line('puppet', 'Ready at work.')).toBeVisible()
  })

  await test.step('what was put off waits as long as the user writes, or sends it on', async () => {
    await expect(rowOf(desk, 'look at the rudder')).toContainText('while you are writing')
    await rowOf(desk, 'look at the rudder')
      .getByRole('button', { name: /^Send .* now$/ })
      .click()
    await expect(desk.transcript('puppet')).toContainText('look at the rudder')
    await expect(desk.tab('puppet', 'idle')).toBeVisible()
    await expect(composer).toHaveValue(draft)
  })
})

test(
  'while the user writes, mail waits with a word; steering folds in; who was away is told',
  { tag: '@long' },
  async ({ desk, model }) => {
    const { page } = desk
    const composer = desk.composer('puppet')
    const banner = page.getByRole('group', { name: 'New message from scout' })

    await test.step('a banner, and no turn before the user says so', async () => {
      await scoutWrites(desk, model, 'first', 'when you have read this', 'high')
      await composer.pressSequentially(draft)
      await model.release('first')
      await expect(banner).toContainText('when you have read this')
      await expect(composer).toBeFocused()
      await expect(desk.tab('puppet', '(idle|asleep), 1 waiting')).toBeVisible()
      await banner.getByRole('button', { name: 'Deliver now: message from scout' }).click()
      await expect(banner).toBeHidden()
      await expect(desk.transcript('puppet')).toContainText('when you have read this')
      await expect(composer).toHaveValue(draft)
      await composer.fill('')
      await expect(desk.tab('puppet', 'idle')).toBeVisible()
    })

    await test.step('Mod+Enter steers', async () => {
      await busy(desk, model, 'work')
      await expect(page.getByRole('button', { name: /^Queue/ })).toBeVisible()
      await composer.fill('say: Steered.')
      await composer.press('ControlOrMeta+Enter')
      await expect(composer).toHaveValue('')
      await expect(rowOf(desk, 'Steered.')).toContainText('delivered, not read yet')
      await model.release('work')
      await expect(desk.transcript('puppet')).toContainText('say: Steered.')
      await expect(desk.tab('puppet', 'idle')).toBeVisible()
    })

    await test.step('back from another tab, also after a reload', async () => {
      const send = call('send_to_agent', { target: 'puppet', message: 'found a leak' })
      await desk.say('scout', send, 'say: Told.')
      await expect(desk.line('scout', 'Told.')).toBeVisible()
      // "idle" with unread messages: it has read and answered.
      await expect(desk.tab('puppet', 'idle, \\d+ unread')).toBeVisible()
      await page.reload()
      await desk.show('puppet')
      const away = page.getByRole('region', { name: /^While you were away/ })
      await expect(away).toContainText('1 message from scout')
      await expect(away).toContainText('1 read')
      await away.getByRole('button', { name: /^While you were away/ }).click()
      await away.getByRole('button', { name: /^Go to the message from scout.*found a leak/ }).click()
      await expect(desk.transcript('puppet').locator(':focus')).toContainText('found a leak')
      await away.getByRole('button', { name: /^Dismiss/ }).click()
      await expect(away).toBeHidden()
    })
  },
)
