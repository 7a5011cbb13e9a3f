import { expect, test } from './shared-app.ts'
import { lastPrompt, timesSaid, wordsOf, type Model } from './model.ts'
import { body, call } from './peers.ts'

interface Told {
  readonly id: string
  readonly from: string
  readonly replyTo: string | null
}

/** A line that makes its reader reply to the question that contains it. */
const reply = (message: string): string => call('reply_to_agent', { message_id: '$ticket', message })
const ask = (message: string, more: object = {}): string =>
  call('send_to_agent', { target: 'Bob', message, expect_reply: true, ...more })

/** The id of the message that the turn with this prompt sent. */
async function sentIn(model: Model, words: string): Promise<string> {
  const said = wordsOf(await model.lastWith(words))
  const [, id = ''] = /"message_id":"(msg-\w+)"/.exec(said.slice(said.indexOf(words))) ?? []
  return id
}

test.beforeEach(async ({ desk }) => {
  await desk.create('Alice')
  await desk.create('Bob')
})

test(
  'an answer comes as a message by itself, and four of them make a thread',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    await desk.say('Alice', ask(reply('say: Alice heard the second.')), 'say: Alice has asked.')
    await expect(desk.line('Alice', 'Alice heard the second.')).toBeVisible()
    const first = await sentIn(model, 'say: Alice has asked.')
    const { messages: two } = await body<{ messages: Told[] }>(janus, 'GET', `/threads/${first}`)
    const second = two[1]?.id ?? ''
    expect(two).toMatchObject([
      { id: first, from: 'Alice', to: 'Bob', state: 'answered', expectsReply: true, replyTo: null },
      {
        from: 'Bob',
        to: 'Alice',
        thread: first,
        isReply: true,
        replyTo: first,
        expectsReply: false,
        metadata: { isReply: 'true', replyTo: first },
      },
    ])
    const prompt = lastPrompt(await model.lastWith(`[Janus: this answers ${first}`))
    expect(prompt).toContain('NON-USER SOURCE')

    await desk.say('Alice', ask(reply('say: Alice heard the fourth.'), { reply_to: second }), 'say: More.')
    await expect(desk.line('Alice', 'Alice heard the fourth.')).toBeVisible()
    const third = await sentIn(model, 'say: More.')
    for (const id of [first, second, third]) {
      const { messages: four } = await body<{ messages: Told[] }>(janus, 'GET', `/threads/${id}`)
      expect(four.map(({ from }) => from)).toEqual(['Alice', 'Bob', 'Alice', 'Bob'])
      expect(four.map(({ replyTo }) => replyTo)).toEqual([null, first, second, third])
    }
  },
)

test(
  'an answer that a tool call waited for is in its result, and comes no second time',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    await desk.say('Alice', ask(reply('It is 42.'), { await_seconds: 50 }), 'say: Alice goes on.')
    await expect(desk.line('Alice', 'Alice goes on.')).toBeVisible()
    const result = lastPrompt(await model.lastWith('say: Alice goes on.'))
    const [, answer = ''] = /"reply":\{"message_id":"(msg-\w+)","text":"It is 42\."\}/.exec(result) ?? []
    await expect(desk.tab('Alice', 'idle')).toBeVisible()
    expect(await body(janus, 'GET', `/messages/${answer}`)).toMatchObject({
      state: expect.stringMatching(/^(read|answered)$/) as unknown,
      isReply: true,
    })

    await desk.hear('Alice', 'Later.')
    const later = await model.lastWith('say: Later.')
    expect(wordsOf(later)).not.toContain('[Janus: this answers')
    // Once in her own script, never as another agent's text.
    expect(timesSaid(later, 'It is 42.')).toBe(1)
  },
)

test(
  'a question that began a turn is answered by what that turn says at its end; while its asker slept',
  { tag: '@long' },
  async ({ desk, janus, model }) => {
    await janus.api('PATCH', '/settings', { sleepAfter: 1 })
    await desk.say('Alice', ask('wait: door\nsay: The door is open.'), 'say: Alice has asked.')
    await model.held('door')
    await expect(desk.tab('Alice', 'asleep')).toBeVisible()
    const question = await sentIn(model, 'say: Alice has asked.')
    const open = await body(janus, 'GET', `/replies/${question}`)
    expect(open).toMatchObject({ ticketId: question, state: 'open', reply: null })

    const waited = body(janus, 'GET', `/replies/${question}?waitMs=50000`)
    await model.release('door')
    expect(await waited).toMatchObject({
      state: 'answered',
      reply: { text: 'The door is open.', implicit: true },
    })
    await desk.show('Alice')
    await expect(desk.line('Alice', 'The door is open.')).toBeVisible()
    await expect(desk.transcript('Alice')).toContainText('Bob has answered.')
    const woken = await model.lastWith(`[Janus: this answers ${question}`)
    expect(lastPrompt(woken)).toContain('The door is open.')
    expect(timesSaid(woken, `[Janus: this answers ${question}`)).toBe(1)
  },
)

test(
  'a call waits 50 s at most, before a CLI would cut it; the answer comes as a message then',
  { tag: '@long' },
  async ({ desk, model }) => {
    await desk.say('Alice', ask('wait: door\nsay: At last.', { await_seconds: 600 }), 'say: Alice goes on.')
    await expect(desk.line('Alice', 'Alice goes on.')).toBeVisible({ timeout: 90_000 })
    const result = lastPrompt(await model.lastWith('say: Alice goes on.'))
    expect(result).toContain('No reply within 50 s.')
    await model.release('door')
    await expect(desk.transcript('Alice')).toContainText('Bob has answered.')
  },
)
