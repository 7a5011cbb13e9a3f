import { expect, test } from './shared-app.ts'
import { createFern } from './acp-agent.ts'
import { makeAgents } from './peers.ts'

test('what an agent lacks is said where it matters: while it works, at a denial, at its use, in a link', async ({
  desk,
  janus,
  place,
}) => {
  const { page } = desk
  await makeAgents(janus, place, 'Scout')
  await createFern({ desk, janus, place }, 'asks-twice')
  await desk.say('Fern', 'Look at it.')

  const lack = page.locator('[data-part="dock"] [data-part="lack"]')
  await expect(lack).toHaveText('Reads messages that arrive while it works only after the turn.')
  const deny = page.getByRole('button', { name: 'Deny, and say why' })
  await deny.first().click()
  await expect(page.getByText('Only a note for you: a denial ends the agent’s turn')).toBeVisible()
  await page.getByRole('button', { name: 'Deny', exact: true }).first().click()
  await expect(page.locator('header').getByText('Idle')).toBeVisible()
  await expect(lack).toHaveText('')

  await page.getByRole('button', { name: /^Usage of this agent/ }).click()
  const use = page.getByRole('dialog', { name: 'Usage of this agent' })
  await expect(use.locator('[data-part="lack"]')).toHaveText(/Reports tokens, no price/)
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+l')
  await page.getByRole('combobox').fill('Scout')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: /^Link/ })
  await expect(sheet.locator('[data-part="lack"]')).toHaveText(/^Fern: .*Reports tokens, no price/)
})
