import * as fs from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../../contract/api/model.ts'
import { initialSettings } from '../../../contract/app/settings.ts'
import type { WorktreeRun } from '../../../contract/folders/worktree-runs.ts'
import { ChangingJanus } from '../../../testkit/changing-janus.ts'
import { readConfig } from './readiness.ts'

async function open(config: unknown, files: Readonly<Record<string, string>> = {}) {
  const text = typeof config === 'string' ? config : JSON.stringify(config)
  const of = new ChangingJanus({ 'a.txt': 'one\n', '.janus/worktree.json': text, ...files })
  onTestFinished(() => of.close())
  const { janus, repository } = of
  const make = (name: string) =>
    janus.window('agents.create', { name, cwd: repository.folder, worktree: true })
  const stateOf = (id: AgentId) => janus.engine.state.agents.get(id)
  const setupOf = (id: AgentId) => stateOf(id)?.agent.worktree?.setup
  /** Resolves when no setup is running. */
  const settled = (id: AgentId) =>
    new Promise<WorktreeRun | undefined>((resolve) => {
      const look = () => {
        const run = setupOf(id)
        if (run?.state === 'running' || run?.state === 'waiting') return false
        resolve(run)
        return true
      }
      if (look()) return
      const stop = janus.feed.subscribe(() => {
        if (look()) queueMicrotask(() => stop())
      })
    })
  const setUp = (id: AgentId, action: 'run' | 'skip' | 'stop' | 'again', command?: string) =>
    janus.window('worktrees.setUp', { agent: id, action, ...(command === undefined ? {} : { command }) })
  const rewrite = (next: unknown) => repository.put('.janus/worktree.json', JSON.stringify(next))
  return { ...repository, of, janus, make, stateOf, setupOf, settled, setUp, rewrite }
}

test('files are copied and the command is asked about; approved, it runs before the first turn', async () => {
  const { janus, make, stateOf, setupOf, setUp, settled, put } = await open(
    { setup: 'cat .env > made; echo "$JANUS_PORT $JANUS_PORT_COUNT $JANUS_WORKTREE"' },
    { '.gitignore': '.env\nmade\n', '.worktreeinclude': '.env\n' },
  )
  put('.env', 'A=1')
  const { id, cwd, status, needs, reason } = await make('Scout')
  expect({ status, needs, reason }).toEqual({
    status: 'starting',
    needs: 'card',
    reason: 'Its setup command needs approval',
  })
  expect(fs.readFileSync(join(cwd, '.env'), 'utf8')).toBe('A=1')
  await janus.window('messages.send', { agent: id, message: 'Look around' })
  expect(stateOf(id)?.process).toBe('off')
  const command = setupOf(id)?.command ?? ''
  await expect(setUp(id, 'run', `${command}; curl evil.example`)).rejects.toThrow(
    'another one than was shown',
  )
  await expect(setUp(id, 'run')).rejects.toThrow('Say the command')
  expect(fs.existsSync(join(cwd, 'made'))).toBe(false)
  await setUp(id, 'run', command)
  expect(await settled(id)).toMatchObject({
    state: 'done',
    output: `${String(stateOf(id)?.agent.worktree?.ports?.first)} 10 ${cwd}\n`,
  })
  expect(fs.readFileSync(join(cwd, 'made'), 'utf8')).toBe('A=1')
  expect(stateOf(id)?.process).not.toBe('off')
})

test('the approval holds for exactly this command: it runs at once in the next worktree, and a changed one asks', async () => {
  const { make, setupOf, setUp, settled, rewrite } = await open({ setup: 'true' })
  const first = await make('Scout')
  await setUp(first.id, 'run', 'true')
  await settled(first.id)
  const second = await make('Builder')
  expect(await settled(second.id)).toMatchObject({ state: 'done', command: 'true' })
  rewrite({ setup: 'true # now something else' })
  const third = await make('Diver')
  expect(setupOf(third.id)).toMatchObject({ state: 'asks', command: 'true # now something else' })
  // It changes while the user reads: only the command that they saw may run.
  rewrite({ setup: 'rm -rf /' })
  await setUp(third.id, 'run', 'true # now something else')
  expect(await settled(third.id)).toMatchObject({ state: 'done', command: 'true # now something else' })
})

test('a failure is reported with its output; tried again, the configuration is read again', async () => {
  const { make, setupOf, setUp, settled, rewrite } = await open({ setup: 'echo broken; exit 7' })
  const { id } = await make('Scout')
  await setUp(id, 'run', 'echo broken; exit 7')
  expect(await settled(id)).toMatchObject({
    state: 'failed',
    problem: { kind: 'exit', code: 7 },
    output: 'broken\n',
  })
  await setUp(id, 'again')
  expect(await settled(id)).toMatchObject({ state: 'failed', n: 2 })
  rewrite({ setup: 'true' })
  await setUp(id, 'again')
  expect(setupOf(id)).toMatchObject({ state: 'asks', command: 'true' })
  await setUp(id, 'skip')
  expect(setupOf(id)?.state).toBe('skipped')
  await expect(setUp(id, 'skip')).rejects.toThrow('No setup waits')
})

