import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { removeApiFile, writeApiFile } from './api-file.ts'
import { startTime } from '../processes/system-processes.ts'
import { FolderError, FolderTakenError } from './errors.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { lockFolder, waitForFolderLock, announceShutdown } from './lock.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

let folder: string
const holders = new Set<ChildProcessByStdio<Writable, Readable, null>>()
beforeEach(() => void (folder = quickTestFolder('lock')))
afterEach(() => {
  for (const holder of holders) holder.kill('SIGKILL')
  holders.clear()
})

const script = join(import.meta.dirname, 'testing', 'holder.ts')

/** Starts another process on the folder and returns its first line. */
async function startHolder(): Promise<{
  said: string
  child: ChildProcessByStdio<Writable, Readable, null>
}> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  holders.add(child)
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { said, child }
}

function refusal(): FolderTakenError {
  try {
    lockFolder(folder)()
  } catch (error) {
    if (error instanceof FolderTakenError) return error
    throw error
  }
  throw new Error('the lock was given twice')
}

it('is granted once in a process, and again after its release', () => {
  const release = lockFolder(folder)
  expect(refusal().pid).toBe(process.pid)
  release()
  release()
  lockFolder(folder)()
  expect(readdirSync(folder)).toEqual(['lock.db'])
})

it('is refused to a second process, which learns of the first', async () => {
  const { said, child } = await startHolder()
  expect(said).toBe('held')
  expect(refusal()).toMatchObject({ pid: child.pid, url: null })
  const pid = child.pid ?? 0
  const api = { url: 'http://127.0.0.1:4321/api', token: 'secret', pid }
  // From an earlier process with the same id.
  if (startTime(pid) !== null) {
    writeApiFile(folder, { ...api, startedAt: '1' })
    expect(refusal()).toMatchObject({ pid, url: null })
  }
  writeApiFile(folder, { ...api, startedAt: startTime(pid) })
  const error = refusal()
  expect(error.message).toContain(`process ${child.pid}, already runs on ${folder}`)
  expect(error.message).toContain('http://127.0.0.1:4321/ (')
  expect(error.message).not.toContain('secret')
})

it('is waited for when its holder is shutting down, and only then', async () => {
  const clock = new VirtualClock(0)
  const release = lockFolder(folder)
  await expect(waitForFolderLock(folder, clock)).rejects.toThrow('already runs')
  announceShutdown(folder)
  expect(refusal().isEnding).toBe(true)
  const second = waitForFolderLock(folder, clock)
  clock.advance(5_000)
  release()
  clock.advance(100)
  ;(await second)()
  expect(readdirSync(folder)).toEqual(['lock.db'])
})

it('is waited for briefly when its holder is unknown', async () => {
  const clock = new VirtualClock(0)
  const release = lockFolder(folder)
  rmSync(join(folder, 'lock.json'))
  const second = waitForFolderLock(folder, clock)
  clock.advance(500)
  release()
  clock.advance(100)
  const again = await second
  rmSync(join(folder, 'lock.json'))
  const third = waitForFolderLock(folder, clock)
  third.catch(() => undefined)
  clock.advance(2_000)
  await expect(third).rejects.toThrow('Another Janus already runs')
  again()
})

it('is not waited for forever', async () => {
  const clock = new VirtualClock(0)
  const release = lockFolder(folder)
  announceShutdown(folder)
  const second = waitForFolderLock(folder, clock)
  second.catch(() => undefined)
  clock.advance(12_000)
  await expect(second).rejects.toThrow('already runs')
  release()
})

it('does not name a holder that is gone', async () => {
  writeApiFile(folder, { url: 'http://127.0.0.1:1/api', token: 't', pid: 1, startedAt: null })
  const { child } = await startHolder()
  expect(refusal()).toMatchObject({ pid: child.pid, url: null })
  const another = JSON.stringify({ pid: process.pid, startedAt: '1', isEnding: true })
  writeFileSync(join(folder, 'lock.json'), another, { mode: 0o600 })
  expect(refusal()).toMatchObject({ pid: null, isEnding: false })
  writeFileSync(join(folder, 'lock.json'), 'nonsense', { mode: 0o600 })
  expect(refusal()).toMatchObject({ pid: null, url: null })
  removeApiFile(folder)
})

it('goes with a process that is killed', async () => {
  const { child } = await startHolder()
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockFolder(folder)()
})

it('ends with a process that exits', async () => {
  const { child } = await startHolder()
  child.stdin.end()
  await once(child, 'exit')
  lockFolder(folder)()
})

it.runIf(abilities.signals)('stays with a process that is stopped', async () => {
  const { child } = await startHolder()
  child.kill('SIGSTOP')
  expect(refusal().pid).toBe(child.pid)
  child.kill('SIGCONT')
  expect(refusal().pid).toBe(child.pid)
})

it('is given to one of several that start at once', async () => {
  for (let round = 0; round < 2; round++) {
    const started = await Promise.all([1, 2, 3].map(startHolder))
    const words = started.map(({ said }) => said)
    expect(words.filter((said) => said === 'held')).toHaveLength(1)
    expect(words.filter((said) => said.startsWith('FolderTakenError'))).toHaveLength(2)
    const running = started.filter(({ child }) => child.exitCode === null)
    const ends = running.map(({ child }) => once(child, 'exit'))
    for (const { child } of running) child.kill('SIGKILL')
    await Promise.all(ends)
  }
})

it('refuses a file that is not our lock, with an explanation', () => {
  writeFileSync(join(folder, 'lock.db'), 'something else entirely'.repeat(100))
  expect(() => lockFolder(folder)).toThrow(FolderError)
  rmSync(join(folder, 'lock.db'))
  if (abilities.links) symlinkSync('/dev/null', join(folder, 'lock.db'))
  else mkdirSync(join(folder, 'lock.db'))
  expect(() => lockFolder(folder)).toThrow(/not a regular file/)
})
