import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askShell } from './login-shell.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'janus-shell-'))))
afterEach(() => rmSync(home, { recursive: true }))

const never = new AbortController().signal
const given = (): NodeJS.ProcessEnv => ({ HOME: home, PATH: '/usr/bin:/bin', ENV: join(home, '.dashrc') })
const write = (name: string, ...lines: string[]): string => {
  writeFileSync(join(home, name), `${lines.join('\n')}\n`)
  return join(home, name)
}
/** Writes a program that acts as the shell. */
const program = (...lines: string[]): string => {
  const path = write('shell', '#!/bin/sh', ...lines)
  chmodSync(path, 0o700)
  return path
}
const ask = (shell: string, limit = never) => askShell(shell, given(), limit)
const told = (more: Record<string, string>) => ({
  kind: 'environment',
  environment: expect.objectContaining(more) as object,
})

/** Installed shells with the start files each reads. */
const shells = [
  ['/bin/bash', '.bashrc', ['.bash_profile', '. ~/.bashrc']],
  ['/bin/dash', '.dashrc', ['.profile', 'export LOGIN=yes']],
  ['/bin/zsh', '.zshrc', ['.zprofile', 'export LOGIN=yes']],
] as const

describe.each(shells.filter(([shell]) => existsSync(shell)))('%s', (shell, rc, [login, line]) => {
  beforeEach(() => void write(login, line))

  test('tells what its start files make, whatever they print before and after', async () => {
    write(
      rc,
      'echo "Welcome, LANG=noise"',
      'printf "PATH=/noise\\0"',
      'export PATH="$HOME/tools:$PATH"',
      'trap "echo bye" EXIT',
    )
    expect(await ask(shell)).toEqual(
      told({ PATH: expect.stringMatching(`^${home}/tools:.*/bin$`) as string, HOME: home }),
    )
  })

  test('a value of many lines, and one of an odd kind, come whole', async () => {
    write(rc, `export NOTE='one\ntwo=2\n'`, 'export EMPTY=', `export WORDS='a "b" $c 語'`)
    expect(await ask(shell)).toEqual(told({ NOTE: 'one\ntwo=2\n', EMPTY: '', WORDS: 'a "b" $c 語' }))
  })

  test('an environment of a megabyte comes whole', async () => {
    write(
      rc,
      'long=$(head -c 100000 /dev/zero | tr "\\0" x)',
      'for n in 1 2 3 4 5 6 7 8 9 10; do export LONG_$n="$long"; done',
    )
    expect(await ask(shell)).toEqual(told({ LONG_1: 'x'.repeat(100_000), LONG_10: 'x'.repeat(100_000) }))
  })

  test('one that ends in its start files is silent, and says with what', async () => {
    write(rc, 'exit 1')
    expect(await ask(shell)).toEqual({ kind: 'silent', why: 'it ended with code 1' })
  })

  test('what it leaves in the background is not waited for, and lives on', async () => {
    execFileSync('mkfifo', [join(home, 'gate')])
    write(rc, '(read go < ~/gate) &')
    expect(await ask(shell)).toEqual(told({ HOME: home }))
    // Opening a pipe for reading and writing doesn't wait for a reader, which may have been killed.
    const gate = await open(join(home, 'gate'), 'r+')
    await gate.close()
  })

  test('one that hangs is ended at the limit, with all that it has begun', async () => {
    const pipe = join(home, 'alive')
    execFileSync('mkfifo', [pipe])
    // Any surviving process holds the pipe open.
    write(
      rc,
      `exec 7> ${pipe}`,
      'trap "" TERM HUP INT',
      'sleep 1000 &',
      'echo up >&7',
      'while :; do sleep 1000; done',
    )
    const limit = new AbortController()
    const answer = ask(shell, limit.signal)
    const alive = await open(pipe, 'r')
    const lines = alive.readLines()[Symbol.asyncIterator]()
    expect(await lines.next()).toMatchObject({ value: 'up' })
    limit.abort()
    expect(await answer).toEqual({ kind: 'silent', why: 'it took too long' })
    expect((await lines.next()).done).toBe(true)
  })
})

describe('a shell of another kind', () => {
  test('is asked in plain words, which it reads in its own way', async () => {
    const strict = String.raw`case "$2" in *[!a-zA-Z0-9/\;\ -]*) exit 2;; esac`
    const shell = program(strict, 'echo "Welcome to fish"', 'FISH=yes exec sh -c "$2"')
    expect(await ask(shell)).toEqual(told({ FISH: 'yes' }))
  })

  test('that ends without a word, and leaves its output open, is not waited for beyond the limit', async () => {
    execFileSync('mkfifo', [join(home, 'gate')])
    const answer = ask(program('(read go < "$HOME/gate") & exit 0'), AbortSignal.timeout(200))
    expect(await answer).toEqual({ kind: 'silent', why: 'it took too long' })
    const gate = await open(join(home, 'gate'), 'w')
    await gate.close()
  })

  test.each([
    ['does not know what it is asked', ['exit 127'], 'it ended with code 127'],
    ['prints without end', ['exec yes'], 'it prints without end'],
  ])('that %s is silent', async (_, lines, why) => {
    expect(await ask(program(...lines))).toEqual({ kind: 'silent', why })
  })

  test('that is not there, or is no program, is silent', async () => {
    for (const shell of [join(home, 'none'), home, write('text', 'no program')])
      expect(await ask(shell)).toMatchObject({ kind: 'silent' })
  })

  test('that cannot be given so much is silent', async () => {
    const much = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`V${n}`, 'x'.repeat(100_000)]))
    expect(await askShell('/bin/sh', { ...given(), ...much }, never)).toMatchObject({ kind: 'silent' })
  })
})
