import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findTranscript, hasMessages, locateInTranscript } from './transcript.ts'

const frame = '11111111-1111-4111-8111-111111111111'

const prompt = (uuid = frame): object => ({ type: 'user', uuid, message: { role: 'user', content: 'hello' } })
const answer = (text: string, stop: string | null = 'end_turn', more: object = {}): object => ({
  type: 'assistant',
  uuid: randomUUID(),
  parentUuid: frame,
  message: { stop_reason: stop, content: [{ type: 'text', text }] },
  ...more,
})
/** A line with one block of an answer; all lines of an answer have its id and stop reason. */
const block = (id: string, content: object, stop = 'end_turn'): object => ({
  type: 'assistant',
  uuid: randomUUID(),
  message: { id, stop_reason: stop, content: [content] },
})
const said = (text: string): object => ({ type: 'text', text })
const thought = { type: 'thinking', thinking: 'hm' }
const tool = {
  type: 'assistant',
  message: { stop_reason: 'tool_use', content: [{ type: 'tool_use', id: 't' }] },
}
const toolResult = {
  type: 'user',
  uuid: randomUUID(),
  message: { content: [{ type: 'tool_result', content: 'x' }] },
}
const begun = { ...prompt('other'), promptSource: 'system' }
const cutOff = {
  type: 'user',
  uuid: randomUUID(),
  message: { content: [{ type: 'tool_result', content: '[Request interrupted by user for tool use]' }] },
}
const folded = {
  type: 'attachment',
  attachment: { type: 'queued_command', source_uuid: frame, prompt: 'hello' },
}
const stopped = {
  type: 'user',
  uuid: 'u',
  message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] },
}

