import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import { call } from './peers.ts'

test('what was said is found by who and when, found again within a talk, and taken along', async ({
  desk,
  janus,
  place,
}) => {
  const { page } = desk
  const panel = page.getByRole('dialog', { name: 'Search everything said' })
  const field = panel.getByRole('combobox')
  const options = panel.getByRole('option')
  await mkdir(join(place.work, 'src'))
  await writeFile(join(place.work, 'src/fares.js'), 'export const fares = 2\n')
  await desk.create('Scout')
  await desk.create('Builder')

  await test.step('a tool and words of two', async () => {
    const read = call('Read', { file_path: join(place.work, 'src/fares.js') })
    await desk.show('Scout')
    const much = 'Nothing of note is in this sentence. '.repeat(150)
    await desk.say('Scout', read, `say: ${much}The fares are round. ${much}`, 'say: Done.')
    await expect(desk.tab('Scout', 'idle')).toBeVisible()
    await desk.show('Builder')
    await desk.hear('Builder', 'No fares here.')
  })

  await test.step('words first, the tools folded behind them and in words', async () => {
    await page.keyboard.press('Control+Shift+KeyF')
    await page.keyboard.type('fares')
    const fold = options.filter({ hasText: 'Show 2 in tools, results and thoughts' })
    await expect(fold).toBeVisible()
    await fold.click()
    await expect(options.filter({ hasText: 'Read src/fares.js' })).toHaveCount(2)
    await expect(panel).not.toContainText('file_path')
  })

  await test.step('narrowed by hand and by keys; Enter goes to the word itself, which has the focus', async () => {
    await panel.getByRole('button', { name: 'Who wrote it: From anyone' }).click()
    await page.getByRole('radio', { name: 'Scout' }).click()
    await expect(field).toHaveValue('fares from:Scout ')
    await expect(options.filter({ hasText: 'The fares are round.' })).toBeVisible()
    await field.fill('round fares from:Scout in:Scout after:today')
    await expect(options.first()).toContainText('The fares are round.')
    await expect(panel.getByRole('button', { name: 'Without: Since Today' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(panel).toBeHidden()
    await expect.poll(() => marksSeen(page, 'found')).toBe(2)
    await expect(desk.transcript('Scout').locator('[data-part=said]:focus')).toContainText(
      'The fares are round.',
    )
  })

  await test.step('found within the conversation, counted, and back to where one was', async () => {
    await desk.composer('Scout').focus()
    await page.getByRole('button', { name: 'To the end' }).click()
    await page.keyboard.press('Control+KeyF')
    const find = page.getByRole('textbox', { name: 'Find in this conversation' })
    await expect(find).toBeFocused()
    await find.fill('the fares')
    const bar = page.getByRole('search', { name: 'Find in the conversation with Scout' })
    await expect(bar).toContainText(/\d of 2/)
    const place = await bar.innerText()
    await find.press('Enter')
    await expect(bar).not.toHaveText(place)
    await find.press('Shift+Enter')
    await expect.poll(() => marksSeen(page, 'found-now')).toBeGreaterThan(0)
    await find.press('Escape')
    await expect(bar).toBeHidden()
    await expect(page.getByRole('button', { name: 'To the end' })).toBeHidden()
    expect(await marksSeen(page, 'found')).toBe(0)
  })

  await test.step('taken along as a file', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Actions for Scout' }).click()
    await page.getByRole('menuitem', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Export…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Export Scout' })
    const saved = await janus.shell.saved(page, () =>
      sheet.getByRole('button', { name: 'Export', exact: true }).click(),
    )
    expect(saved).toMatch(/^# Scout\n/)
    expect(saved).toContain('\n- Read src/fares.js\n')
    expect(saved).toContain('The fares are round.')
  })
})

test('words that were said are asked about, and answered in their thread', async ({ desk, janus }) => {
  const { page } = desk
  const dialog = page.getByRole('dialog')
  await desk.create('Scout')
  await desk.create('Builder')
  const send = call('send_to_agent', { target: 'Scout', message: 'say: The ferry is late.' })
  await desk.say('Builder', send, 'say: Told it.')
  await expect(desk.line('Builder', 'Told it.')).toBeVisible()
  await desk.show('Scout')
  await expect(desk.line('Scout', 'The ferry is late.')).toBeVisible()

  await test.step('selected words: a bar, and a question with its source', async () => {
    await desk.line('Scout', 'The ferry is late.').click({ clickCount: 3 })
    const bar = page.getByRole('toolbar', { name: 'With the selected words' })
    await bar.getByRole('button', { name: 'Ask…' }).click()
    await dialog.getByLabel('To').selectOption('Builder')
    await dialog.getByLabel('Your question').fill('say: By how much?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const asked = desk.transcript('Builder')
    await expect(asked).toContainText('> The ferry is late.')
    await expect(asked).toContainText(/> \(Scout, \d+ \w+, \d\d:\d\d\)/)
    const { body } = await janus.api('GET', '/tickets')
    expect(body).toMatchObject({ items: [{ from: 'user', to: 'Builder' }] })
  })

  await test.step('by keys, a reply in the thread of a peer’s message', async () => {
    await desk.show('Scout')
    const inset = page.getByRole('region', { name: 'Message from Builder' })
    await inset.getByRole('button', { name: 'With what Builder said' }).focus()
    await page.keyboard.press('Control+Shift+KeyE')
    await page.getByRole('menuitem', { name: 'Reply to Builder…' }).press('Enter')
    await dialog.getByLabel('Your words').fill('say: Take the bus.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Replied to Builder')).toBeVisible()
    await inset.getByRole('button', { name: 'With what Builder said' }).click()
    await page.getByRole('menuitem', { name: 'Show thread' }).click()
    const thread = page.getByRole('dialog', { name: 'Thread' }).getByRole('article')
    await expect(thread).toHaveCount(2)
    await expect(thread.last()).toContainText('say: Take the bus.')
  })
})

test('words that were said are sent on, and gathered about', { tag: '@long' }, async ({ desk, janus }) => {
  const { page } = desk
  for (const name of ['Scout', 'Builder']) await desk.create(name)
  await desk.say('Scout', 'say: The ferry is late.')
  const bar = page.getByRole('toolbar', { name: 'With the selected words' })
  const select = async () => {
    await desk.show('Scout')
    await desk.line('Scout', 'The ferry is late.').click({ clickCount: 3 })
  }

  await test.step('sent on: as a quotation with its source, behind one’s own words, and asking nothing', async () => {
    await select()
    await bar.getByRole('button', { name: 'Send to…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to…' })
    await dialog.getByLabel('To').selectOption('Builder')
    await dialog.getByLabel('Your own words').fill('say: Noted.')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Sent to Builder')).toBeVisible()
    await desk.show('Builder')
    await expect(desk.line('Builder', 'Noted.')).toBeVisible()
    await expect(desk.transcript('Builder')).toContainText('> The ferry is late.')
    await expect(desk.transcript('Builder')).toContainText(/> \(Scout, /)
    expect((await janus.api('GET', '/tickets')).body).toMatchObject({ items: [] })
  })

  await test.step('gathered about: they are the question, and whose words they are sits there', async () => {
    await select()
    await bar.getByRole('button', { name: 'Start a gathering about this…' }).click()
    const sheet = page.getByRole('dialog', { name: /gathering$/ })
    await expect(sheet.getByLabel('Question')).toHaveValue('The ferry is late.')
    await expect(sheet.getByRole('list', { name: 'Participants' })).toContainText('Scout')
  })
})

const marksSeen = (page: Page, name: string) =>
  page.evaluate((of) => {
    const box = document.querySelector('[data-part=pane] [data-part=scroll]')?.getBoundingClientRect()
    const ranges = [...(CSS.highlights.get(of) ?? [])].map((range) =>
      (range as Range).getBoundingClientRect(),
    )
    return ranges.filter(({ top, bottom }) => box && top >= box.top && bottom <= box.bottom).length
  }, name)

test('everything said is found, and Enter goes to the very row', async ({ desk, janus }) => {
  const { page } = desk
  const panel = page.getByRole('dialog', { name: 'Search everything said' })
  const field = panel.getByRole('combobox')
  const options = panel.getByRole('option')
  await desk.create('scout')
  await desk.create('puppet')

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
    // The outline disappears soon; the focus stays.
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
    await expect(panel).toContainText('No results for “armadillo”')
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
