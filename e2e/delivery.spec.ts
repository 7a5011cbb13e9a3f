import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import type { Desk } from './desk.ts'
import type { Janus } from './janus.ts'
import { lastPrompt, timesSaid, type Model } from './model.ts'
import { call } from './peers.ts'

/** Lets an agent write to Bob, in a turn that the user begins in its tab; returns the message's id. */
async function write(desk: Desk, model: Model, from: string, message: string, priority = 'normal') {
  const done = `${from} has sent ${priority} mail.`
  await desk.say(from, call('send_to_agent', { target: 'Bob', message, priority }), `say: ${done}`)
  await expect(desk.line(from, done)).toBeVisible()
  const answer = lastPrompt(await model.lastWith(`say: ${done}`))
  return /"message_id":"(msg-\w+)"/.exec(answer)?.[1] ?? ''
}

async function receipt(janus: Janus, id: string): Promise<unknown> {
  return (await janus.api('GET', `/messages/${id}`)).body
}

// Bob's turn comes from another agent, so no message waits for the user's turn.
test.beforeEach(async ({ desk }) => {
  for (const name of ['Alice', 'Bob', 'Cara']) await desk.create(name)
})

test(
  'high mail is read at the next tool of the turn; urgent mail ends it, and it goes on afterwards',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    const work = ['wait: work', 'call: list_agents {}', 'wait: more', 'say: Bob is done.']
    await write(desk, model, 'Cara', work.join('\n'))
    await model.held('work')
    const high = await write(desk, model, 'Alice', 'mind the rudder', 'high')
    await expect.poll(() => receipt(janus, high)).toMatchObject({ state: 'written', inInput: true })

    await test.step('folded in, in the same turn', async () => {
      await model.release('work')
      await model.held('more')
      const prompt = await model.lastWith('mind the rudder')
      expect(timesSaid(prompt, 'wait: work')).toBe(1)
      expect(await receipt(janus, high)).toMatchObject({ state: 'read' })
      await expect(desk.tab('Bob', 'working')).toBeVisible()
    })

    await test.step('interjected, then gone on', async () => {
      const urgent = await write(desk, model, 'Alice', 'say: Man rescued.', 'urgent')
      await desk.show('Bob')
      const bob = desk.transcript('Bob')
      await expect(bob).toContainText('Interrupted by Alice.')
      await expect(desk.line('Bob', 'Man rescued.')).toBeVisible()
      await expect(bob).toContainText('You were interrupted by Alice. Continue.')
      await expect.poll(() => receipt(janus, urgent)).toMatchObject({ state: 'answered' })
      await model.held('more')
      await model.release('more')
      await expect(desk.line('Bob', 'Bob is done.')).toBeVisible()
      await expect(desk.tab('Bob', 'idle')).toBeVisible()
    })

    const all = await model.lastWith('You were interrupted by Alice')
    for (const words of ['wait: work', 'say: Man rescued.', 'You were interrupted by']) {
      expect(timesSaid(all, words)).toBe(1)
    }
  },
)

test(
  'an agent that peers may interject takes their mail at once, also while it works for the user',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    expect((await janus.api('PATCH', '/agents/Bob', { policy: 'interject' })).status).toBe(200)
    await desk.say('Bob', 'wait: work', 'say: Your work is done.')
    await model.held('work')
    const normal = await write(desk, model, 'Alice', 'say: Seen at once.')
    await desk.show('Bob')
    await expect(desk.line('Bob', 'Seen at once.')).toBeVisible()
    const bob = desk.transcript('Bob')
    await expect(bob).toContainText('Interrupted by Alice.')
    await expect.poll(() => receipt(janus, normal)).toMatchObject({ state: 'answered' })
    await model.held('work')
    await model.release('work')
    await expect(desk.line('Bob', 'Your work is done.')).toBeVisible()
    await expect(desk.page.getByRole('group', { name: /Urgent message from .* to Bob/ })).toHaveCount(0)
  },
)

test(
  'under an open permission urgent mail asks beside it; Later leaves the turn alone, and it comes after',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    const { page } = desk
    const work = ['call: Bash {"command":"touch sail.txt"}', 'say: The sail is set.']
    await write(desk, model, 'Cara', work.join('\n'))
    await expect(desk.tab('Bob', 'working, needs you')).toBeVisible()
    const urgent = await write(desk, model, 'Alice', 'say: Man rescued.', 'urgent')
    await desk.show('Bob')
    const permission = page.getByRole('group', { name: 'Run this command?' })
    const mail = page.getByRole('group', { name: 'Urgent message from Alice to Bob' })
    await expect(permission).toBeVisible()
    await expect(mail).toContainText('Man rescued.')
    await mail.getByRole('button', { name: 'Leave in queue', exact: true }).click()
    await expect(mail).toBeHidden()
    await expect(permission).toBeVisible()
    expect(await receipt(janus, urgent)).toMatchObject({ state: 'queued' })

    await permission.getByRole('button', { name: 'Allow once', exact: true }).click()
    await expect(desk.line('Bob', 'The sail is set.')).toBeVisible()
    await expect(desk.line('Bob', 'Man rescued.')).toBeVisible()
    await access(join(place.work, 'sail.txt'))
    await expect.poll(() => receipt(janus, urgent)).toMatchObject({ state: 'answered' })
    await expect(desk.transcript('Bob')).not.toContainText('Interrupted')
  },
)
