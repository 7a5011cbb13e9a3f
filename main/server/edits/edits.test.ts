import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { AgentView } from '../../contract/api/views.ts'
import { ChangingJanus } from '../../testkit/changing-janus.ts'

async function open(files: Readonly<Record<string, string>> | null = { 'src/a.ts': 'a\n', 'b.txt': 'b\n' }) {
  const of = new ChangingJanus(files)
  onTestFinished(() => of.close())
  const [scout, critic] = [await of.add('Scout'), await of.add('Critic')]
  const { janus } = of
  const claim = (id: AgentId, paths: string[], minutes?: number) =>
    janus.as({ kind: 'agent', id }, 'edits.claim', { paths, ...(minutes === undefined ? {} : { minutes }) })
  const view = (id: AgentId) => {
    let shown: readonly AgentView[] = []
    janus.feed.subscribe((event) => {
      if (event.kind === 'snapshot') shown = event.view.agents
    })()
    return shown.find((one) => one.id === id)?.sharedFiles
  }
  const before = (id: AgentId, ...paths: string[]) => janus.edits.before(id, paths)
  const listed = async () =>
    (await janus.window('edits.list', {})).map(
      ({ path, agent, state }) => `${agent} ${state} ${path.replace(`${of.repository.folder}/`, '')}`,
    )
  return { of, janus, scout, critic, claim, view, before, listed }
}

const nothing = { words: '', ask: '' }

test('an edit that meets another’s change is answered in that call, and asks the user only if they want it', async () => {
  const { of, janus, scout, critic, before, listed } = await open()
  expect(await before(scout, 'src/a.ts')).toEqual(nothing)
  await of.turn(scout, { 'src/a.ts': 'scout\n' })
  expect(await listed()).toEqual(['Scout changed src/a.ts'])
  expect(await before(scout, 'src/a.ts')).toEqual(nothing)
  expect(await before(critic, 'b.txt')).toEqual(nothing)
  const first = await before(critic, join(of.repository.folder, 'src', '..', 'src', 'a.ts'))
  expect(first.words).toMatch(/^"Scout" has changed src\/a.ts and not committed it\.\n/)
  expect(first.ask).toBe('')
  await janus.window('settings.change', { askSharedEdits: true })
  const again = await before(critic, 'src/a.ts')
  expect(again.ask).toBe('Scout has changed src/a.ts and not committed it.')
})

test('what is committed or as before concerns nobody any more', async () => {
  const { of, scout, critic, before, listed } = await open()
  await of.turn(scout, { 'src/a.ts': 'scout\n', 'new.ts': 'new\n' })
  of.repository.commit()
  expect(await before(critic, 'src/a.ts')).toEqual(nothing)
  expect(await listed()).toEqual([])
  await of.turn(scout, { 'src/a.ts': 'more\n' })
  of.repository.put('src/a.ts', 'scout\n')
  expect(await before(critic, 'src/a.ts')).toEqual(nothing)
  fs.rmSync(join(of.repository.folder, 'src'), { recursive: true })
  await of.turn(scout, { 'c/d.ts': 'd\n' })
  fs.rmSync(join(of.repository.folder, 'c'), { recursive: true })
  expect(await listed()).toEqual([])
})

test('what is committed is looked up when an agent begins a turn whose program asks nobody before an edit', async () => {
  const { of, janus, scout, listed } = await open()
  await of.turn(scout, { 'src/a.ts': 'scout\n' })
  // The end of the turn also causes a lookup; wait for it.
  for (let n = 0; n < 2; n++) expect(await listed()).toHaveLength(1)
  of.repository.commit()
  const cwd = of.repository.folder
  const { id } = await janus.window('agents.create', { name: 'Quill', cwd, kind: 'codex' })
  const fact = janus.engine.fact.bind(janus.engine)
  const settled = new Promise((resolve) => {
    janus.engine.fact = (one) => {
      fact(one)
      if (one.type === 'files.settled') resolve(one.agent)
    }
  })
  await janus.window('messages.send', { agent: id, message: 'At length' })
  janus.clock.advance(5000)
  expect(await settled).toBe(scout)
})