test('one that hangs is stopped by the user, and by Stop all; what it wrote is kept', async () => {
  const { janus, make, setUp, settled, stateOf } = await open({ setup: 'echo here; touch up; sleep 1000' })
  const { id, cwd } = await make('Scout')
  const up = () =>
    new Promise<void>((resolve) => {
      const look = () => fs.existsSync(join(cwd, 'up')) && (watcher.close(), resolve())
      const watcher = fs.watch(cwd, look)
      look()
    })
  await setUp(id, 'run', 'echo here; touch up; sleep 1000')
  await up()
  await expect(janus.window('worktrees.look', { agent: id })).resolves.toMatchObject({
    blocked: '`echo here; touch up; sleep 1000` is running there. Stop it first.',
  })
  await setUp(id, 'stop')
  const stopped = { state: 'failed', problem: { kind: 'stopped' }, output: 'here\n' }
  expect(await settled(id)).toMatchObject(stopped)
  expect((await janus.window('worktrees.output', { agent: id })).text).toBe('')
  fs.rmSync(join(cwd, 'up'))
  await setUp(id, 'again')
  await up()
  await janus.window('settings.change', { stopped: new Date(janus.clock.now()).toISOString() })
  expect(await settled(id)).toMatchObject({ state: 'failed', problem: { kind: 'stopped' } })
  expect(stateOf(id)?.process).toBe('off')
})

test('before a worktree is removed its teardown command runs, by its exact text; its failure keeps the worktree', async () => {
  const { janus, make, rewrite, git, folder, stateOf } = await open({ teardown: 'echo no; exit 1' })
  const { id, cwd } = await make('Scout')
  const { hash, cleanup } = await janus.window('worktrees.look', { agent: id })
  expect(cleanup).toEqual({ command: 'echo no; exit 1', from: 'repository' })
  const remove = (how: object) => janus.window('worktrees.throwAway', { agent: id, hash, ...how })
  await expect(remove({})).rejects.toThrow('Before it is removed this command runs: echo no; exit 1')
  await expect(remove({ teardown: 'echo no' })).rejects.toThrow('approve it by exactly this text')
  await expect(remove({ teardown: 'echo no; exit 1' })).rejects.toThrow(
    'The teardown command failed. It ended with code 1. The worktree was not removed. It wrote: no',
  )
  expect([fs.existsSync(cwd), stateOf(id)?.agent.closedAt]).toEqual([true, null])
  rewrite({ teardown: `pwd > ${folder}/gone.txt` })
  await remove({ teardown: `pwd > ${folder}/gone.txt` })
  expect(fs.readFileSync(join(folder, 'gone.txt'), 'utf8').trim()).toBe(cwd)
  expect([fs.existsSync(cwd), git('branch', '--list', 'janus/*')]).toEqual([false, ''])
})

test('a removal that fails after the teardown is tried again without it; a tab that was opened again runs it again', async () => {
  const { of, janus, make, folder, read, rewrite, stateOf } = await open({})
  const { id, cwd } = await make('Scout')
  const teardown = `echo x >> ${folder}/gone.txt`
  rewrite({ teardown })
  const remove = async () => {
    of.processes = []
    const { hash } = await janus.window('worktrees.look', { agent: id })
    return janus.window('worktrees.throwAway', { agent: id, hash, teardown })
  }
  // Somebody begins to work there during the cleanup.
  const leave = janus.feed.subscribe(() => {
    const isClean = stateOf(id)?.agent.worktree?.teardown?.state === 'done'
    if (isClean) of.processes = [{ pid: 7, name: 'vim', group: 7 }]
  })
  await expect(remove()).rejects.toThrow('vim (process 7) works there')
  await janus.window('agents.reopen', { agent: id })
  await expect(remove()).rejects.toThrow('vim (process 7) works there')
  leave()
  await remove()
  expect([read('gone.txt'), fs.existsSync(cwd)]).toEqual(['x\nx\n', false])
})

test('a closed tab has to be opened before its worktree is cleaned up', async () => {
  const { janus, make } = await open({ teardown: 'true' })
  const { id } = await make('Scout')
  await janus.window('agents.close', { agent: id })
  const { hash } = await janus.window('worktrees.look', { agent: id })
  const remove = () => janus.window('worktrees.throwAway', { agent: id, hash, teardown: 'true' })
  await expect(remove()).rejects.toThrow('Reopen Scout first')
  await janus.window('agents.reopen', { agent: id })
  await remove()
})

test('a worktree is removed anyway, where its teardown failed or cannot be read', async () => {
  const { janus, make, put } = await open({ teardown: 'exit 1' })
  const { id, cwd } = await make('Scout')
  put('.janus/worktree.json', '{')
  const { hash } = await janus.window('worktrees.look', { agent: id })
  await expect(janus.window('worktrees.throwAway', { agent: id, hash })).rejects.toThrow(
    'not valid JSON, or cannot be read',
  )
  await janus.window('worktrees.throwAway', { agent: id, hash, anyway: true })
  expect(fs.existsSync(cwd)).toBe(false)
})

