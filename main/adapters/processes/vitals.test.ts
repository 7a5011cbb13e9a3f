import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { HealthWarningKind } from '../../contract/agents/vitals.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { lookAtGroup, type GroupLook } from './system-processes.ts'
import { LivenessWatch } from './vitals.ts'

/** A fake process and a record of its warnings. */
function watched() {
  const clock = new VirtualClock()
  const told: (HealthWarningKind | null | 'hangs')[] = []
  let stands: GroupLook | null = { isStopped: false, cpu: 0 }
  const vitals = new LivenessWatch({
    clock,
    look: () => stands,
    tell: (warning) => told.push(warning),
    hangs: () => told.push('hangs'),
  })
  const set = (next: Partial<GroupLook> | null) => {
    stands = next && { isStopped: false, cpu: 0, ...next }
  }
  return { clock, told, vitals, set }
}

const began = { type: 'turn.began' } as const

test('a turn without output and CPU use is quiet after two minutes, until its next output', () => {
  const { clock, told, vitals } = watched()
  vitals.wrote('f')
  vitals.heard(began)
  clock.advance(119_000)
  expect(told).toEqual([])
  // CPU use is unknown before the first check after ten seconds, so the two minutes start there.
  clock.advance(20_000)
  expect(told).toEqual(['quiet'])
  vitals.heard(null)
  expect(told).toEqual(['quiet', null])
})

test('a turn that uses the CPU, waits for the user or is over is not quiet', () => {
  const { clock, told, vitals, set } = watched()
  vitals.heard(began)
  for (let minute = 1; minute < 30; minute++) {
    set({ cpu: minute * 1000 })
    clock.advance(60_000)
  }
  vitals.heard({ type: 'card.asked', request: 'r' } as Parameters<LivenessWatch['heard']>[0])
  clock.advance(3_600_000)
  vitals.answered('r')
  clock.advance(60_000)
  vitals.heard({ type: 'turn.ended' } as Parameters<LivenessWatch['heard']>[0])
  clock.advance(3_600_000)
  expect(told).toEqual([])
})

test('a stopped process is suspended, in a turn and with a prompt that it does not take; and is never ended for it', () => {
  const { clock, told, vitals, set } = watched()
  set({ isStopped: true })
  clock.advance(60_000)
  expect(told).toEqual([])
  vitals.wrote('f')
  clock.advance(20_000)
  expect(told).toEqual(['suspended'])
  clock.advance(3_600_000)
  set({ cpu: 10_000 })
  clock.advance(5_000)
  expect(told).toEqual(['suspended', null])
})

test('a process that accepts no prompt for half a minute hangs, unless it uses the CPU', () => {
  const { clock, told, vitals, set } = watched()
  vitals.wrote('f')
  clock.advance(29_000)
  expect(told).toEqual([])
  clock.advance(10_000)
  expect(told).toEqual(['hangs'])
  vitals.wrote('g')
  vitals.heard({ type: 'frame.accepted', frame: 'g' })
  clock.advance(3_600_000)
  vitals.wrote('h')
  for (let at = 1; at < 20; at++) {
    set({ cpu: at * 1000 })
    clock.advance(5_000)
  }
  expect(told).toEqual(['hangs'])
})

test('a process that cannot be measured is left alone', () => {
  const { clock, told, vitals, set } = watched()
  set(null)
  vitals.wrote('f')
  clock.advance(3_600_000)
  vitals.end()
  clock.advance(3_600_000)
  expect(told).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'a real process group tells whether it is stopped, and what it uses',
  async () => {
    const program =
      'const used = () => process.cpuUsage().user; process.stdin.once("data", () => { const until = used() + 100_000; while (used() < until); console.log("done") })'
    const child = spawn(process.execPath, ['-e', program], {
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'spawn')
    const group = child.pid ?? 0
    const before = lookAtGroup(group)
    child.stdin.write('go\n')
    await once(child.stdout, 'data')
    const after = lookAtGroup(group)
    expect(before?.isStopped).toBe(false)
    expect((after?.cpu ?? 0) - (before?.cpu ?? 0)).toBeGreaterThanOrEqual(50)
    child.kill('SIGSTOP')
    // A signal to another process may take a moment.
    while (lookAtGroup(group)?.isStopped === false) await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(lookAtGroup(group)).toBeNull()
  },
)
