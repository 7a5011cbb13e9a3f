import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { atOnce, circle, closed } from './circles.ts'
import { openOptions, type Desk } from './desk.ts'
import { ask, body, call, makeAgents } from './peers.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: /gathering$/ })
/** The participants in the order of the start sheet. */
const castOf = (page: Page) => sheetOf(page).getByRole('list', { name: 'Participants' }).locator('b.clip')

/** Drags by a handle past the middle of another row, where the two swap. */
async function dragOnto(desk: Desk, grip: Locator, place: Locator): Promise<void> {
  await desk.carry(grip, place, 4, 0.25)
  await desk.page.mouse.up()
}

test.describe('as a newcomer', () => {
  test.use({ start: { args: ['--rehearse'] } })

  test('two clicks from the first screen open a circle; a chip leads back; it ends, and is put away', async ({
    desk,
  }) => {
    const { page, tabs } = desk
    await page
      .getByRole('region', { name: 'No gathering yet' })
      .getByRole('button', { name: 'Decide' })
      .click()
    await sheetOf(page).getByRole('button', { name: 'Start', exact: true }).click()
    const row = tabs.getByRole('button', { name: /^Decide, .*, gathering, / })
    await expect(row).toHaveAccessibleName(/Inhale 1\/2 · Scout \(1\)$/)
    await expect(page.getByRole('main', { name: 'Gathering Decide' })).toBeVisible()
    await expect(desk.tab('Critic')).toBeVisible()
    await expect(desk.tab('Scribe')).toBeVisible()

    await desk.tab('Builder').click()
    const chip = page.getByRole('button', { name: /^sits in Decide, .* has the piece\. Show the gathering$/ })
    await chip.click()
    await expect(row).toHaveAttribute('aria-current', 'page')

    await row.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'End with a harvest' }).click()
    // The first speaker may have spoken by then.
    await expect(row).toHaveAccessibleName(/, Closed(?:, no harvest: |: the harvest is ready$)/)
    await row.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await expect(row).toBeHidden()
  })

  test(
    'the sheet says one thing at a time, marks the field, goes to it, and lets go of it once it is right',
    { tag: '@long' },
    async ({ desk }) => {
      const { page } = desk
      const sheet = sheetOf(page)
      const open = sheet.getByRole('button', { name: 'Start', exact: true })
      const press = () => open.click({ force: true })
      await page
        .getByRole('region', { name: 'No gathering yet' })
        .getByRole('button', { name: 'Decide' })
        .click()
      const [topic, beats] = [
        sheet.getByLabel('Name', { exact: true }),
        sheet.getByLabel('Reminders per turn'),
      ]
      const name = sheet.getByRole('textbox', { name: 'Name of the new agent' }).nth(1)
      const isWrong = async (field: Locator, words: string) => {
        await expect(sheet.getByRole('alert')).toHaveText(words)
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expect(sheet.locator('[aria-invalid=true]')).toHaveCount(1)
        await press()
        await expect(field).toBeFocused()
        await expect(open).toHaveAttribute('aria-disabled', 'true')
      }
      await openOptions(sheet)
      // An empty name defaults to the question's.
      await topic.fill('')
      await expect(open).toHaveAttribute('aria-disabled', 'false')
      await topic.fill('Monday')
      await beats.fill('99')
      await isWrong(beats, 'Reminders per turn: a whole number from 1 to 10.')
      await beats.fill('2')
      await expect(sheet.getByRole('alert')).toHaveCount(0)
      await name.fill('')
      await isWrong(name, 'Give the new agent on seat 2 a name.')
      await name.fill('Scout')
      await isWrong(name, 'Seat 1 and seat 2 are both called Scout. Give one of them another name.')
      await name.fill('Janus')
      await isWrong(name, '"Janus" is reserved, for agents would take it for somebody else; choose another.')
      await name.fill('Builder')
      await expect(open).toHaveAttribute('aria-disabled', 'false')
      await expect(sheet.locator('[aria-invalid=true]')).toHaveCount(0)
      await open.click()
      await expect(page.getByRole('main', { name: 'Gathering Monday' })).toBeVisible()

      // Agents in an open gathering can't join another.
      await page.getByRole('button', { name: 'New gathering' }).click()
      await expect(sheet).toContainText('Scout, Builder, Critic and Scribe sit in “Monday” until it closes')
      await sheet.getByRole('button', { name: 'Show it: Monday' }).click()
      await expect(sheet).toBeHidden()
    },
  )
})

