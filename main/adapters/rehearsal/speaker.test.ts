import { expect, test } from 'vitest'
import type { Piece } from './plan.ts'
import { speak, type Pacing } from './speaker.ts'
import { newMessage } from './wire.ts'

/** Writes down what it was asked to wait for, and waits for nothing. */
class Diary implements Pacing {
  readonly entries: string[] = []
  pause(ms: number): Promise<void> {
    this.entries.push(`${ms} ms`)
    return Promise.resolve()
  }
  gate(name: string): Promise<void> {
    this.entries.push(name)
    return Promise.resolve()
  }
}

async function listen(pieces: Piece[]) {
  const message = newMessage({ id: 'msg_1', model: 'm', chars: { all: 8, fresh: 8 } })
  const pacing = new Diary()
  for await (const event of speak(message, pieces, pacing)) {
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
      pacing.entries.push(event.delta.text)
    else if (event.type === 'content_block_start')
      pacing.entries.push(`open ${event.index} ${event.content_block.type}`)
    else pacing.entries.push(event.type)
  }
  return { message, heard: pacing.entries }
}

test('texts are one block, a line each; slow ones come word by word', async () => {
  const { message, heard } = await listen([
    { do: 'say', text: 'one', ms: 0 },
    { do: 'think', ms: 7 },
    { do: 'say', text: 'two  three', ms: 20 },
    { do: 'wait', name: 'door' },
  ])
  expect(heard).toEqual([
    ...['message_start', 'open 0 text', 'one', '7 ms', '10 ms', '\ntwo', '10 ms', '  three', 'door'],
    ...['content_block_stop', 'message_delta', 'message_stop'],
  ])
  expect(message).toMatchObject({ stop_reason: 'end_turn', content: [{ text: 'one\ntwo  three' }] })
})

test('a call is a block of its own and ends the message; its id tells how far the script is', async () => {
  const { message, heard } = await listen([
    { do: 'say', text: 'one', ms: 0 },
    { do: 'call', tool: 'note', input: { a: 1 }, done: 2 },
  ])
  expect(heard.slice(3)).toEqual([
    ...['content_block_stop', 'open 1 tool_use', 'content_block_delta', 'content_block_stop'],
    ...['message_delta', 'message_stop'],
  ])
  expect(message).toMatchObject({
    stop_reason: 'tool_use',
    content: [{ text: 'one' }, { name: 'note', input: { a: 1 } }],
  })
  expect(message.content[1]).toHaveProperty('id', expect.stringMatching(/^toolu_rehearsal_2_\w+$/))
})

test('thoughts are signed blocks of their own, between the words', async () => {
  const { message } = await listen([
    { do: 'say', text: 'one', ms: 0 },
    { do: 'muse', text: 'hm' },
    { do: 'say', text: 'two', ms: 0 },
  ])
  expect(message.content).toMatchObject([
    { type: 'text', text: 'one' },
    { type: 'thinking', thinking: 'hm', signature: 'rehearsed' },
    { type: 'text', text: '\ntwo' },
  ])
})

test('a long text comes in several deltas and whole', async () => {
  const { message, heard } = await listen([{ do: 'say', text: '👋 '.repeat(100), ms: 0 }])
  expect(heard.length).toBeGreaterThan(6)
  expect(message.content).toMatchObject([{ text: '👋 '.repeat(100) }])
})