test('merged, it stays where its teardown fails, and the words say both', async () => {
  const { janus, make } = await open({ teardown: 'exit 1' })
  const { id, cwd } = await make('Scout')
  fs.writeFileSync(join(cwd, 'b.txt'), 'b\n')
  const merging = janus.window('worktrees.bringBack', { agent: id, commit: true, teardown: 'exit 1' })
  await expect(merging).rejects.toThrow('It is merged, but the worktree was not removed.')
})

test('merged, it is cleaned up after the merge', async () => {
  const { janus, make, read, folder } = await open({ teardown: 'true' })
  const { id, cwd } = await make('Scout')
  fs.writeFileSync(join(cwd, 'b.txt'), 'b\n')
  const bring = (how: object) => janus.window('worktrees.bringBack', { agent: id, commit: true, ...how })
  await expect(bring({})).rejects.toThrow('Before it is removed')
  expect(fs.existsSync(join(folder, 'b.txt'))).toBe(false)
  expect(await bring({ teardown: 'true' })).toMatchObject({ state: 'done' })
  expect([read('b.txt'), fs.existsSync(cwd)]).toEqual(['b\n', false])
})

test('each worktree has ports of its own, which are free again with it; what somebody listens on is skipped', async () => {
  const { janus, make, stateOf } = await open({ ports: 3 })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  // The second range from here would contain that port.
  await janus.window('settings.change', { worktreePortBase: port - 4 })
  const portsOf = (id: AgentId) => stateOf(id)?.agent.worktree?.ports
  const [first, second] = await Promise.all([make('Scout'), make('Builder')])
  await janus.window('agents.close', { agent: first.id })
  const third = await make('Diver')
  const firsts = [first, second, third].map(({ id }) => portsOf(id)?.first ?? 0).toSorted((a, b) => a - b)
  for (const [at, one] of firsts.entries()) {
    expect(one).toBeGreaterThanOrEqual((firsts[at - 1] ?? port - 7) + 3)
    expect(port >= one && port < one + 3).toBe(false)
  }
  const { hash } = await janus.window('worktrees.look', { agent: second.id })
  const freed = portsOf(second.id)
  await janus.window('worktrees.throwAway', { agent: second.id, hash })
  const fourth = await make('Painter')
  expect(portsOf(fourth.id)).toEqual(freed)
})

test('a terminal in a worktree knows its ports', async () => {
  const { of, janus, make, stateOf } = await open({})
  of.terminals = [{ name: 'A terminal', command: 'terminal {folder}' }]
  const { id, cwd } = await make('Scout')
  await janus.window('terminals.open', { agent: id })
  const first = `JANUS_PORT=${String(stateOf(id)?.agent.worktree?.ports?.first)}`
  expect(of.started).toEqual([['terminal', cwd, `in ${cwd}`, first, 'JANUS_PORT_COUNT=10']])
})

describe('a configuration', () => {
  const read = (config: string | object, settings = {}) =>
    readConfig(typeof config === 'string' ? config : JSON.stringify(config), {
      ...initialSettings,
      ...settings,
    })

  test.each([
    ['{', '.janus/worktree.json: It is not valid JSON, or cannot be read.'],
    ['[]', '.janus/worktree.json: The request must be an object.'],
    [{ setpu: 'npm ci' }, '.janus/worktree.json: There is no field "setpu" here'],
    [{ setup: ' ' }, 'a command is not empty'],
    [{ setup: ['npm', 'ci'] }, '"setup" must be'],
    [{ setup: 'echo \u202Eolleh' }, 'invisible characters'],
    [{ setup: 'a\u0000b' }, 'invisible characters'],
    [{ setup: 'a\rb' }, 'invisible characters'],
    [{ setup: 'x'.repeat(2001) }, 'too long'],
    [{ ports: 101 }, '"ports" must'],
  ])('that is wrong is explained: %j', (text, words) => {
    expect(read(text)).toContain(words)
  })

  test('that cannot be used is a failure of the setup, and offers to try again', async () => {
    const { make, setupOf, setUp, rewrite } = await open('{')
    const { id } = await make('Scout')
    expect(setupOf(id)).toMatchObject({
      state: 'failed',
      problem: { kind: 'unready', detail: '.janus/worktree.json: It is not valid JSON, or cannot be read.' },
    })
    rewrite({})
    await setUp(id, 'again')
    expect(setupOf(id)?.state).toBe('done')
  })

  test('of the repository wins over the user’s settings, field by field', () => {
    const own = { worktreeSetup: 'mine', worktreeTeardown: 'mine too', worktreePorts: 5 }
    expect(read({ setup: 'theirs', ports: 0 }, own)).toEqual({
      commands: {
        setup: { command: 'theirs', from: 'repository' },
        teardown: { command: 'mine too', from: 'user' },
      },
      ports: 0,
    })
    expect(read({})).toEqual({ commands: { setup: null, teardown: null }, ports: 10 })
  })
})
