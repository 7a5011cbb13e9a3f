import { expect, test } from 'vitest'
import type { Piece } from './plan.ts'
import { ScriptedFailure, speak, type Pacing } from './speaker.ts'

/** Records waits without waiting. */
class Diary implements Pacing {
  readonly entries: unknown[] = []
  pause(ms: number): Promise<void> {
    this.entries.push(`${ms} ms`)
    return Promise.resolve()
  }
  gate(name: string): Promise<void> {
    this.entries.push(`at ${name}`)
    return Promise.resolve()
  }
}

async function listen(...pieces: Piece[]): Promise<unknown[]> {
  const pacing = new Diary()
  for await (const heard of speak(pieces, pacing))
    pacing.entries.push(heard.kind === 'text' ? heard.text : heard)
  return pacing.entries
}

test('texts are joined by line breaks; slow ones come word by word', async () => {
  expect(
    await listen(
      { do: 'say', text: 'one', ms: 0 },
      { do: 'think', ms: 7 },
      { do: 'say', text: 'two  three', ms: 20 },
      { do: 'wait', name: 'door' },
    ),
  ).toEqual(['one', '7 ms', '10 ms', '\ntwo', '10 ms', '  three', 'at door', { kind: 'end', output: 4 }])
})

test('a call comes whole; its id encodes the progress of the script', async () => {
  const id = expect.stringMatching(/^toolu_rehearsal_2_\w+$/) as string
  expect(
    await listen({ do: 'say', text: 'one', ms: 0 }, { do: 'call', tool: 'note', input: { a: 1 }, done: 2 }),
  ).toEqual(['one', { kind: 'call', id, tool: 'note', input: { a: 1 } }, { kind: 'end', output: 3 }])
})

test('thoughts come whole, between the words', async () => {
  const heard = await listen(
    { do: 'say', text: 'one', ms: 0 },
    { do: 'muse', text: 'hm' },
    { do: 'say', text: 'two', ms: 0 },
  )
  expect(heard.slice(0, 3)).toEqual(['one', { kind: 'thought', text: 'hm' }, '\ntwo'])
})

test('a long text comes in several parts and whole; an empty one is one part', async () => {
  const heard = await listen({ do: 'say', text: '👋 '.repeat(100), ms: 0 })
  expect(heard.length).toBeGreaterThan(4)
  expect(heard.slice(0, -1).join('')).toBe('👋 '.repeat(100))
  expect(await listen({ do: 'say', text: '', ms: 0 })).toEqual(['', { kind: 'end', output: 1 }])
})

test('a script may request an error, or no answer', async () => {
  await expect(listen({ do: 'fail', status: 401 })).rejects.toEqual(new ScriptedFailure(401))
  expect(await listen({ do: 'fail', status: null })).toEqual(['at hang', { kind: 'end', output: 1 }])
})
