import { execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDesktop, usualLimits } from './desktop.mjs'
import { UserRequests } from './wishes.mjs'
import { testFolder } from '../../main/testkit/test-folder.ts'

// Replaces Electron by real shell processes; only the clock is fake.
let place = ''
let signals: EventEmitter
let now = 0
beforeEach(() => {
  place = testFolder('launch')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  signals = new EventEmitter()
  now = 0
})
afterEach(() => vi.useRealTimers())

class Opened {
  output = ''
  readonly outcome
  readonly #watchers = new EventEmitter()

  constructor(program: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = process.env) {
    const print = (text: string): void => {
      this.output += text
      this.#watchers.emit('printed')
    }
    this.outcome = openDesktop(program, args, {
      wishes: new UserRequests(signals, () => now),
      limits: usualLimits,
      env,
      user: { out: print, err: print },
    })
  }

  async prints(words: string): Promise<void> {
    while (!this.output.includes(words)) {
      const printed = new Promise((resolve) => this.#watchers.once('printed', resolve))
      const ended = this.outcome.then((outcome) => {
        if (!this.output.includes(words)) throw new Error(`${JSON.stringify(outcome)}: ${this.output}`)
      })
      await Promise.race([printed, ended])
    }
  }
}

const loop = 'while :; do sleep 0.02; done'

function open(program: string, env?: NodeJS.ProcessEnv): Opened {
  const path = join(place, 'electron')
  writeFileSync(path, `#!/bin/sh\n${program}\n`, { mode: 0o755 })
  return new Opened(path, ['--given'], env)
}

describe('a window that does not come in time', () => {
  test('not a word: it is ended after 20 s, and that is the reason', async () => {
    const app = open(`echo up; ${loop}`)
    await app.prints('up')
    vi.advanceTimersByTime(usualLimits.line)
    expect(await app.outcome).toEqual({ kind: 'unseen', reason: 'it did not begin within 20 s' })
  })

  test('a beginning and everything else, but no window: another 20 s', async () => {
    const app = open(
      `echo up; read go < ${fifo('go')}; echo 'janus: starting'; echo 'agents API: here'; ${loop}`,
    )
    await app.prints('up')
    vi.advanceTimersByTime(usualLimits.line - 1)
    writeFileSync(join(place, 'go'), 'now\n')
    await app.prints('agents API: here')
    vi.advanceTimersByTime(usualLimits.line - 1)
    const ended = vi.fn()
    void app.outcome.then(ended)
    expect(ended).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    const reason = 'it began, and then nothing came within 20 s'
    expect(await app.outcome).toEqual({ kind: 'unseen', reason })
  })

  test('and deaf: it is ended by force 5 s later, with all that it has running', async () => {
    // Its stdout must be closed, or this would wait forever.
    const app = open(`trap '' TERM; sleep 1000 & echo up; ${loop}`)
    await app.prints('up')
    vi.advanceTimersByTime(usualLimits.line)
    vi.advanceTimersByTime(usualLimits.end)
    expect((await app.outcome).kind).toBe('unseen')
  })

  test('though it heeds, what it leaves running in its session is ended', async () => {
    const app = open(`(trap '' TERM; echo up; ${loop}) & ${loop}`)
    await app.prints('up')
    vi.advanceTimersByTime(usualLimits.line)
    expect((await app.outcome).kind).toBe('unseen')
  })

  test('where it has said why it cannot be started, it is waited for: the user reads that', async () => {
    const app = open(
      `echo 'janus: starting'; echo 'janus: refused The disk is full.'; echo up; read go < ${fifo('go')}; exit 3`,
    )
    await app.prints('up')
    vi.advanceTimersByTime(10 * usualLimits.line)
    writeFileSync(join(place, 'go'), 'now\n')
    const words = 'Janus could not be started: The disk is full.'
    expect(await app.outcome).toEqual({ kind: 'ended', code: 3, words })
  })
})

describe('once its window is there', () => {
  test('it may take as long as it likes, and the user sees what it prints but for the lines between us', async () => {
    const app = open(
      `echo 'janus: starting'; echo one; echo 'janus: window'; echo 'janus: a plain line'; printf open; echo two >&2; ${loop}`,
    )
    await app.prints('two')
    await app.prints('a plain line')
    vi.advanceTimersByTime(10 * usualLimits.line)
    signals.emit('SIGTERM')
    expect(await app.outcome).toEqual({ kind: 'ended', code: 0 })
    expect(app.output.replace('two\n', '')).toBe('one\njanus: a plain line\nopen\n')
  })

  test('a crash ends it with words, not in a browser', async () => {
    const app = open("echo 'janus: starting'; echo 'janus: window'; kill -TRAP $$")
    expect(await app.outcome).toEqual({
      kind: 'ended',
      code: 133,
      words: 'The desktop app has ended: it crashed (SIGTRAP). What was said is kept; start it again.',
    })
  })
})

describe('the user ends it', () => {
  const counting = `trap 'echo INT' INT; trap 'echo TERM; exit 0' TERM`
  const opens = "echo 'janus: starting'; echo 'janus: window'; echo up"

  test('by Ctrl-C: once, though npm passes it on; by a second one, at once', async () => {
    const app = open(`${counting}; ${opens}; ${loop}`)
    await app.prints('up')
    signals.emit('SIGINT')
    now += 299
    signals.emit('SIGINT')
    await app.prints('INT\n')
    now += 1
    signals.emit('SIGINT')
    await app.prints('INT\nINT\n')
    vi.advanceTimersByTime(usualLimits.force)
    expect(await app.outcome).toEqual({ kind: 'ended', code: 130 })
    expect(app.output).toBe('up\nINT\nINT\n')
  })

  test.each(['SIGTERM', 'SIGHUP'])('by %s: in order, however often', async (signal) => {
    const app = open(`${counting}; ${opens}; ${loop}`)
    await app.prints('up')
    signals.emit(signal)
    signals.emit(signal)
    expect(await app.outcome).toEqual({ kind: 'ended', code: 0 })
    expect(app.output).toBe('up\nTERM\n')
  })

  test('before it can hear of it: that is no crash', async () => {
    const app = open(`echo up; ${loop}`)
    await app.prints('up')
    signals.emit('SIGTERM')
    expect(await app.outcome).toEqual({ kind: 'ended', code: 0 })
  })

  test('while it hangs: it is ended all the same', async () => {
    const app = open(`trap '' TERM; echo up; ${loop}`)
    await app.prints('up')
    signals.emit('SIGTERM')
    vi.advanceTimersByTime(usualLimits.line)
    vi.advanceTimersByTime(usualLimits.end)
    expect(await app.outcome).toMatchObject({ kind: 'ended' })
  })
})

test('it has a session of its own, no input, and nothing that would make it something else', async () => {
  const app = open("ps -o pgid= -p $$ | tr -d ' '; echo $$; cat; env; echo $1; exit 4", {
    PATH: process.env['PATH'],
    KEPT: 'yes',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--inspect',
    ELECTRON_FORCE_IS_PACKAGED: '1',
    ELECTRON_NO_ATTACH_CONSOLE: '1',
  })
  const words = 'Janus is open already; its window comes to the front.'
  expect(await app.outcome).toEqual({ kind: 'ended', code: 0, words })
  const [group, pid] = app.output.split('\n')
  expect(group).toBe(pid)
  expect(app.output).toContain('KEPT=yes\n')
  expect(app.output).toContain('--given\n')
  expect(app.output).not.toMatch(/ELECTRON|NODE_OPTIONS/)
})

test('a stray child that holds its pipes does not hold us up', async () => {
  const app = open('sleep 1000 & echo "child $!"; printf \'last words\' >&2; exit 1')
  await app.prints('child')
  const child = Number(/child (\d+)/.exec(app.output)?.[1])
  vi.useRealTimers()
  expect(await app.outcome).toEqual({ kind: 'unseen', reason: 'it ended at once (code 1)' })
  process.kill(child, 'SIGKILL')
  expect(app.output).toContain('last words')
})

describe('what is no program', () => {
  test('missing', async () => {
    const path = join(place, 'nothing')
    const reason = `there is no program ${path}, or this system lacks what it is run by`
    expect(await new Opened(path).outcome).toEqual({ kind: 'unseen', reason })
  })

  test.each(['a folder', 'a file that cannot be run'])('%s', async (what) => {
    const path = join(place, 'electron')
    if (what === 'a folder') mkdirSync(path)
    else writeFileSync(path, '')
    chmodSync(path, what === 'a folder' ? 0o755 : 0o644)
    const reason = `${path} is no program that can be run`
    expect(await new Opened(path).outcome).toEqual({ kind: 'unseen', reason })
  })
})

function fifo(name: string): string {
  const path = join(place, name)
  execFileSync('mkfifo', [path])
  return path
}
