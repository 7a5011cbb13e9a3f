import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { worktreeLimits } from '../../contract/folders/worktree-runs.ts'
import type { CommandStart, RunningCommand } from '../../ports/worktrees.ts'
import { testFolder } from '../../testkit/test-folder.ts'
import { folderMarker } from '../processes/orphan-guard.ts'
import { livingMembers } from '../processes/system-processes.ts'
import { systemClock } from '../system-clock.ts'
import { CommandRunner } from './command-runner.ts'

const sweepProgram = join(import.meta.dirname, '..', '..', 'apps', 'programs', 'sweep.ts')

function open(environment: NodeJS.ProcessEnv = { PATH: process.env['PATH'] }) {
  const folder = testFolder('commands')
  const sweep = { command: process.execPath, args: [sweepProgram] }
  const runner = new CommandRunner({ clock: systemClock, environment, stateFolder: folder, sweep })
  onTestFinished(() => runner.close())
  const run = (command: string, more: Partial<CommandStart> = {}) =>
    runner.start({ command, folder, handed: [], variables: {}, limit: 60_000, ...more })
  return { runner, run, folder, living: () => livingMembers(null, folderMarker(folder)) }
}

/** Resolves when the file exists. */
function there(path: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!fs.existsSync(path)) return
      watcher.close()
      resolve()
    }
    const watcher = fs.watch(join(path, '..'), look)
    look()
  })
}

describe.runIf(process.platform !== 'win32')('a command of a worktree', () => {
  it('runs in the folder, and its end and output are reported', async () => {
    const { run, folder } = open()
    expect(await run('pwd; echo wrong >&2; exit 3').ended).toEqual({
      problem: { kind: 'exit', code: 3 },
      output: `${folder}\nwrong\n`,
    })
    expect(await run('true').ended).toEqual({ problem: null, output: '' })
    expect((await run('kill -9 $$').ended).problem).toEqual({ kind: 'exit', code: null })
    expect((await run('no-such-program').ended).problem).toEqual({ kind: 'exit', code: 127 })
  })

  it('that has no folder to run in is reported, also where a file has its place', async () => {
    const { run, folder } = open()
    fs.writeFileSync(join(folder, 'file'), '')
    for (const name of ['file', 'gone']) {
      const place = join(folder, name)
      const { problem } = await run('true', { folder: place }).ended
      expect(problem).toEqual({ kind: 'unstartable', detail: `There is no folder ${place}.` })
    }
  })

  it('gets everyday variables, those handed to it and its own, and nothing else', async () => {
    const { run } = open({
      PATH: process.env['PATH'],
      JANUS_TOKEN: 'secret',
      ANTHROPIC_API_KEY: 'secret',
      GH_TOKEN: 'mine',
      OTHER: 'x',
    })
    const { output } = await run('env', { handed: ['GH_TOKEN'], variables: { JANUS_PORT: '42000' } }).ended
    const names = output
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
    const shells = ['PWD', 'OLDPWD', 'SHLVL', '_']
    expect(names.filter((name) => !shells.includes(name ?? '')).sort()).toEqual([
      'GH_TOKEN',
      'JANUS_PORT',
      'JANUS_PROCESS',
      'PATH',
    ])
  })

  it('that hangs is ended with its children, whatever they ignore', async () => {
    const { run, folder, living } = open()
    const command = `trap '' TERM; (trap '' TERM; touch child; while :; do sleep 1; done) & setsid sleep 1000 & wait`
    const started = run(command)
    await there(join(folder, 'child'))
    expect(living().length).toBeGreaterThan(1)
    started.stop()
    expect((await started.ended).problem).toEqual({ kind: 'stopped' })
    expect(living()).toEqual([])
  }, 20_000)

  it('ends at its limit', async () => {
    const { run, living } = open()
    expect((await run('sleep 1000', { limit: 50 }).ended).problem).toEqual({ kind: 'timeout' })
    expect(living()).toEqual([])
  })

  it('leaves nothing running when it ends well', async () => {
    const { run, living } = open()
    expect(await run('sleep 1000 & echo ok').ended).toEqual({ problem: null, output: 'ok\n' })
    expect(living()).toEqual([])
  })

  it('may write without end: the end of it is kept', async () => {
    const { run } = open()
    const { output } = await run('yes line | head -c 20000000; echo last').ended
    expect(output.length).toBe(worktreeLimits.output)
    expect(output.endsWith('last\n')).toBe(true)
  })

  it('in a folder that is gone could not be started', async () => {
    const { run, folder } = open()
    const { problem } = await run('true', { folder: join(folder, 'gone') }).ended
    expect(problem?.kind).toBe('unstartable')
  })

  it('ends with the runner', async () => {
    const { runner, run, living } = open()
    const all: RunningCommand[] = [run('sleep 1000'), run('sleep 1000')]
    await runner.close()
    expect(living()).toEqual([])
    for (const one of all) expect((await one.ended).problem).toEqual({ kind: 'stopped' })
  })
})
