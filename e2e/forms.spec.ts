import { expect, test } from './shared-app.ts'
import { createFern } from './acp-agent.ts'

test('a form is filled in by keys, its problems are said, and it can be declined', async ({
  desk,
  janus,
  place,
}) => {
  const { page } = desk
  await createFern({ desk, janus, place }, 'elicits')
  await desk.say('Fern', 'Go.')

  const card = page.getByRole('group', { name: 'Who travels?' })
  await expect(card).toContainText('Asked by')
  await card.focus()
  await expect(card).toHaveAttribute('data-ready')
  await page.keyboard.press('Enter')
  const name = card.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Required')
  await expect(card.getByRole('alert')).toHaveText('Required')
  await page.keyboard.type('Mo')
  // Form values survive a look at another tab.
  await desk.create('scout')
  await desk.show('Fern')
  await expect(name).toHaveValue('Mo')
  await name.focus()
  await expect(card).toHaveAttribute('data-ready')
  await page.keyboard.press('Enter')
  await expect(desk.line('Fern', '{"action":"accept","content":{"name":"Mo"}}')).toBeVisible()
  await expect(desk.transcript('Fern')).toContainText('You answered: form sent, 1 field')

  await desk.say('Fern', 'many')
  await expect(card).toContainText('it asks for 1000 values, and 40 is the most')
  await card.getByRole('button', { name: 'Decline' }).click()
  await expect(desk.line('Fern', '{"action":"decline"}')).toBeVisible()
})
