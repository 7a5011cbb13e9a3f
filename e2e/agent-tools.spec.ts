import { expect, test } from './shared-app.ts'
import { lastPrompt, wordsOf } from './model.ts'
import { atRest, body, call, makeAgents } from './peers.ts'

test(
  'an agent writes to a group and proposes an agent; the user opens it, and it is written to',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    for (const name of ['Alice', 'Bob', 'Cleo']) await desk.create(name)
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
    const card = desk.page.getByRole('group', { name: 'Alice proposes an agent' })
    await expect(card).toContainText('looks below')
    await card.getByRole('button', { name: 'Create' }).click()
    await desk.show('Diver')
    await expect(desk.line('Diver', 'I am here.').last()).toBeVisible()
    await expect(card).toHaveCount(0)
    const { body } = await janus.api('GET', '/agents')
    expect(body).toContainEqual(
      expect.objectContaining({ name: 'Diver', colour: 'iris', role: 'looks below' }),
    )
  },
)

test(
  'an agent finds what was said to it and reads the exchange; a stranger finds nothing',
  { tag: '@long' },
  async ({ desk, model }) => {
    for (const name of ['Alice', 'Bob', 'Cleo']) await desk.create(name)
    const answer = call('reply_to_agent', { message_id: '$ticket', message: 'The narwhal is blue.' })
    const ask = call('send_to_agent', { target: 'Bob', message: answer, expect_reply: true })
    await desk.say('Alice', ask, 'say: Alice has asked.')
    await expect(desk.line('Alice', 'The narwhal is blue.').last()).toBeVisible()

    await desk.say(
      'Alice',
      call('search_history', { query: 'narwhal blue', from: 'Bob' }),
      'say: Alice has found it.',
    )
    await expect(desk.line('Alice', 'Alice has found it.')).toBeVisible()
    const found = lastPrompt(await model.lastWith('say: Alice has found it.'))
    const [, id = ''] = /"message_id":"(msg-\w+)"/.exec(found) ?? []
    expect(found).toContain('"from":"Bob"')
    await desk.say('Alice', call('read_thread', { message_id: id }), 'say: Alice has read it.')
    await expect(desk.line('Alice', 'Alice has read it.')).toBeVisible()
    const thread = lastPrompt(await model.lastWith('say: Alice has read it.'))
    expect(thread).toMatch(/"from":"Alice","to":"Bob".*"from":"Bob","to":"Alice"/)

    await desk.say('Cleo', call('search_history', { query: 'narwhal' }), 'say: Cleo has looked.')
    await expect(desk.line('Cleo', 'Cleo has looked.')).toBeVisible()
    expect(lastPrompt(await model.lastWith('say: Cleo has looked.'))).toContain('"results":[]')
  },
)

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

/** Enough that each agent asks one and is asked by another at the same time. */
const names = Array.from({ length: 10 }, (_, n) => `Ring ${n + 1}`)

interface Told {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly state: string
  readonly acceptedAt: string
}

test(
  'ten agents ask round a ring at once: each has its answer, once, and nothing else is said',
  { tag: '@long' },
  async ({ janus, model, place }) => {
    await janus.api('PATCH', '/settings', { awake: names.length })
    await makeAgents(janus, place, ...names)
    const asked = names.map((name, n) => {
      const neighbour = names[(n + 1) % names.length]
      const reply = call('reply_to_agent', { message_id: '$ticket', message: `${neighbour} to ${name}` })
      const ask = call('send_to_agent', { target: neighbour, message: reply, expect_reply: true })
      return body(janus, 'POST', `/agents/${name}/message`, { message: `${ask}\nsay: ${name} has asked.` })
    })
    await Promise.all(asked)
    await atRest(janus)

    const requests = await model.requests()
    const questions = new Set<string>()
    for (const [n, name] of names.entries()) {
      const neighbour = names[(n + 1) % names.length] ?? ''
      // One prompt of its conversation brought the answer, and no later one repeats it.
      const own = requests.filter((request) => wordsOf(request).includes(`say: ${name} has asked.`))
      const answers = own.filter((request) => lastPrompt(request).includes(`${neighbour} to ${name}`))
      const heard = answers.filter((request) => lastPrompt(request).includes('[Janus: this answers msg-'))
      expect(heard, `${name} hears its answer once`).toHaveLength(1)
      const [, id = ''] =
        /\[Janus: this answers (msg-\w+)/.exec(lastPrompt(heard[0] ?? { messages: [] })) ?? []
      questions.add(id)
      const { messages } = await body<{ messages: Told[] }>(janus, 'GET', `/threads/${id}`)
      expect(messages).toMatchObject([
        { id, from: name, to: neighbour, state: 'answered' },
        { from: neighbour, to: name, replyTo: id },
      ])
      const [question, answer] = messages
      expect(Date.parse(answer?.acceptedAt ?? '')).toBeGreaterThanOrEqual(
        Date.parse(question?.acceptedAt ?? ''),
      )
    }
    expect(questions.size).toBe(names.length)
    const agents = await body<{ name: string; pending: number }[]>(janus, 'GET', '/agents')
    expect(agents.filter(({ pending }) => pending > 0)).toEqual([])
  },
)
