import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listHeads, takeUp } from './session-list.ts'

// Recorded answers of the real Codex about a conversation of two turns.
const path = join(import.meta.dirname, 'fixtures', 'past.json')
const recorded = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>

function codex() {
  const asked: (readonly [method: string, params: unknown])[] = []
  const request = <R>(method: string, params: unknown): Promise<R> => {
    asked.push([method, params])
    return method in recorded
      ? Promise.resolve(recorded[method] as R)
      : Promise.reject(new Error(`${method} was not recorded`))
  }
  return { rpc: { request }, asked }
}

test('conversations of Codex are listed by folder, first words and age', async () => {
  const { rpc, asked } = codex()
  const [head] = await listHeads(rpc, '/home/user/work')
  expect(head).toEqual({
    id: '01a214e9-4888-7db2-921c-f58c182dfe60',
    folder: '/home/user/work',
    title: 'call: exec_command {"cmd":"echo hello"} say: the first answer',
    changedAt: 1_795_647_163_000,
    turns: null,
    bytes: null,
  })
  expect(asked.map(([, params]) => params)).toContainEqual(
    expect.objectContaining({ cwd: '/home/user/work', modelProviders: [] }),
  )
})

test('one is copied where its folder counts for nothing, and what was said are rows with their times', async () => {
  const { rpc, asked } = codex()
  const [head] = await listHeads(rpc, '/home/user/work')
  if (head === undefined) throw new Error('none')
  const { conversation, past } = await takeUp(rpc, head)
  expect(conversation).not.toBe(head.id)
  expect(past).toMatchObject({ turns: 2, earlier: 0, file: expect.stringContaining(head.id) })
  expect(past.rows.map(({ at, said }) => [said.kind, 'text' in said ? said.text : '', at])).toEqual([
    ['user', 'call: exec_command {"cmd":"echo hello"}\nsay: the first answer', 1_795_647_163_083],
    ['tool', '', 1_795_647_163_255],
    ['result', 'hello\n', 1_795_647_163_441],
    ['text', 'the first answer', 1_795_647_163_474],
    ['user', 'say: the second answer', 1_795_647_163_527],
    ['text', 'the second answer', 1_795_647_163_577],
  ])
  const fork = asked.find(([method]) => method === 'thread/fork')
  expect(fork?.[1]).toMatchObject({
    threadId: head.id,
    config: { projects: { '/home/user/work': { trust_level: 'untrusted' } } },
  })
})

test('of a prompt that Janus put together the user’s words alone are its title and its row', async () => {
  const wrapped = JSON.stringify(recorded).replaceAll(
    'call: exec_command',
    '[From your user]:\\ncall: exec_command',
  )
  const answers = JSON.parse(wrapped) as typeof recorded
  const rpc = { request: <R>(method: string) => Promise.resolve(answers[method] as R) }
  const [head] = await listHeads(rpc, '/home/user/work')
  if (head === undefined) throw new Error('none')
  expect(head.title).toMatch(/^call: exec_command/)
  const { past } = await takeUp(rpc, head)
  expect(past.rows[0]?.said).toMatchObject({ kind: 'user', text: expect.stringMatching(/^call: exec/) })
})