test('what the user reverts concerns nobody, and once they undo that again others', async () => {
  const { of, janus, scout, critic, before } = await open()
  await of.turn(scout, { 'src/a.ts': 'scout\n' })
  of.repository.put('b.txt', 'by hand\n')
  const reverted = async (path: string) => {
    const file = { agent: scout, span: 'commit', path } as const
    const { revert } = await janus.window('changes.look', file)
    const hash = revert.can ? revert.hash : ''
    return (await janus.window('changes.revert', { ...file, hash })).copy
  }
  const copies = [await reverted('src/a.ts'), await reverted('b.txt')]
  expect(await before(critic, 'src/a.ts')).toEqual(nothing)
  for (const copy of copies) await janus.window('changes.putBack', { agent: scout, copy })
  expect((await before(critic, 'src/a.ts')).words).toMatch(/^"Scout" has changed src\/a.ts /)
  expect(await before(critic, 'b.txt')).toEqual(nothing)
})

test('a file is known by its real path; two worktrees of one repository do not meet', async () => {
  const { of, critic, scout, before } = await open()
  const { folder, home } = of.repository
  await of.turn(scout, { 'src/a.ts': 'scout\n' })
  fs.symlinkSync(folder, join(home, 'link'))
  fs.symlinkSync(join(folder, 'src', 'a.ts'), join(folder, 'alias.ts'))
  expect((await before(critic, join(home, 'link', 'src', 'a.ts'))).words).not.toBe('')
  const other = await of.add('Other', join(home, 'link'))
  expect((await before(other, 'alias.ts')).words).not.toBe('')
  of.repository.git('worktree', 'add', join(home, 'tree'), '-b', 'tree')
  const apart = await of.add('Apart', join(home, 'tree'))
  expect(await before(apart, 'src/a.ts')).toEqual(nothing)
})

test('without a repository a change concerns others until its tab is closed', async () => {
  const { of, janus, scout, critic, before } = await open(null)
  fs.rmSync(join(of.repository.folder, '.git'), { recursive: true })
  await of.turn(scout, { 'a.ts': 'scout\n' })
  expect((await before(critic, 'a.ts')).words).not.toBe('')
  await janus.window('agents.close', { agent: scout })
  expect(await before(critic, 'a.ts')).toEqual(nothing)
})

test('both have the file in their views until one of them has no part in it', async () => {
  const { of, scout, critic, before, view } = await open()
  await of.turn(scout, { 'src/a.ts': 'scout\n' })
  await of.turn(critic, { 'src/a.ts': 'critic\n' })
  const file = { path: 'src/a.ts', theirPath: 'src/a.ts', why: 'changed' }
  const real = { with: scout, ...file, isSecond: true }
  expect(view(critic)).toEqual([real])
  expect(view(scout)).toEqual([{ ...real, with: critic, isSecond: false }])
  // It gets this with its next prompt, or earlier in a tool call.
  expect((await before(scout, 'src/a.ts')).words).toMatch(/^"Critic" has changed/)
  of.repository.commit()
  await before(critic, 'src/a.ts')
  expect(view(scout)).toBeUndefined()
})

test('claims are answered with what others have there, and end by hand', async () => {
  const { of, scout, critic, claim, before, listed } = await open()
  await of.turn(critic, { 'src/a.ts': 'critic\n' })
  const made = await claim(scout, ['src', './b.txt', 'docs/**/*.md'], 30)
  expect(made.claims.map(({ path }) => path)).toEqual(['src/**', 'b.txt', 'docs/**/*.md'])
  expect(made.others.map(({ agent, state }) => [agent, state])).toEqual([['Critic', 'changed']])
  expect((await claim(critic, ['b.txt'])).others.map(({ agent, path }) => [agent, path])).toEqual([
    ['Scout', join(of.repository.folder, 'b.txt')],
  ])
  expect((await claim(critic, ['src/new.ts'])).others).toMatchObject([{ agent: 'Scout', state: 'claimed' }])
  expect((await before(critic, 'docs/x/y.md')).words).toMatch(/^"Scout" has claimed docs\/x\/y.md\./)
  expect((await claim(scout, ['src'], 0)).claims.map(({ path }) => path)).toEqual(['b.txt', 'docs/**/*.md'])
  expect((await claim(scout, [], 0)).claims).toEqual([])
  expect(await listed()).toEqual([
    'Critic changed src/a.ts',
    'Critic claimed b.txt',
    'Critic claimed src/new.ts',
  ])
})

