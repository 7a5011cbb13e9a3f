import { expect, test } from './app.ts'

// As on a machine without an account; what is set on purpose must not be used either.
test.use({ start: { args: ['--rehearse'], env: { ANTHROPIC_API_KEY: 'a-real-account' } } })

test('without an account, a rehearsal answers, and says that it is one', async ({ desk, model, place }) => {
  await expect(desk.page.getByText('This is the')).toBeVisible()
  await desk.create('scout', { folder: place.work })
  await expect(desk.tabs.getByText('demo', { exact: true })).toBeVisible()
  await desk.say('scout', 'Hello there')
  await expect(desk.transcript('scout')).toContainText('I am the rehearsal model')
  await desk.create('puppet', { folder: place.work })
  await desk.say('scout', 'call: send_to_agent {"target":"puppet","message":"say: Heard."}', 'say: Sent.')
  await desk.show('puppet')
  await expect(desk.line('puppet', 'Heard.')).toBeVisible()
  expect(await model.requests()).toEqual([])
})

test(
  'the scenes of a rehearsal: two agents talk and come to rest, one asks first, one changes a file',
  { tag: '@long' },
  async ({ desk }) => {
    await desk.create('Scout')
    await desk.create('Builder')
    await desk.say('Builder', 'Ask Scout which parts of this project have no tests.')
    await expect(desk.transcript('Builder')).toContainText('Scout has answered: it is src/fares.js')
    await expect(desk.transcript('Builder')).toContainText('1 has no test: src/fares.js')
    await desk.show('Scout')
    await expect(desk.transcript('Scout')).toContainText('Builder has my answer.')
    await expect(desk.tab('Scout', 'idle')).toBeVisible()
    await expect(desk.tab('Builder', 'idle')).toBeVisible()

    await desk.say('Builder', 'Run the tests')
    await desk.decide('npm test', 'Allow once')
    await expect(desk.transcript('Builder')).toContainText('The tests pass: 3 of 3.')

    await desk.say('Builder', 'Fix the child fare')
    await desk.decide('fares.js', 'Allow once')
    await expect(desk.transcript('Builder')).toContainText('Children pay half now')
  },
)
