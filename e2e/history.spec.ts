import { expect, test } from './shared-app.ts'
import { lastPrompt } from './model.ts'
import { call } from './peers.ts'

test(
  'an agent finds what was said to it and reads the exchange; a stranger finds nothing',
  { tag: '@long' },
  async ({ desk, model, place }) => {
    for (const name of ['Alice', 'Bob', 'Cleo']) await desk.create(name, { folder: place.work })
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
    expect(lastPrompt(await model.lastWith('say: Cleo has looked.'))).toContain('"hits":[]')
  },
)
