import { on, once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { ProgramProcess } from './agent-process.ts'
import { livingMembers, startTime } from './system-processes.ts'

describe('a process', () => {
  let folder: string
  let notes: string
  let clock: VirtualClock

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'janus-process-'))
    notes = join(folder, 'notes')
    clock = new VirtualClock()
  })

  afterEach(() => rm(folder, { recursive: true }))

  function start(manners: string, command = process.execPath): ProgramProcess {
    const program = join(import.meta.dirname, 'testing', 'program.mjs')
    const env = { PATH: process.env['PATH'], JANUS_PROCESS: `test/${folder}` }
    const signal = new AbortController().signal
    // Not in the test's folder: Windows keeps a working directory locked for a moment after its process
    // ended.
    const options = { command, args: [program, manners, notes], cwd: tmpdir(), env, signal }
    return new ProgramProcess(options, `JANUS_PROCESS=test/${folder}`, clock, () => {})
  }

  async function noted(): Promise<string[]> {
    return existsSync(notes) ? (await readFile(notes, 'utf8')).trim().split('\n') : []
  }

  /** Resolves when the program has written this note. */
  function noting(word: string): Promise<void> {
    return new Promise((resolve) => {
      const watcher = watch(folder, () => void look())
      const look = async (): Promise<void> => {
        if (!(await noted()).includes(word)) return
        watcher.close()
        resolve()
      }
      void look()
    })
  }

  /** Advances the virtual clock until something real is done. */
  async function passing<T>(done: Promise<T>): Promise<T> {
    const pump = setInterval(() => clock.advance(25), 2)
    try {
      return await done
    } finally {
      clearInterval(pump)
    }
  }

  test('is known by its pid and the time it started', async () => {
    const cli = start('polite')
    expect(cli.record?.pid).toBeGreaterThan(1)
    expect(cli.record?.startedAt).toBe(startTime(cli.record?.pid ?? 0))
    cli.kill()
    await passing(cli.exited)
    expect(startTime(cli.record?.pid ?? 0)).toBeNull()
  })

  test('that is polite is stopped by the end of its input', async () => {
    const cli = start('polite')
    cli.stop()
    expect(await cli.exited).toEqual({ kind: 'ended', code: 0, signal: null })
    expect(await noted()).toEqual(['end'])
  })

  test.runIf(abilities.signals)(
    'that is stubborn climbs the whole ladder, and so does what it left elsewhere',
    async () => {
      const cli = start('stubborn')
      await noting('deaf')
      cli.stop()
      await noting('end')
      clock.advance(4999)
      expect(await noted()).not.toContain('SIGTERM')
      clock.advance(1)
      await Promise.all([noting('SIGTERM'), noting('deaf SIGTERM')])
      clock.advance(4999)
      expect(startTime(cli.record?.pid ?? 0)).not.toBeNull()
      clock.advance(1)
      expect(await passing(cli.exited)).toEqual({ kind: 'ended', code: null, signal: 'SIGKILL' })
      expect(livingMembers(cli.record?.pid ?? null, `JANUS_PROCESS=test/${folder}`)).toEqual([])
    },
  )

  test.runIf(abilities.signals)(
    'that is in the middle of something has until it falls silent, and no more than its rung',
    async () => {
      const cli = start('chatty')
      const lines = on(createInterface({ input: cli.face.stdout }), 'line')
      const says = async (): Promise<void> => {
        process.kill(cli.record?.pid ?? 0, 'SIGUSR1')
        await lines.next()
      }
      await lines.next()
      cli.drain(1000)
      await noting('end')
      for (let n = 0; n < 5; n++) {
        clock.advance(990)
        await says()
      }
      clock.advance(49)
      await says()
      expect(await noted()).toEqual(['end'])
      clock.advance(1)
      await noting('SIGTERM')
      cli.kill()
      await passing(cli.exited)
    },
  )

  test.runIf(abilities.signals)('that is silent is not waited for', async () => {
    const cli = start('chatty')
    await once(createInterface({ input: cli.face.stdout }), 'line')
    cli.drain(1000)
    await noting('end')
    clock.advance(999)
    expect(await noted()).toEqual(['end'])
    clock.advance(1)
    await noting('SIGTERM')
    cli.kill()
    await passing(cli.exited)
  })

  test('is over once, after its whole output has been read', async () => {
    const cli = start('talkative')
    let exits = 0
    cli.face.on('exit', () => exits++)
    let lines = 0
    for await (const _ of createInterface({ input: cli.face.stdout })) lines++
    await passing(cli.exited)
    expect(lines).toBe(3000)
    expect(exits).toBe(1)
  })

  test.runIf(abilities.endsOfStreams)(
    'that takes no more input is ended: half a line may be in it',
    async () => {
      const cli = start('shut')
      await once(createInterface({ input: cli.face.stdout }), 'line')
      cli.face.stdin.write('{"type":"user"}\n'.repeat(10_000))
      expect(await passing(cli.exited)).toMatchObject({ signal: 'SIGKILL' })
    },
  )

  test.runIf(!abilities.signals)(
    'that is stubborn is ended at the second rung, with what it has started',
    async () => {
      const cli = start('stubborn')
      await noting('deaf')
      cli.stop()
      await noting('end')
      clock.advance(4999)
      expect(livingMembers(cli.record?.pid ?? null, '')).toHaveLength(1)
      clock.advance(1)
      expect(await passing(cli.exited)).toEqual({ kind: 'ended', code: 1, signal: null })
      expect(livingMembers(cli.record?.pid ?? null, '')).toEqual([])
    },
  )

  test.runIf(abilities.endsOfStreams)('that closes its output and lives on is ended', async () => {
    const cli = start('mute')
    cli.face.stdout.resume()
    await once(cli.face.stdout, 'end')
    expect(await passing(cli.exited)).toEqual({ kind: 'ended', code: 7, signal: null })
  })

  test('that cannot be started has no record', async () => {
    const cli = start('polite', join(folder, 'nothing'))
    expect(cli.record).toBeNull()
    expect(await cli.exited).toMatchObject({ kind: 'unstarted', error: { code: 'ENOENT' } })
    cli.stop()
    cli.kill()
  })

  test('cannot be killed by protocol code', () => {
    const cli = start('polite')
    expect(cli.face.kill()).toBe(false)
    cli.kill()
    return passing(cli.exited)
  })
})
