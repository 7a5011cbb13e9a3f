import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ChangingJanus } from '../../../testkit/changing-janus.ts'

const many = Array.from({ length: 20 }, (_, n) => `line ${n + 1}\n`).join('')

function open(files: Readonly<Record<string, string>> | null = { 'a.txt': many, 'b.txt': 'b\n' }) {
  const of = new ChangingJanus(files)
  onTestFinished(() => of.close())
  return of
}

const inShort = (list: {
  files: readonly { path: string; kind: string; added: number | null; removed: number | null }[]
}) =>
  list.files.map(({ path, kind, added, removed }) => `${kind} ${path} +${added ?? '?'} -${removed ?? '?'}`)

test('the files of a turn, of a conversation, and since the last commit', async () => {
  const of = open()
  const { janus, repository } = of
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': many.replace('line 3\n', 'three\n'), 'src/new.ts': 'one\ntwo\n' })
  await of.turn(scout, { 'a.txt': many.replace('line 3\n', 'three\n').replace('line 18\n', '') })
  repository.put('by-hand.txt', 'x\n')
  const list = (span: 'turn' | 'conversation' | 'commit') =>
    janus.window('changes.list', { agent: scout, span })
  expect(inShort(await list('turn'))).toEqual(['changed a.txt +0 -1'])
  expect(inShort(await list('conversation'))).toEqual(['changed a.txt +1 -2', 'added src/new.ts +2 -0'])
  expect(inShort(await list('commit'))).toEqual([
    'changed a.txt +1 -2',
    'added by-hand.txt +1 -0',
    'added src/new.ts +2 -0',
  ])
  expect(await list('commit')).toMatchObject({ added: 4, removed: 2, hasGit: true, remark: '' })
  const rows = await janus.log('agent', scout)
  const first = rows.items.find(({ kind }) => kind === 'tool')?.n ?? 0
  const earlier = await janus.window('changes.list', { agent: scout, span: 'turn', n: first })
  expect(inShort(earlier)).toEqual(['changed a.txt +1 -1', 'added src/new.ts +2 -0'])
})

test('one diff for each file: its lines with their numbers and the lines around', async () => {
  const of = open()
  const { janus } = of
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': many.replace('line 10\n', 'ten\n') })
  for (const span of ['turn', 'conversation', 'commit'] as const) {
    const { hunks, isInParts } = await janus.window('changes.look', { agent: scout, span, path: 'a.txt' })
    expect(isInParts).toBe(false)
    expect(hunks).toEqual([
      {
        oldStart: 7,
        newStart: 7,
        lines: [' line 7', ' line 8', ' line 9', '-line 10', '+ten', ' line 11', ' line 12', ' line 13'],
      },
    ])
  }
  const none = janus.window('changes.look', { agent: scout, span: 'turn', path: 'b.txt' })
  await expect(none).rejects.toThrow('b.txt is not changed any more')
})

test('without git the agent’s own edits are shown, and that is said', async () => {
  const of = open(null)
  fs.rmSync(join(of.repository.folder, '.git'), { recursive: true })
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': 'one\n' })
  await of.turn(scout, { 'a.txt': 'two\n' }, 'plain')
  const list = (span: 'conversation' | 'commit') => of.janus.window('changes.list', { agent: scout, span })
  const own = await list('conversation')
  expect([inShort(own), own.hasGit]).toEqual([['added a.txt +1 -0'], false])
  expect(own.remark).toMatch(/^The folder is in no git repository: .* own edits/)
  expect(await list('commit')).toMatchObject({
    files: [],
    remark: expect.stringMatching(/no git repository/) as string,
  })
})

test('a file that something else has changed is shown edit by edit, and not taken back', async () => {
  const of = open()
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': many.replace('line 10\n', 'ten\n') })
  of.repository.put('a.txt', 'all again\n')
  const change = await of.janus.window('changes.look', { agent: scout, span: 'conversation', path: 'a.txt' })
  expect(change).toMatchObject({ isInParts: true, added: 1, removed: 1, revert: { can: false } })
  expect(change.remark).toMatch(/^Something else has changed the file too/)
})

test('binary and long files are told with their length, renamed and deleted ones as such', async () => {
  const of = open({ 'a.txt': 'a\n', 'old.txt': many, 'gone.txt': 'g\n' })
  const scout = await of.add('Scout')
  const { folder, put, git } = of.repository
  put('picture.png', new Uint8Array(14_000))
  put('long.txt', 'x'.repeat(1_200_000))
  git('mv', 'old.txt', 'fresh.txt')
  fs.rmSync(join(folder, 'gone.txt'))
  const look = (path: string) => of.janus.window('changes.look', { agent: scout, span: 'commit', path })
  expect(await look('picture.png')).toMatchObject({
    hunks: [],
    remark: 'Binary: 14 kB now, not in the last commit.',
  })
  expect(await look('long.txt')).toMatchObject({
    hunks: [],
    remark: 'Too long to be shown: 1.2 MB now, not in the last commit.',
    revert: { can: false },
  })
  expect(await look('fresh.txt')).toMatchObject({
    kind: 'renamed',
    from: 'old.txt',
    remark: 'Renamed, and otherwise the same.',
  })
  expect(await look('gone.txt')).toMatchObject({ kind: 'deleted', hunks: [{ lines: ['-g'] }] })
})
