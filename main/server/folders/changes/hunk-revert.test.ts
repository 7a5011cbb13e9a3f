import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../../contract/api/model.ts'
import { ChangingJanus } from '../../../testkit/changing-janus.ts'
import { Random } from '../../../testkit/random.ts'
import { undoHunks } from './agent-changes.ts'
import { revertHunk } from './hunk-revert.ts'
import { hunksOf } from './line-hunks.ts'

const numbers = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`)
const textOf = (lines: readonly string[], eol = '\n') => lines.map((line) => line + eol).join('')
const withTwo = (eol = '\n') =>
  textOf(
    numbers.map((line, at) => (at === 2 || at === 25 ? `${line} changed` : line)),
    eol,
  )

function open(files: Readonly<Record<string, string>> = { 'a.txt': textOf(numbers) }) {
  const of = new ChangingJanus(files)
  onTestFinished(() => of.close())
  const look = (agent: AgentId, span: 'turn' | 'conversation' | 'commit', path = 'a.txt') =>
    of.janus.window('changes.look', { agent, span, path })
  const revert = async (agent: AgentId, span: 'turn' | 'conversation' | 'commit', hunk: number) => {
    const { revert: how } = await look(agent, span)
    const hash = how.can ? how.hash : '0'.repeat(64)
    return of.janus.window('changes.revert', { agent, span, path: 'a.txt', hash, hunk })
  }
  return { of, look, revert, read: () => of.repository.read('a.txt') }
}

test('hunks that are put back one by one give the text before, to the byte, and each leaves the others as they are', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed)
    const eol = random.chance(0.3) ? '\r\n' : '\n'
    const end = () => (random.chance(0.3) ? '' : eol)
    const old = Array.from({ length: random.int(1, 60) }, (_, at) => (random.chance(0.3) ? '' : `line ${at}`))
    const fresh = old.flatMap((line) =>
      random.chance(0.05)
        ? []
        : random.chance(0.05)
          ? ['new', line]
          : random.chance(0.05)
            ? [`${line}!`]
            : [line],
    )
    const before = old.join(eol) + end()
    let now = fresh.join(eol) + end()
    for (let left = hunksOf(before, now).hunks; left.length > 0; left = hunksOf(before, now).hunks) {
      const at = random.int(0, left.length - 1)
      const file = { hunks: left, kind: 'changed', path: 'a' } as const
      const back = revertHunk(file, [{ path: 'a', bytes: Buffer.from(before) }], now, at)
      if (typeof back === 'string') throw new Error(back)
      const text = Buffer.from(back.bytes).toString('utf8')
      expect(undoHunks(text, [back.patch])).toBe(now)
      const others = left.filter((_, n) => n !== at).map(({ lines }) => lines)
      expect(hunksOf(before, text).hunks.map(({ lines }) => lines)).toEqual(others)
      now = text
    }
    expect(now).toBe(before)
  }
})

test('one hunk is reverted, the others stay changes of the agent, and it can be put back', async () => {
  const { of, look, revert, read } = open()
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': withTwo() })
  const { copy } = await revert(scout, 'turn', 0)
  expect(read()).toBe(withTwo().replace('line 3 changed', 'line 3'))
  for (const span of ['turn', 'conversation', 'commit'] as const) {
    const { hunks, revert: how } = await look(scout, span)
    expect([span, hunks.length, how.can]).toEqual([span, 1, true])
  }
  const note = (await of.janus.log('agent', scout)).items.at(-1)
  expect(note?.text).toBe(`You reverted a hunk of ${join(of.repository.folder, 'a.txt')}.`)
  await of.janus.window('changes.putBack', { agent: scout, copy })
  expect(read()).toBe(withTwo())
  expect((await look(scout, 'turn')).hunks).toHaveLength(2)
  await revert(scout, 'conversation', 1)
  expect((await look(scout, 'turn')).hunks).toHaveLength(1)
  await revert(scout, 'conversation', 0)
  expect(read()).toBe(textOf(numbers))
  await expect(look(scout, 'conversation')).rejects.toThrow('is not changed any more')
})

test('line ends and rights stay; a last line without a newline is put back so', async () => {
  const { of, revert, read } = open({ 'a.txt': textOf(numbers, '\r\n') + 'end' })
  const path = join(of.repository.folder, 'a.txt')
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': `${withTwo('\r\n')}end\r\nmore\r\n` })
  fs.chmodSync(path, 0o755)
  await revert(scout, 'commit', 0)
  expect(read()).toBe(`${withTwo('\r\n').replace('line 3 changed', 'line 3')}end\r\nmore\r\n`)
  await revert(scout, 'commit', 0)
  expect(read()).toBe(`${textOf(numbers, '\r\n')}end`)
  expect(fs.statSync(path).mode & 0o777).toBe(0o755)
})

test('what changed since it was shown, a hunk that is not there, a binary or new file: nothing is touched', async () => {
  const { of, look, revert, read } = open({ 'a.txt': textOf(numbers), 'b.bin': 'a\0b' })
  const { put } = of.repository
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': withTwo(), 'new.txt': 'new\n' })
  put('b.bin', 'a\0c')
  const { revert: how } = await look(scout, 'commit')
  const moved = `moved\n${withTwo()}`
  put('a.txt', moved)
  const hash = how.can ? how.hash : ''
  const stale = of.janus.window('changes.revert', {
    agent: scout,
    span: 'commit',
    path: 'a.txt',
    hash,
    hunk: 0,
  })
  await expect(stale).rejects.toThrow('has changed since it was shown')
  expect(read()).toBe(moved)
  await expect(revert(scout, 'commit', 7)).rejects.toThrow('has no such hunk')
  for (const [path, why] of [
    ['b.bin', 'has no hunks'],
    ['new.txt', 'was added as a whole'],
  ] as const) {
    const file = await look(scout, 'commit', path)
    const of1 = { agent: scout, span: 'commit', path, hunk: 0 } as const
    const asked = of.janus.window('changes.revert', { ...of1, hash: file.revert.can ? file.revert.hash : '' })
    await expect(asked).rejects.toThrow(why)
  }
  expect([of.repository.read('b.bin'), of.repository.read('new.txt')]).toEqual(['a\0c', 'new\n'])
})

test('after several turns a hunk of the conversation is a change of none of them; of a file that only the user changed it is none at all', async () => {
  const { of, look, revert, read } = open({ 'a.txt': textOf(numbers), 'mine.txt': textOf(numbers) })
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': textOf(numbers).replace('line 3\n', 'line 3 changed\n') })
  await of.turn(scout, { 'a.txt': withTwo() })
  await revert(scout, 'conversation', 0)
  expect(read()).toBe(withTwo().replace('line 3 changed', 'line 3'))
  expect((await look(scout, 'conversation')).hunks).toHaveLength(1)
  expect((await look(scout, 'turn')).hunks).toHaveLength(1)
  of.repository.put('mine.txt', withTwo())
  const { revert: how } = await look(scout, 'commit', 'mine.txt')
  const hash = how.can ? how.hash : ''
  const mine = { agent: scout, span: 'commit', path: 'mine.txt', hash, hunk: 1 } as const
  const { copy } = await of.janus.window('changes.revert', mine)
  const { files } = await of.janus.window('changes.list', { agent: scout, span: 'conversation' })
  expect(files.map(({ path }) => path)).toEqual(['a.txt'])
  await of.janus.window('changes.putBack', { agent: scout, copy })
  expect(of.repository.read('mine.txt')).toBe(withTwo())
})