test.each([
  '../x.ts',
  '/etc/passwd',
  '**',
  '**/*',
  '*',
  '.',
  './',
  '',
  'a/../../x',
  'link/x.ts',
  'link/*.ts',
  '../*.ts',
])('the claim of %j is refused', async (path) => {
  const { of, scout, claim } = await open()
  fs.symlinkSync('/tmp', join(of.repository.folder, 'link'))
  await expect(claim(scout, [path])).rejects.toThrow()
})

test('a glob is known by the real path of its folder', async () => {
  const { of, critic, scout, claim, before } = await open()
  fs.symlinkSync('src', join(of.repository.folder, 'alias'))
  expect((await claim(scout, ['alias/*.ts'])).claims.map(({ path }) => path)).toEqual(['src/*.ts'])
  expect((await before(critic, 'src/a.ts')).words).toMatch(/^"Scout" has claimed src\/a.ts\./)
  const whole = join(of.repository.folder, 'docs', '**')
  expect((await claim(critic, [whole])).claims.map(({ path }) => path)).toEqual(['docs/**'])
})

test('all claims are given back, also those of a folder that the agent has left', async () => {
  const { of, janus, scout, claim } = await open()
  await claim(scout, ['b.txt'])
  await janus.window('agents.change', { agent: scout, cwd: join(of.repository.folder, 'src') })
  await claim(scout, ['a.ts'])
  expect((await claim(scout, [], 0)).claims).toEqual([])
})

test('who changes a file that it had claimed is known to have changed it, also once the claim is over', async () => {
  const { of, janus, scout, critic, claim, view } = await open()
  await claim(scout, ['b.txt'], 1)
  await of.turn(critic, { 'b.txt': 'critic\n' })
  expect(view(critic)).toMatchObject([{ why: 'claimed', isSecond: true }])
  await of.turn(scout, { 'b.txt': 'scout\n' })
  janus.clock.advance(120_000)
  expect(view(critic)).toMatchObject([{ why: 'changed', isSecond: true }])
  expect(view(scout)).toMatchObject([{ why: 'changed', isSecond: false }])
  const unread = janus.engine.state.agents.get(critic)?.mailbox.map(({ body }) => body)
  expect(unread).toEqual([expect.stringContaining('"Scout" has changed b.txt and not committed it')])
})

test('a claim has limits, and only agents make one', async () => {
  const { janus, scout, claim } = await open()
  const many = Array.from({ length: 51 }, (_, n) => `f${n}.ts`)
  await expect(claim(scout, many)).rejects.toThrow()
  await claim(scout, many.slice(1))
  await expect(claim(scout, ['more.ts'])).rejects.toThrow('You may claim 50 paths')
  await expect(claim(scout, ['a.ts'], 481)).rejects.toThrow()
  await expect(claim(scout, [])).rejects.toThrow('Name the files')
  await expect(janus.window('edits.claim', { paths: ['a.ts'] })).rejects.toThrow()
})

test('a card for an edit that concerns another says so', async () => {
  const { of, janus, scout, critic } = await open()
  await of.turn(scout, { 'src/a.ts': 'scout\n' })
  const path = join(of.repository.folder, 'src', 'a.ts')
  const tool = {
    name: 'Edit',
    kind: 'edit',
    title: 'a',
    isTitleAll: false,
    description: '',
    own: null,
  } as const
  const asked = (reason: string, agent = critic) =>
    janus.edits.explain({
      type: 'card.asked',
      agent,
      run: 1,
      request: 'r',
      call: 'c',
      kind: 'permission',
      tool: { ...tool, diffs: [{ path, before: 'a', after: 'b' }] },
      title: 'Edit this file?',
      input: '',
      hash: 'h',
      reason,
      suggestions: [],
      questions: [],
    })
  expect(asked('')).toMatchObject({ reason: 'Scout has changed src/a.ts and not committed it.' })
  expect(asked('Its own reason.')).toMatchObject({ reason: 'Its own reason.' })
  expect(asked('', scout)).toMatchObject({ reason: '' })
})
