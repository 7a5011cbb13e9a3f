import { expect, test } from './shared-app.ts'
import { lastPrompt } from './model.ts'
import { atRest, body, call, makeAgents } from './peers.ts'

const settled = async (janus: Parameters<typeof body>[0]) =>
  (await body<{ status: string }[]>(janus, 'GET', '/agents')).map(({ status }) => status)

test('everything is stopped at once, over a death of the app too; one’s own words begin one turn; then all goes on', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await makeAgents(janus, place, 'Ann', 'Bob')
  const bar = () => desk.page.getByRole('region', { name: 'Everything is stopped' })
  const ask = call('send_to_agent', { target: 'Bob', message: 'wait: bob', expect_reply: true })
  const timer = call('set_heartbeat', { intent: 'check', note: 'Look at Bob.', in_seconds: 5, about: 'Bob' })
  await desk.say('Ann', ask, timer, 'wait: ann', 'say: Half of it.')
  await model.held('ann')
  await model.held('bob')

  const due = Date.now() + 6_000
  await desk.page.getByRole('button', { name: 'Stop all' }).click()
  await expect(bar()).toBeVisible()
  await expect.poll(() => settled(janus)).toEqual(['idle', 'idle'])
  await desk.picture('stopped')

  await test.step('nothing begins: neither mail nor a timer that falls due, nor after a death', async () => {
    await janus.kill()
    await janus.start()
    const before = (await model.requests()).length
    await expect.poll(() => Date.now()).toBeGreaterThan(due)
    expect((await model.requests()).length).toBe(before)
    expect(await settled(janus)).toEqual(['asleep', 'asleep'])
    await desk.open(janus.url)
    await expect(bar()).toBeVisible()
  })

  await test.step('one’s own words begin that one turn', async () => {
    await desk.hear('Bob', 'I am here.')
    await expect.poll(() => settled(janus)).toEqual(['asleep', 'idle'])
  })

  await bar().getByRole('button', { name: 'Resume' }).click()
  await expect(bar()).toBeHidden()
  for (const gate of ['ann', 'bob']) {
    await model.held(gate)
    await model.release(gate)
  }
  await atRest(janus)
  const told = async () => (await model.requests()).map(lastPrompt)
  await expect
    .poll(
      async () =>
        (await told()).filter(
          (prompt) => prompt.includes('Look at Bob.') && prompt.includes('[Janus: check timer'),
        ).length,
    )
    .toBe(1)
})