describe('a transcript', () => {
  let folder: string
  let path: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'janus-transcript-'))
    path = join(folder, 'projects', '-work', 'conversation.jsonl')
    await mkdir(join(folder, 'projects', '-work'), { recursive: true })
  })

  afterEach(() => rm(folder, { recursive: true }))

  const write = (...lines: object[]): Promise<void> =>
    writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

  test('is found by its conversation, whatever its folder', async () => {
    expect(await findTranscript(folder, 'conversation')).toBeNull()
    await write(prompt())
    expect(await findTranscript(folder, 'conversation')).toBe(path)
    expect(await findTranscript(join(folder, 'nowhere'), 'conversation')).toBeNull()
  })

  test.each([
    ['nothing of it', [answer('before')], 'absent', ''],
    [
      'only that it was queued',
      [{ type: 'queue-operation', operation: 'remove', commandUuid: frame }],
      'absent',
      '',
    ],
    ['only words that name it', [{ type: 'user', uuid: 'x', message: { content: frame } }], 'absent', ''],
    ['the prompt alone', [prompt()], 'unfinished', ''],
    ['an answer that goes on', [prompt(), answer('wait', null), tool, toolResult], 'unfinished', ''],
    ['the answer', [prompt(), answer('done')], 'finished', 'done'],
    [
      'the answer after a tool',
      [prompt(), answer('so', null), tool, toolResult, answer('done')],
      'finished',
      'done',
    ],
    [
      'a later prompt too',
      [prompt(), answer('mine'), prompt('other'), answer('not mine')],
      'finished',
      'mine',
    ],
    ['an answer before it', [prompt('other'), answer('not mine'), prompt()], 'unfinished', ''],
    ['it steered into a turn', [prompt('other'), tool, folded, toolResult], 'unfinished', ''],
    [
      'it folded, and the end',
      [prompt('other'), tool, folded, toolResult, answer('both')],
      'finished',
      'both',
    ],
    ['that it was stopped', [prompt(), answer('half', null), stopped], 'finished', ''],
    [
      'an error of the API',
      [prompt(), answer('API Error', 'stop_sequence', { isApiErrorMessage: true })],
      'finished',
      '',
    ],
    ['a command', [prompt(), { type: 'system', subtype: 'local_command', content: 'x' }], 'finished', ''],
    [
      'a command that says its output otherwise',
      [prompt(), { type: 'user', uuid: 'u', message: { content: '<local-command-stdout>Compacted' } }],
      'finished',
      '',
    ],
    [
      'a prompt that looks like the output of a command',
      [prompt(), { ...begun, message: { content: '<local-command-stdout>x' } }, answer('other')],
      'unfinished',
      '',
    ],
    [
      'a conversation cut down to a summary in its midst',
      [
        prompt(),
        { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' },
        { type: 'user', uuid: 's', message: { content: 'This session is being continued …' } },
        answer('after it'),
      ],
      'finished',
      'after it',
    ],
    [
      'a thought and then the answer',
      [prompt(), block('m', thought), block('m', said('it'))],
      'finished',
      'it',
    ],
    ['a thought after the answer', [prompt(), block('m', said('it')), block('m', thought)], 'finished', 'it'],
    [
      'several texts in one answer',
      [prompt(), block('m', said('early')), block('m', thought), block('m', said('late'))],
      'finished',
      'late',
    ],
    ['a thought whose answer is not there yet', [prompt(), block('m', thought)], 'unfinished', ''],
    [
      'an answer without words, asked for again',
      [prompt(), block('m', thought), block('n', said('half'), 'max_tokens')],
      'unfinished',
      '',
    ],
    [
      'an answer that was too long and goes on',
      [
        prompt(),
        block('m', said('half'), 'max_tokens'),
        { type: 'user', isMeta: true },
        block('n', said('end')),
      ],
      'finished',
      'end',
    ],
    ['only half an answer', [prompt(), block('m', said('half'), 'max_tokens')], 'unfinished', ''],
    ['a refusal, before it asks again', [prompt(), block('m', said('half'), 'refusal')], 'unfinished', ''],
    [
      'the words of the next turn',
      [prompt(), block('m', said('mine')), prompt('other'), block('n', said('not mine'))],
      'finished',
      'mine',
    ],
    [
      'words before a tool in an answer that ended by dying',
      [
        prompt(),
        block('m', said('early'), 'tool_use'),
        block('m', { type: 'tool_use', id: 't' }, 'tool_use'),
      ],
      'unfinished',
      '',
    ],
    ['a note', [{ ...prompt(), queueTranscriptOnly: true }, begun, answer('other')], 'finished', ''],
    [
      'a note after it',
      [prompt(), { ...begun, queueTranscriptOnly: true }, answer('mine')],
      'finished',
      'mine',
    ],
    ['another turn before its end', [prompt(), tool, toolResult, begun, answer('other')], 'unfinished', ''],
    [
      'it steered into one that was cut off',
      [prompt('o'), tool, folded, begun, answer('other')],
      'unfinished',
      '',
    ],
    ['a sub-agent that was cut off', [prompt(), tool, cutOff, begun, answer('other')], 'unfinished', ''],
    [
      'what a sub-agent said',
      [prompt(), answer('inner', 'end_turn', { isSidechain: true })],
      'unfinished',
      '',
    ],
  ])('with %s', async (_what, lines, found, text) => {
    await write(...lines)
    expect(await locateInTranscript(path, frame)).toEqual({ found, text })
  })

  test('may end in the middle of a line', async () => {
    await writeFile(path, `${JSON.stringify(prompt())}\n${JSON.stringify(answer('cut off')).slice(0, -20)}`)
    expect(await locateInTranscript(path, frame)).toEqual({ found: 'unfinished', text: '' })
    await writeFile(path, JSON.stringify(prompt()).slice(0, -5))
    expect(await locateInTranscript(path, frame)).toEqual({ found: 'absent', text: '' })
  })

  test('is found wherever the prompt lies across the pieces in which it is read', async () => {
    const tail = `${JSON.stringify(prompt())}\n${JSON.stringify(answer('done'))}\n`
    for (const shift of [0, 1, 20, 36, 37, 60, tail.length - 1, tail.length]) {
      // One chunk is 1 MiB, counted from the end.
      const after = 1024 * 1024 - shift
      const filler = `{"type":"filler","text":"${'y'.repeat(after - 27)}"}\n`
      await writeFile(path, `{"type":"first"}\n${tail}${filler}`)
      expect(await locateInTranscript(path, frame)).toEqual({ found: 'finished', text: 'done' })
    }
  })

  test('without a word in it is told from one with words', async () => {
    await write({ type: 'queue-operation', operation: 'enqueue' }, { type: 'mode', mode: 'normal' })
    expect(await hasMessages(path)).toBe(false)
    await writeFile(path, '')
    expect(await hasMessages(path)).toBe(false)
    await write({ type: 'queue-operation' }, prompt())
    expect(await hasMessages(path)).toBe(true)
  })

  test('of a gigabyte is read from its end, in little memory', async () => {
    const file = await open(path, 'w')
    await file.write(`${JSON.stringify(prompt('other'))}\n`)
    await file.truncate(1024 * 1024 * 1024)
    await file.close()
    const end = await open(path, 'a')
    await end.write(`\n${JSON.stringify(prompt())}\n${JSON.stringify(answer('done'))}\n`)
    await end.close()
    const before = process.memoryUsage().rss
    expect(await locateInTranscript(path, frame)).toEqual({ found: 'finished', text: 'done' })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })
})
