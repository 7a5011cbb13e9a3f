import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import { atOnce, circleOnce, closed, convene } from './circles.ts'
import { barriers } from './gallery.ts'
import { ask, makeAgents } from './peers.ts'

const paneOf = (page: Page, topic: string) => page.getByRole('main', { name: `Gathering ${topic}` })

test('the circle shows who has the piece, what is sealed, and opens the words; the harvest leads to them and is filed', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await makeAgents(janus, place, 'Ann', 'Bob', 'Scribe')
  const question = 'Do we ship?\nBob, inhale: wait: first\nBob, inhale: say: Not before the test.\\nPASS'
  const { id } = await convene(janus, {
    names: ['Ann', 'Bob'],
    topic: 'Saturday',
    question,
    structure: [1, 1, 1],
  })
  const { page } = desk
  await desk.gathering('Saturday').click()
  const pane = paneOf(page, 'Saturday')
  await model.held('first')

  // Ann has spoken under seal, and Bob has the piece: shown by the circle, the bar and text.
  const seats = pane.getByRole('list', { name: 'In the order of speaking' })
  await expect(seats.locator('[aria-current=true]')).toContainText('Bob')
  await expect(pane.locator('[data-part=gathering-bar]')).toContainText('Bob (2)')
  await expect(pane.locator('[data-part=sealed]', { hasText: 'Ann has spoken' })).toContainText('words')
  await expect(pane.locator('[data-part=utterance]')).toHaveCount(0)
  await expect(pane).toContainText('Bob (2) has the piece. You have no seat here: you are the host.')

  // Its tab has a context menu, and its pane a side panel.
  await desk.gathering('Saturday').click({ button: 'right' })
  await expect(page.getByRole('menu', { name: 'Menu of Saturday' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+.')
  await expect(page.getByRole('complementary', { name: 'About Saturday' })).toBeVisible()
  await page.keyboard.press('Control+.')
  await expect(page.getByRole('complementary', { name: 'About Saturday' })).toBeHidden()

  // The clock pauses and resumes; ending asks first, and Escape cancels.
  await pane.getByRole('button', { name: 'Pause clock' }).click()
  await expect(pane.locator('[data-part=gathering-bar]')).toContainText('paused')
  await pane.getByRole('button', { name: 'Resume clock' }).click()
  await expect(pane.getByRole('button', { name: 'Pause clock' })).toBeVisible()
  await pane.getByRole('button', { name: 'End gathering…', exact: true }).click()
  await expect(pane.getByRole('button', { name: 'End it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(pane.getByRole('form', { name: 'End the gathering' })).toBeHidden()
  await expect(pane.getByRole('button', { name: 'End gathering…', exact: true })).toBeFocused()

  await model.release('first')
  const { utterances, harvest } = await closed(janus, id)
  await expect(pane.getByRole('heading', { name: 'Decided' })).toBeVisible()
  expect(await barriers(page)).toEqual([])

  // A line of the harvest links to its source, which gets the focus.
  const rests = /utt-\w+/.exec(harvest ?? '')?.[0] ?? ''
  await pane
    .getByRole('button', { name: /Source: / })
    .first()
    .click()
  const row = pane.locator(`[data-utterance="${rests}"]`)
  await expect(row).toBeFocused()
  await expect(row).toContainText(utterances.find((one) => one.id === rests)?.text?.slice(0, 20) ?? '')
  await expect(
    pane.getByRole('article', { name: /^Bob/ }).filter({ hasText: 'Not before the test.' }),
  ).toBeVisible()
  await expect(row).toHaveAttribute('data-found', '')
  await page.keyboard.press('Escape')
  const line = pane.getByRole('button', { name: /Source: / }).first()
  await expect(line).toBeFocused()
  await line.press('Enter')
  await pane.getByRole('button', { name: 'Back to the harvest' }).click()

  // It can be saved only after its change was shown, and once.
  const note = pane.getByRole('article', { name: 'Document: docs/decisions/saturday.md' })
  await expect(note.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await note.getByRole('button', { name: 'Review and save…' }).click()
  const change = note.getByRole('table', { name: /^Changes in .*saturday\.md$/ })
  const path = ((await change.getAttribute('aria-label')) ?? '').replace('Changes in ', '')
  await note.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(note).toContainText('Saved in')
  expect(await readFile(path, 'utf8')).toContain('Saturday')

  const exported = pane.getByRole('button', { name: 'Export Markdown' })
  expect(await janus.shell.saved(page, () => exported.click())).toContain('## Decided')
})

test(
  'the user sits: a note, words of the host, which pause, the piece in hand, and a draft that outlives a reload',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await makeAgents(janus, place, 'Ann', 'Scribe')
    await Promise.all(['Scribe'].map((name) => ask(janus, name, 'say: Here.')))
    const question = [
      'Who is awake?',
      'Ann, inhale: wait: first',
      'Ann, inhale: say: Not me.\\nPASS',
      'Ann, hold: wait: second',
      'Ann, hold: say: Nor now.\\nPASS',
    ].join('\n')
    const { id } = await convene(janus, {
      names: ['Ann'],
      role: atOnce,
      topic: 'Sunday',
      question,
      structure: [1, 1, 1],
      more: { user: { number: 2, holds: true } },
    })
    const { page } = desk
    await desk.gathering('Sunday').click()
    const pane = paneOf(page, 'Sunday')
    await model.held('first')
    await expect(pane).toContainText('Ann (1) has the piece. You are next, 2nd of two.')
    await page.keyboard.type('From six.')
    await page.keyboard.press('Enter')
    await expect(pane.locator('[data-part=note]')).toContainText('From six.')
    await pane.getByRole('button', { name: 'Raise a hand' }).click()
    await expect(pane.getByRole('button', { name: 'Lower your hand' })).toBeVisible()
    await pane.getByRole('button', { name: 'Speak as host…' }).click()
    await page.keyboard.type('Please be short.')
    await page.keyboard.press('Control+Enter')
    await expect(pane.locator('[data-part=utterance][data-kind=host]')).toContainText('Please be short.')
    await expect(pane.getByRole('region', { name: 'The gathering is paused' })).toContainText('Paused by')
    await pane
      .getByRole('region', { name: 'The gathering is paused' })
      .getByRole('button', { name: 'Resume' })
      .click()
    await model.release('first')

    // The user gets the piece: the composer says so, and keeps the draft.
    const words = pane.getByRole('textbox', { name: 'Your turn in the gathering' })
    await expect(words).toBeFocused()
    await expect(pane.getByRole('switch', { name: 'Pause clock' })).toHaveAttribute('aria-checked', 'true')
    await pane.getByRole('button', { name: 'Put it in' }).click()
    await words.press('End')
    await words.pressSequentially(' And on Monday.')
    expect(await barriers(page)).toEqual([])
    await page.reload()
    await expect(words).toHaveValue('From six. And on Monday.')
    await words.press('Control+Enter')
    // The focus moves to the next text field.
    await model.held('second')
    await expect(pane.getByRole('textbox', { name: 'Note for your turn' })).toBeFocused()
    await model.release('second')
    const { utterances } = await circleOnce(janus, id, ({ phase }) => phase === 'hold')
    expect(utterances.map(({ text }) => text)).toContain('From six. And on Monday.')
    await circleOnce(janus, id, ({ holder }) => holder?.number === 2)
    await pane.getByRole('button', { name: 'Pass', exact: true }).click()
    await expect(pane.locator('[data-part=passed]')).toContainText('passed')
  },
)
