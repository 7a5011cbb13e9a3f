import type { Locator } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import type { Desk } from './desk.ts'
import { lastPrompt } from './model.ts'
import { ask, atRest, body, call, makeAgents } from './peers.ts'

const pane = (desk: Desk): Locator => desk.page.getByRole('main', { name: 'Link Alice ⇄ Bob' })
/** A turn's message over the link, or the note that it had none. */
const row = (desk: Desk, name: string, turn: number): Locator =>
  pane(desk).getByRole('article', { name: new RegExp(`^${name}, turn ${turn},`) })

test('a link shows what crossed it, also what came while nobody looked; it is paused, extended and closed', async ({
  desk,
  janus,
  place,
}) => {
  await makeAgents(janus, place, 'Alice', 'Bob')
  await ask(janus, 'Alice', call('open_link', { agents: ['Bob'], mode: 'converse' }), 'say: The sail is set.')
  await atRest(janus)
  await desk.show('Alice')
  await desk.page.getByRole('button', { name: /^Link Alice ⇄ Bob, all messages, 1 of 8/ }).click()
  await expect(row(desk, 'Alice', 1)).toContainText('The sail is set.')
  await expect(row(desk, 'Alice', 1)).toContainText('Started turn 1 of Bob')
  await expect(row(desk, 'Bob', 1)).toContainText('Turn 1 ended with nothing to add.')

  // A message to both starts a new exchange; the result arrives while the link is in view. A draft survives a
  // reload.
  const composer = desk.page.getByRole('textbox', { name: 'Message to Alice and Bob' })
  await composer.fill('say: Aye.')
  await desk.page.reload()
  await expect(composer).toHaveValue('say: Aye.')
  await composer.press('Enter')
  await expect(composer).toHaveValue('')
  await expect(pane(desk).getByRole('note', { name: /to both,/ })).toContainText('say: Aye.')
  await expect(row(desk, 'Alice', 2)).toContainText('Aye.')
  await expect(row(desk, 'Bob', 2)).toContainText('Aye.')
  await expect(pane(desk).getByText('2 of 8')).toBeVisible()
  await atRest(janus)

  // Drafted for both but sent to one: the other gets nothing, and is not waited for.
  await composer.fill('say: The tide is high.')
  await pane(desk).getByRole('radio', { name: 'Alice' }).click()
  await desk.page.getByRole('textbox', { name: 'Message to Alice' }).press('Enter')
  const tide = pane(desk).getByRole('article').filter({ hasText: 'The tide is high.' })
  await expect(tide).toContainText(/Started turn \d+ of Bob/)
  await pane(desk).getByRole('radio', { name: 'Both' }).click()
  await atRest(janus)

  await desk.show('Bob')
  await ask(janus, 'Alice', 'say: The wind turns.')
  await atRest(janus)
  await desk.page.getByRole('button', { name: /^Link Alice ⇄ Bob, all messages/ }).click()
  const digest = pane(desk).getByRole('region', { name: /^While you were away/ })
  await expect(digest).toContainText('one message')
  await expect(pane(desk).getByText(/^New since/)).toBeVisible()
  await digest.getByRole('button', { name: 'The wind turns' }).click()
  await expect(pane(desk).getByRole('article').filter({ hasText: 'The wind turns.' })).toBeFocused()

  // Paused by keyboard: arrows only move the focus.
  const mode = pane(desk).getByRole('radiogroup', { name: 'Mode of the link' })
  await mode.getByRole('radio', { name: 'All messages' }).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Space']) await desk.page.keyboard.press(key)
  await expect(mode.getByRole('radio', { name: 'Paused' })).toBeChecked()
  await ask(janus, 'Alice', 'say: The hold is dry.')
  const kept = pane(desk).getByRole('article').filter({ hasText: 'The hold is dry.' })
  await expect(kept).toContainText('Held for Bob: link paused')
  await expect(pane(desk).getByText('1 message is held.')).toBeVisible()
  await pane(desk).getByRole('button', { name: 'Resume: all messages' }).click()
  await expect(kept).not.toContainText('Held')

  await pane(desk)
    .getByRole('button', { name: /^Actions for the link/ })
    .click()
  await desk.page.getByRole('menuitem', { name: 'Extend by 8 messages' }).click()
  await expect(pane(desk).getByText('1 of 16')).toBeVisible()

  await pane(desk).getByRole('button', { name: 'Close link' }).click()
  const sheet = desk.page.getByRole('dialog', { name: 'Close Alice ⇄ Bob?' })
  await sheet.getByRole('textbox').fill('say: Fare well.')
  await sheet.getByRole('button', { name: 'Close link' }).click()
  await expect(sheet).toBeHidden()
  await expect(pane(desk).getByText(/^Closed by/)).toBeVisible()
  await expect(pane(desk).getByRole('radiogroup')).toBeHidden()
  await atRest(janus)
  await desk.show('Bob')
  await expect(desk.transcript('Bob')).toContainText('Fare well.')
})

test('the user says what a link is for, and its members read it as the user’s word', async ({
  desk,
  janus,
  model,
  place,
}) => {
  const { page } = desk
  await makeAgents(janus, place, 'Alice', 'Bob')
  await body(janus, 'POST', '/links', { members: ['Alice', 'Bob'] })
  await desk.show('Alice')
  await page.getByRole('button', { name: /^Link Alice ⇄ Bob/ }).click()
  await pane(desk).getByRole('button', { name: 'Set purpose…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Purpose of Alice ⇄ Bob' })
  await sheet.getByRole('textbox', { name: 'Purpose' }).fill('Agree on the name\nof the ferry.')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(pane(desk).getByLabel('Purpose of the link')).toContainText('Agree on the name of the ferry.')
  await desk.picture('link-purpose')
  await ask(janus, 'Bob', 'say: Heron.')
  expect(lastPrompt(await model.lastWith('say: Heron.'))).toContain(
    'Its purpose, from your user: "Agree on the name of the ferry."',
  )
})