test(
  'a proposal is changed on its card’s sheet and begins so; who sits is refused elsewhere, with the reason',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await makeAgents(janus, place, 'Ann', 'Bob', 'Cid', 'Scribe')
    const question = 'Who is awake?\nBob, inhale: wait: first\nBob, inhale: say: Not me.\\nPASS'
    const proposal = {
      topic: 'Saturday',
      question,
      structure: [1, 1, 1],
      harvester: { name: 'Scribe' },
      participants: ['Ann', 'Bob'].map((name) => ({ name, role: atOnce })),
    }
    await ask(janus, 'Ann', call('start_gathering', proposal), 'say: Proposed.')

    const { page } = desk
    await desk.show('Ann')
    const card = page.getByRole('group', { name: 'Ann proposes a gathering' })
    await expect(card).toContainText('Saturday')
    await page.getByRole('button', { name: '1 item needs you' }).click()
    const tray = page.getByRole('dialog', { name: 'Needs you' })
    await expect(tray).toContainText('Ann proposes a gathering: Saturday')
    await page.keyboard.press('Escape')
    // Its card is in view, so the area below the list does not repeat it.
    await expect(page.getByRole('region', { name: 'Needs you' })).toBeHidden()

    // A proposed participant is closed: the card says so, and can reopen it.
    await janus.api('DELETE', '/agents/Bob')
    const start = card.getByRole('button', { name: 'Start' })
    await expect(start).toBeDisabled()
    await card.getByRole('button', { name: 'Reopen Bob' }).click()
    await expect(start).toBeEnabled()
    await desk.show('Ann')
    await card.getByRole('button', { name: 'Change…' }).click()
    const sheet = sheetOf(page)
    await expect(castOf(page)).toHaveText(['Ann', 'Bob'])
    await sheet.getByRole('button', { name: 'Move Ann' }).press('Control+Shift+ArrowDown')
    await expect(castOf(page)).toHaveText(['Bob', 'Ann'])
    await expect(sheet.getByRole('button', { name: 'Move Ann' })).toBeFocused()
    await dragOnto(desk, sheet.getByRole('button', { name: 'Move Ann' }), castOf(page).first())
    await expect(castOf(page)).toHaveText(['Ann', 'Bob'])
    await dragOnto(desk, sheet.getByRole('button', { name: 'Move Bob' }), castOf(page).first())
    await expect(castOf(page)).toHaveText(['Bob', 'Ann'])
    await openOptions(sheet)
    await sheet.getByLabel('Name', { exact: true }).fill('Sunday')
    await expect(sheet.getByRole('region', { name: 'Estimate' })).toContainText('Turns6')
    await sheet.getByRole('button', { name: 'Start', exact: true }).click()
    await model.held('first')
    const { items } = await body<{ items: { id: string; topic: string }[] }>(janus, 'GET', '/gatherings')
    expect(items).toMatchObject([{ topic: 'Sunday', convened: { by: 'Ann' } }])
    const id = items[0]?.id ?? ''
    expect((await circle(janus, id)).holder).toMatchObject({ name: 'Bob', number: 1 })

    // Ann and Bob sit already: a gathering with them is refused, and the form keeps its values.
    await page.keyboard.press('Control+Shift+KeyG')
    await openOptions(sheet)
    await sheet.getByLabel('Name', { exact: true }).fill('Monday')
    await expect(sheet.getByRole('textbox', { name: 'Name of the new agent' })).toHaveCount(2)
    await sheet.getByRole('button', { name: 'Add a seat' }).click()
    await page.getByRole('menuitem', { name: /^Bob/ }).click()
    const why = 'Bob is in the gathering "Sunday". An agent can be in only one at a time.'
    await expect(sheet.getByRole('alert')).toHaveText(why)
    await sheet.getByRole('button', { name: 'Start', exact: true }).click({ force: true })
    await expect(sheet.getByRole('alert')).toHaveText(why)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'New gathering' }).click()
    await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('Monday')
    await sheet.getByRole('button', { name: 'Cancel' }).click()

    await model.release('first')
    await closed(janus, id)
    await desk.show('Ann')
    await expect(desk.transcript('Ann')).toContainText('The harvest of “Sunday” is in.')
  },
)
