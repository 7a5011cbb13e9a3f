import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ChangingJanus } from '../../../testkit/changing-janus.ts'

async function open() {
  const of = new ChangingJanus({ 'a.txt': 'one\n', 'src/x.ts': 'x\n' })
  onTestFinished(() => of.close())
  const { janus, repository } = of
  const make = (name: string, cwd = repository.folder) =>
    janus.window('agents.create', { name, cwd, worktree: true })
  const agentOf = (id: string) =>
    [...janus.engine.state.agents.values()].find(({ agent }) => agent.id === id)?.agent
  return { ...repository, of, janus, make, agentOf }
}

test('it is told where one would be made; then it is made there, with a branch of the agent’s name', async () => {
  const { janus, make, agentOf, folder, home, put, git } = await open()
  put('a.txt', 'under way\n')
  const path = join(home, 'worktrees', 'ferry', 'der-rote-faden')
  expect(await janus.window('worktrees.plan', { folder, name: 'Der rote Faden!' })).toEqual({
    can: true,
    path,
    branch: 'janus/der-rote-faden',
    base: 'main',
    uncommitted: 1,
    folder,
  })
  const { id, cwd } = await make('Der rote Faden', join(folder, 'src'))
  expect(cwd).toBe(join(path, 'src'))
  expect(agentOf(id)?.worktree).toMatchObject({
    path,
    branch: 'janus/der-rote-faden',
    repository: folder,
    base: 'main',
  })
  expect(fs.readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one\n')
  expect(git('branch', '--list', 'janus/*')).toContain('janus/der-rote-faden')
  expect(await janus.window('worktrees.plan', { folder, name: 'Der rote Faden' })).toMatchObject({
    branch: 'janus/der-rote-faden-2',
  })
  expect(await janus.window('worktrees.plan', { folder: home, name: 'x' })).toEqual({
    can: false,
    why: 'This folder is in no git repository.',
    folder: home,
  })
})

test('where the tab comes to nothing, so does its worktree', async () => {
  const { make, git } = await open()
  await make('Scout')
  await expect(make('Scout')).rejects.toThrow()
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(2)
})

test('it is brought back with what is not committed, and goes with its tab, which is of the repository then', async () => {
  const { janus, make, agentOf, folder, read, git } = await open()
  const { id, cwd } = await make('Scout')
  fs.writeFileSync(join(cwd, 'b.txt'), 'b\n')
  const look = await janus.window('worktrees.look', { agent: id })
  expect(look).toMatchObject({
    state: 'there',
    uncommitted: 1,
    files: ['b.txt'],
    commits: [],
    ahead: 0,
    problem: '',
  })
  await expect(janus.window('worktrees.bringBack', { agent: id })).rejects.toThrow(
    '1 files there are not committed',
  )
  expect(await janus.window('worktrees.bringBack', { agent: id, commit: true })).toMatchObject({
    state: 'done',
    commits: 1,
  })
  expect([read('b.txt'), fs.existsSync(cwd), git('log', '-1', '--format=%s').trim()]).toEqual([
    'b\n',
    false,
    'Work of Scout',
  ])
  expect(agentOf(id)).toMatchObject({ cwd: folder, worktree: null })
  expect(agentOf(id)?.closedAt).not.toBeNull()
})

test('with conflicts nothing is done: the tab and its worktree stay', async () => {
  const { janus, make, agentOf, put, commit } = await open()
  const { id, cwd } = await make('Scout')
  fs.writeFileSync(join(cwd, 'a.txt'), 'hers\n')
  put('a.txt', 'mine\n')
  commit('Mine')
  const brought = janus.window('worktrees.bringBack', { agent: id, commit: true })
  expect(await brought).toEqual({ state: 'conflicts', files: ['a.txt'] })
  expect(agentOf(id)?.closedAt).toBeNull()
  expect(fs.readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('hers\n')
})

test('it is thrown away only as it was shown', async () => {
  const { janus, make, git } = await open()
  const { id, cwd } = await make('Scout')
  const { hash } = await janus.window('worktrees.look', { agent: id })
  fs.writeFileSync(join(cwd, 'new.txt'), 'not seen yet\n')
  await expect(janus.window('worktrees.throwAway', { agent: id, hash })).rejects.toThrow(
    'Nothing was thrown away',
  )
  expect(fs.existsSync(join(cwd, 'new.txt'))).toBe(true)
  const now = await janus.window('worktrees.look', { agent: id })
  expect(now.files).toEqual(['new.txt'])
  await janus.window('worktrees.throwAway', { agent: id, hash: now.hash })
  expect([fs.existsSync(cwd), git('branch', '--list', 'janus/*')]).toEqual([false, ''])
})

test('closing a tab leaves its worktree as it is; not while it works, nor while another tab works there, is it removed', async () => {
  const { janus, make, agentOf } = await open()
  const { id, cwd } = await make('Scout')
  const copy = await janus.window('agents.create', { name: 'Builder', cwd })
  expect(await janus.window('worktrees.look', { agent: id })).toMatchObject({
    others: ['Builder'],
    problem: expect.stringMatching(/^Builder works there too/) as string,
  })
  await janus.window('agents.close', { agent: copy.id })
  // A duplicate works there too, but the worktree belongs to the original.
  const second = await janus.window('agents.duplicate', { agent: id })
  expect([second.cwd, agentOf(second.id)?.worktree ?? null]).toEqual([cwd, null])
  await janus.window('agents.close', { agent: second.id })
  await janus.window('messages.send', { agent: id, message: 'At length' })
  janus.clock.advance(1000)
  const { hash } = await janus.window('worktrees.look', { agent: id })
  await expect(janus.window('worktrees.throwAway', { agent: id, hash })).rejects.toThrow('Scout works')
  await janus.window('agents.close', { agent: id })
  expect(fs.existsSync(cwd)).toBe(true)
  await janus.window('agents.reopen', { agent: id })
  expect((await janus.window('worktrees.look', { agent: id })).worktree.path).toBe(cwd)
})

test('a tab that an agent wants in a worktree waits for the user, whatever it may open by itself', async () => {
  const { janus, make, home, folder, agentOf } = await open()
  await janus.window('settings.change', { agentsOpen: 'within' })
  const { id } = await make('Scout')
  const wished = await janus.as({ kind: 'agent', id }, 'tabs.propose', { name: 'Critic', worktree: true })
  expect(wished.state).toBe('proposed')
  const { agent } = await janus.window('tabs.decide', { id: wished.id, verb: 'open' })
  expect(agent?.cwd).toBe(join(home, 'worktrees', 'ferry', 'critic'))
  // It branched from the proposer's worktree, and is merged back into that.
  const of = agent?.id ?? ''
  fs.writeFileSync(join(agent?.cwd ?? '', 'c.txt'), 'c\n')
  expect(agentOf(of)?.worktree).toMatchObject({ repository: folder, base: 'janus/scout' })
  await janus.window('worktrees.bringBack', { agent: of, commit: true })
  expect(fs.existsSync(join(home, 'worktrees', 'ferry', 'scout', 'c.txt'))).toBe(true)
})

test('one that leads to another repository is neither brought back nor thrown away, and the look says so', async () => {
  const { janus, make, agentOf, folder, git } = await open()
  const { id, cwd } = await make('Scout')
  const main = git('rev-parse', 'main')
  fs.writeFileSync(join(cwd, '.git'), `gitdir: ${join(folder, '.git')}\n`)
  fs.writeFileSync(join(cwd, 'stolen.txt'), 'x\n')
  const words = new RegExp(`leads to ${folder}/.git: Janus asks git nothing there`)
  const look = await janus.window('worktrees.look', { agent: id })
  expect(look).toMatchObject({ state: 'foreign', files: [] })
  expect([look.problem, look.blocked]).toEqual([expect.stringMatching(words), look.problem])
  const { hash } = look
  await expect(janus.window('worktrees.bringBack', { agent: id, commit: true })).rejects.toThrow(words)
  await expect(janus.window('worktrees.throwAway', { agent: id, hash })).rejects.toThrow(words)
  const list = await janus.window('changes.list', { agent: id, span: 'commit' })
  expect([list.hasGit, list.remark]).toEqual([false, expect.stringMatching(words)])
  await expect(janus.window('changes.look', { agent: id, span: 'commit', path: 'a.txt' })).rejects.toThrow(
    words,
  )
  // No further worktree can be created from there.
  expect(await janus.window('worktrees.plan', { folder: cwd, name: 'Critic' })).toMatchObject({
    can: false,
    why: expect.stringMatching(words) as string,
  })
  expect([git('rev-parse', 'main'), fs.existsSync(cwd)]).toEqual([main, true])
  expect(agentOf(id)?.closedAt).toBeNull()
})

test('nothing is removed while a tab works there through a link, or any process does', async () => {
  const { janus, make, agentOf, home, of } = await open()
  const { id, cwd } = await make('Scout')
  const link = join(home, 'link')
  fs.symlinkSync(cwd, link)
  const builder = await janus.window('agents.create', { name: 'Builder', cwd: `${link}/src/..` })
  expect(agentOf(builder.id)?.cwd).toBe(cwd)
  const { hash, ...look } = await janus.window('worktrees.look', { agent: id })
  expect(look).toMatchObject({ others: ['Builder'], blocked: look.problem })
  const thrown = () => janus.window('worktrees.throwAway', { agent: id, hash })
  await expect(thrown()).rejects.toThrow('Builder works there too')
  await janus.window('agents.close', { agent: builder.id })
  of.processes = [{ pid: 4711, group: 4711, name: 'vite' }]
  await expect(thrown()).rejects.toThrow('vite (process 4711) works there. End what runs there first')
  await expect(janus.window('worktrees.bringBack', { agent: id })).rejects.toThrow('vite (process 4711)')
  expect(fs.existsSync(cwd)).toBe(true)
  // The agent's own program ends with its tab, so it does not count.
  of.processes = [{ pid: 4712, group: agentOf(id)?.process?.pid ?? -1, name: 'agent' }]
  expect((await janus.window('worktrees.look', { agent: id })).blocked).toBe(
    agentOf(id)?.process
      ? ''
      : 'agent (process 4712) works there. End what runs there first: a command, or a terminal.',
  )
})

test('nothing is removed while a tab works there whose folder has become a link to it since', async () => {
  const { janus, make, agentOf, home } = await open()
  const { id, cwd } = await make('Scout')
  const own = join(home, 'own')
  fs.mkdirSync(own)
  const builder = await janus.window('agents.create', { name: 'Builder', cwd: own })
  fs.rmdirSync(own)
  fs.symlinkSync(cwd, own)
  expect(agentOf(builder.id)?.cwd).toBe(own)
  const { hash, others } = await janus.window('worktrees.look', { agent: id })
  expect(others).toEqual(['Builder'])
  const thrown = janus.window('worktrees.throwAway', { agent: id, hash })
  await expect(thrown).rejects.toThrow('Builder works there too')
  expect(fs.existsSync(cwd)).toBe(true)
})
