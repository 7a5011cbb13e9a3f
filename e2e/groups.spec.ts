import { expect, test } from './shared-app.ts'
import { lastPrompt } from './model.ts'
import { call } from './peers.ts'

test(
  'an agent writes to a group and proposes a tab; the person opens it, and it is written to',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    for (const name of ['Alice', 'Bob', 'Cleo']) await desk.create(name, { folder: place.work })
    const made = await janus.api('POST', '/groups', { name: 'Crew', members: ['Bob', 'Cleo'] })
    expect(made.status).toBe(200)
    const words = call('send_to_agent', { target: 'Crew', message: 'say: Heard by the crew.' })
    await desk.say('Alice', words, 'say: Alice has told them.')
    await expect(desk.line('Alice', 'Alice has told them.')).toBeVisible()
    const sent = lastPrompt(await model.lastWith('say: Alice has told them.'))
    expect(sent).toMatch(/"name":"Bob".*"name":"Cleo"/)
    for (const name of ['Bob', 'Cleo']) {
      await desk.show(name)
      await expect(desk.line(name, 'Heard by the crew.').last()).toBeVisible()
    }

    const wish = { name: 'Diver', role: 'looks below', colour: 'iris', first_message: 'say: I am here.' }
    await desk.say('Alice', call('open_tab', wish), 'say: Alice has asked.')
    await expect(desk.line('Alice', 'Alice has asked.')).toBeVisible()
    const card = desk.page.getByRole('group', { name: 'Alice proposes a tab' })
    await expect(card).toContainText('looks below')
    await card.getByRole('button', { name: 'Open' }).click()
    await desk.show('Diver')
    await expect(desk.line('Diver', 'I am here.').last()).toBeVisible()
    await expect(card).toHaveCount(0)
    const { body } = await janus.api('GET', '/agents')
    expect(body).toContainEqual(
      expect.objectContaining({ name: 'Diver', colour: 'iris', role: 'looks below' }),
    )
  },
)
