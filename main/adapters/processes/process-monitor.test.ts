import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Clock, ProcessRecord } from '../../ports/ports.ts'
import { systemClock } from '../system-clock.ts'
import { SystemProcessMonitor } from './process-monitor.ts'
import { macRows } from './process-table.ts'
import { signal, startTime } from './system-processes.ts'

const megabyte = 1024 * 1024
const isTold = process.platform === 'linux' || process.platform === 'darwin'

/** Measures over 300 ms instead of 1,500. */
const hasty: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms / 5, run) }

describe.runIf(isTold)('of a real process group', () => {
  const started: ChildProcess[] = []
  afterEach(async () => {
    for (const child of started.splice(0)) {
      const exited = once(child, 'exit')
      signal(-(child.pid ?? 0), 'SIGKILL')
      await exited
    }
  })

  /** Starts a program of 60 MB that starts one of 40 MB in its own session. */
  async function start(name: string): Promise<{ record: ProcessRecord; child: ChildProcess }> {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'testing', 'eater.mjs'), 'parent', '60'],
      {
        detached: true,
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { PATH: process.env['PATH'], JANUS_PROCESS: `test/${String(process.pid)}/${name}` },
      },
    )
    started.push(child)
    await once(child.stdout as NodeJS.EventEmitter, 'data')
    const pid = child.pid ?? 0
    return { record: { pid, startedAt: startTime(pid) }, child }
  }

  test('all of it is counted, what left it too, and none of it is Janus’s', async () => {
    const monitor = new SystemProcessMonitor(hasty, process.pid)
    const alone = (await monitor.measure([])).own
    const { record } = await start('a')
    const { own, groups } = await monitor.measure([record])
    const [use] = groups
    expect(use).toMatchObject({ processes: 2, isSuspended: false })
    expect(use?.memory).toBeGreaterThan(100 * megabyte)
    expect(use?.memory).toBeLessThan(600 * megabyte)
    expect(use?.cpu).toBeGreaterThan(0)
    expect(Math.abs(Date.now() - (use?.since ?? 0))).toBeLessThan(60_000)
    expect(own.processes).toBe(alone.processes)
    expect(own.memory).toBeGreaterThan(10 * megabyte)
    if (process.platform === 'linux') expect([use?.memoryAs, own.memoryAs]).toEqual(['pss', 'pss'])
  })

  test('current CPU use and suspension are reported per group', async () => {
    const monitor = new SystemProcessMonitor(hasty, process.pid)
    const [busy, still] = [await start('busy'), await start('still')]
    busy.child.stdin?.write('spin\n')
    await once(busy.child.stdout as NodeJS.EventEmitter, 'data')
    const records = [busy.record, still.record]
    const [first] = (await monitor.measure(records)).groups
    signal(still.record.pid, 'SIGSTOP')
    const [spins, stopped] = (await monitor.measure(records)).groups
    expect(first?.cpuNow).toBeGreaterThan(3)
    expect(spins?.cpuNow).toBeGreaterThan(3)
    expect(spins?.cpu).toBeGreaterThan(first?.cpu ?? 0)
    expect(spins?.isSuspended).toBe(false)
    expect(stopped).toMatchObject({ isSuspended: true, cpuNow: 0 })
  })

  test('a group that is gone uses nothing, even if its pid was reused', async () => {
    const monitor = new SystemProcessMonitor(hasty, process.pid)
    const { record } = await start('c')
    const { groups } = await monitor.measure([{ ...record, startedAt: 'long ago' }])
    expect(groups).toMatchObject([{ processes: 0, memory: 0, cpuNow: 0, since: null }])
  })
})

test('the first measurement takes a moment, a repeated one does not', async () => {
  const waits: number[] = []
  let now = 0
  const clock = {
    now: () => now,
    steady: () => now,
    offset: () => 0,
    after: (ms: number, run: () => void) => {
      waits.push(ms)
      now += ms
      run()
      return () => {}
    },
  }
  const monitor = new SystemProcessMonitor(clock, process.pid)
  await monitor.measure([])
  now += 3000
  const { own } = await monitor.measure([])
  expect(waits).toEqual([1500])
  expect(own.cpuNow).not.toBeNull()
  now += 100
  await monitor.measure([])
  expect(waits).toEqual([1500, 1400])
  now += 60_000
  await monitor.measure([])
  expect(waits).toEqual([1500, 1400, 1500])
})

test('the output of ps on macOS is parsed', () => {
  const table = [
    '    1     0     1 Ss     9876   1:02.50 Tue Nov 24 08:00:00 2026     /sbin/launchd',
    ' 4711   900  4711 S+   212480 1:02:03.00 Tue Nov 24 09:30:00 2026     node cli.js JANUS_PROCESS=a/b/c PATH=/bin',
    ' 4712  4711  4711 T        64   0:00.00 Tue Nov 24 09:31:00 2026     sleep 9',
    ' 4713  4711  4711 Z         0   0:00.00 Tue Nov 24 09:31:00 2026     (sh)',
    'odd words',
  ].join('\n')
  expect(
    macRows(table).map(({ pid, parent, group, rss, cpu, mark, isStopped, isDead }) =>
      [pid, parent, group, rss, cpu, mark, isStopped, isDead].join(' '),
    ),
  ).toEqual([
    '1 0 1 10113024 62500  false false',
    '4711 900 4711 217579520 3723000 JANUS_PROCESS=a/b/c false false',
    '4712 4711 4711 65536 0  true false',
    '4713 4711 4711 0 0  false true',
  ])
  expect(macRows(table)[1]).toMatchObject({
    startedAt: 'Tue Nov 24 09:30:00 2026',
    since: Date.parse('Tue Nov 24 09:30:00 2026'),
  })
})

test.runIf(!isTold)('without a process list Janus still measures itself', async () => {
  const { own, groups } = await new SystemProcessMonitor(systemClock, process.pid).measure([
    { pid: 1, startedAt: null },
  ])
  expect(own).toMatchObject({ processes: 1, memoryAs: 'rss' })
  expect(groups).toMatchObject([{ processes: null, memory: null, cpuNow: null }])
})
