import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../../contract/api/model.ts'
import { ChangingJanus } from '../../../testkit/changing-janus.ts'

function open(files: Readonly<Record<string, string>> = { 'a.txt': 'one\ntwo\nthree\n' }) {
  const of = new ChangingJanus(files)
  onTestFinished(() => of.close())
  return of
}

type Span = 'turn' | 'conversation' | 'commit'

async function hashOf(of: ChangingJanus, agent: AgentId, span: Span, path: string): Promise<string> {
  const { revert } = await of.janus.window('changes.look', { agent, span, path })
  return revert.can ? revert.hash : revert.why
}

async function revert(of: ChangingJanus, agent: AgentId, span: Span, path: string) {
  const hash = await hashOf(of, agent, span, path)
  return of.janus.window('changes.revert', { agent, span, path, hash })
}

test('a file becomes again what it was; the transcript says so, the list forgets it, and it can be put back', async () => {
  const of = open()
  const { janus, repository } = of
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': 'one\n2\nthree\n' })
  const { copy } = await revert(of, scout, 'conversation', 'a.txt')
  expect(repository.read('a.txt')).toBe('one\ntwo\nthree\n')
  const list = () => janus.window('changes.list', { agent: scout, span: 'conversation' })
  expect((await list()).files).toEqual([])
  const last = (await janus.log('agent', scout)).items.at(-1)
  expect(last?.note).toMatchObject({ kind: 'filesUndone', files: [join(repository.folder, 'a.txt')] })
  expect(await janus.window('changes.putBack', { agent: scout, copy })).toEqual({ files: ['a.txt'] })
  expect(repository.read('a.txt')).toBe('one\n2\nthree\n')
  expect((await list()).files).toMatchObject([{ path: 'a.txt', added: 1, removed: 1 }])
})

test('of a turn only that turn goes; of one before the newest nothing', async () => {
  const of = open()
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': '1\ntwo\nthree\n' })
  await of.turn(scout, { 'a.txt': '1\n2\nthree\n' })
  const rows = (await of.janus.log('agent', scout)).items
  const first = rows.find(({ kind }) => kind === 'tool')?.n ?? 0
  const earlier = await of.janus.window('changes.look', {
    agent: scout,
    span: 'turn',
    n: first,
    path: 'a.txt',
  })
  expect(earlier.revert).toMatchObject({ can: false, why: expect.stringMatching(/^A later turn/) as string })
  await revert(of, scout, 'turn', 'a.txt')
  expect(of.repository.read('a.txt')).toBe('1\ntwo\nthree\n')
  await revert(of, scout, 'conversation', 'a.txt')
  expect(of.repository.read('a.txt')).toBe('one\ntwo\nthree\n')
})

test('a new file is removed, a deleted one comes back with its rights, a renamed one has its name again', async () => {
  const of = open({ 'run.sh': 'run\n', 'old.txt': 'one\ntwo\nthree\nfour\n', 'a.txt': 'a\n' })
  const { folder, git, read, put, commit } = of.repository
  fs.chmodSync(join(folder, 'run.sh'), 0o755)
  commit()
  const scout = await of.add('Scout')
  await of.turn(scout, { 'src/new.ts': 'x\n' })
  fs.rmSync(join(folder, 'run.sh'))
  git('mv', 'old.txt', 'new.txt')
  put('new.txt', 'one\ntwo\nthree\n4\n')
  await revert(of, scout, 'conversation', 'src/new.ts')
  await revert(of, scout, 'commit', 'run.sh')
  await revert(of, scout, 'commit', 'new.txt')
  expect(fs.readdirSync(join(folder, 'src'))).toEqual([])
  expect([read('run.sh'), read('old.txt'), fs.existsSync(join(folder, 'new.txt'))]).toEqual([
    'run\n',
    'one\ntwo\nthree\nfour\n',
    false,
  ])
  expect(fs.statSync(join(folder, 'run.sh')).mode & 0o777).toBe(0o755)
})

test('what is not as it was shown is left alone, and so is what is put back over something newer', async () => {
  const of = open()
  const scout = await of.add('Scout')
  await of.turn(scout, { 'a.txt': 'one\n2\nthree\n' })
  const hash = await hashOf(of, scout, 'commit', 'a.txt')
  of.repository.put('a.txt', 'mine\n')
  const stale = of.janus.window('changes.revert', { agent: scout, span: 'commit', path: 'a.txt', hash })
  await expect(stale).rejects.toThrow('has changed since it was shown')
  expect(of.repository.read('a.txt')).toBe('mine\n')
  const { copy } = await revert(of, scout, 'commit', 'a.txt')
  of.repository.put('a.txt', 'newer\n')
  const back = of.janus.window('changes.putBack', { agent: scout, copy })
  await expect(back).rejects.toThrow('changed since it was reverted')
  expect(of.repository.read('a.txt')).toBe('newer\n')
})

test('while an agent is at work in the folder, nothing is taken back under its hands', async () => {
  const of = open()
  const scout = await of.add('Scout')
  const other = await of.add('Builder')
  await of.turn(scout, { 'a.txt': 'one\n2\nthree\n' })
  const hash = await hashOf(of, scout, 'turn', 'a.txt')
  await of.janus.window('messages.send', { agent: other, message: 'At length' })
  of.janus.clock.advance(1000)
  const busy = of.janus.window('changes.revert', { agent: scout, span: 'turn', path: 'a.txt', hash })
  await expect(busy).rejects.toThrow('Builder is at work in this folder')
  expect(of.repository.read('a.txt')).toBe('one\n2\nthree\n')
})

test('nothing outside of the folder is touched, by a path or by a link', async () => {
  const of = open()
  const { folder, home, put, commit, read } = of.repository
  fs.writeFileSync(join(home, 'mine.txt'), 'mine\n')
  const scout = await of.add('Scout')
  await of.turn(scout, { '../home/mine.txt': 'theirs\n' })
  const outside = join(home, 'mine.txt')
  expect(await hashOf(of, scout, 'conversation', outside)).toMatch(/lies outside of the agent’s folder/)
  put('sub/x.txt', 'x\n')
  commit()
  await of.turn(scout, { 'sub/x.txt': 'y\n' })
  const hash = await hashOf(of, scout, 'commit', 'sub/x.txt')
  fs.rmSync(join(folder, 'sub'), { recursive: true })
  fs.mkdirSync(join(home, 'elsewhere'))
  fs.writeFileSync(join(home, 'elsewhere', 'x.txt'), 'y\n')
  fs.symlinkSync(join(home, 'elsewhere'), join(folder, 'sub'))
  const led = of.janus.window('changes.revert', { agent: scout, span: 'commit', path: 'sub/x.txt', hash })
  await expect(led).rejects.toThrow()
  expect([fs.readFileSync(join(home, 'elsewhere', 'x.txt'), 'utf8'), read('a.txt')]).toEqual([
    'y\n',
    'one\ntwo\nthree\n',
  ])
})

test('a file that git passes through a program of the repository’s is left to git', async () => {
  const of = open({ '.gitattributes': '*.bin filter=lfs\n', 'a.bin': 'pointer\n' })
  const scout = await of.add('Scout')
  of.repository.put('a.bin', 'content\n')
  expect(await hashOf(of, scout, 'commit', 'a.bin')).toMatch(/goes through a filter/)
})
