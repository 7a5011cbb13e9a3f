import { expect, test } from './app.ts'

// As on a machine without an account; what is set on purpose must not be used either.
test.use({ start: { args: ['--rehearse'], env: { ANTHROPIC_API_KEY: 'a-real-account' } } })

test('without an account, a rehearsal answers, and says that it is one', async ({ desk, model, place }) => {
  await expect(desk.page.getByText('This is a rehearsal')).toBeVisible()
  await desk.create('scout', { folder: place.work })
  await expect(desk.tabs.getByText('rehearsal', { exact: true })).toBeVisible()
  await desk.say('scout', 'Hello there')
  await expect(desk.transcript('scout')).toContainText('I am the rehearsal model')
  await desk.create('puppet', { folder: place.work })
  await desk.say('scout', 'call: send_to_agent {"target":"puppet","message":"say: Heard."}', 'say: Sent.')
  await desk.show('puppet')
  await expect(desk.line('puppet', 'Heard.')).toBeVisible()
  expect(await model.requests()).toEqual([])
})
