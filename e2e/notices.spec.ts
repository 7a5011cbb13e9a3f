import { expect, test } from './shared-app.ts'
import { lastPrompt } from './model.ts'
import { atRest, call, makeAgents } from './peers.ts'

test('an agent tells its user something before its turn ends: in the corner, in its conversation, and found again; a fourth waits', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await makeAgents(janus, place, 'Scout', 'Puppet')
  const { page } = desk
  const notify = (text: string) => call('notify_user', { text })
  await desk.say(
    'Scout',
    'wait: notice',
    notify('The tide table is out of date.'),
    'wait: rest',
    'say: Done.',
  )
  await desk.show('Puppet')
  await model.open('notice')
  const toasts = page.locator('[data-part=toasts]')
  await expect(toasts.getByText('Scout: The tide table is out of date.')).toBeVisible()
  await toasts.getByRole('button', { name: 'Go to Scout' }).click()
  const line = desk.transcript('Scout').locator('[data-part=said]', { hasText: 'Notified you' })
  await expect(line).toContainText('The tide table is out of date.')
  await expect(line).toBeInViewport()
  await expect(desk.tab('Scout', 'working')).toBeVisible()
  await model.open('rest')
  await atRest(janus)

  const more = ['The lamps are out.', 'The lamps are on.', 'The tide has turned.']
  await desk.say('Scout', ...more.map(notify), 'say: All told.')
  await atRest(janus)
  await expect(desk.transcript('Scout').getByText('Notified you')).toHaveCount(4)
  expect(lastPrompt(await model.lastWith('shown 3 notices within an hour'))).toContain('"shown":false')

  await page.keyboard.press('ControlOrMeta+Shift+F')
  await page.getByRole('combobox', { name: 'Search everything said' }).fill('from:Scout "tide table"')
  await expect(page.getByRole('option').first()).toContainText('The tide table is out of date.')
})
