import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { folderMarker, markName } from './orphan-guard.ts'
import { livingMembers, signal } from './system-processes.ts'

// Starts two marked processes in their own sessions and guards them.
const program = join(import.meta.dirname, 'testing', 'guarded.ts')
const sweep = join(import.meta.dirname, '..', '..', 'apps', 'programs', 'sweep.ts')
let mark = ''
let parent: ChildProcess | null = null

async function start(): Promise<number[]> {
  mark = `${markName}=${randomBytes(12).toString('hex')}/${randomUUID()}/`
  const child = spawn(process.execPath, [program, sweep, mark], { stdio: ['pipe', 'pipe', 'inherit'] })
  parent = child
  await once(createInterface({ input: child.stdout }), 'line')
  return livingMembers(null, mark)
}

/** Resolves when the pipe that only these processes hold is closed. */
async function allGone(): Promise<void> {
  if (parent?.stdout && !parent.stdout.closed) await once(parent.stdout, 'close')
}

afterEach(() => {
  for (const pid of livingMembers(null, mark)) signal(pid, 'SIGKILL')
  parent?.kill('SIGKILL')
})

test.runIf(process.platform !== 'win32')(
  'a SIGKILL leaves nothing of what was marked',
  async () => {
    expect((await start()).length).toBe(2)
    parent?.kill('SIGKILL')
    await allGone()
    expect(livingMembers(null, mark)).toEqual([])
  },
  20_000,
)

test.runIf(process.platform !== 'win32')('a normal exit leaves the marked processes alone', async () => {
  const members = await start()
  parent?.stdin?.end('end\n')
  await once(parent as ChildProcess, 'exit')
  expect(livingMembers(null, mark)).toEqual(members)
})

test('processes of one state folder share a marker', () => {
  expect(folderMarker('/a')).toBe(folderMarker('/a'))
  expect(folderMarker('/a')).not.toBe(folderMarker('/b'))
  expect(folderMarker('/a')).toMatch(/^JANUS_PROCESS=[0-9a-f]{24}\/$/)
})
