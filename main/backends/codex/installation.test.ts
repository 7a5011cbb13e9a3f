import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../adapters/system-clock.ts'
import { Gate } from './ask-once.ts'
import { CodexInstallation } from './installation.ts'

const fake = join(import.meta.dirname, 'testing', 'fake-codex.mjs')

function open(how: string, path: string | null = fake, chosen: string | null = path): CodexInstallation {
  const environment = { PATH: process.env['PATH'] ?? '', FAKE_CODEX: how }
  return new CodexInstallation({
    clock: systemClock,
    chosen: () => chosen,
    path: () => path,
    environment,
    gate: new Gate(),
  })
}

const problem = async (installation: CodexInstallation) => (await installation.check()).problem

test('a sound one has a version, and nobody needs to sign in where no account is wanted', async () => {
  expect(await open('').check()).toMatchObject({
    name: 'Codex',
    path: fake,
    version: '0.166.0',
    oldest: '0.166.0',
    login: 'in',
    problem: null,
  })
})

test('each that will not do is told with what to do', async () => {
  expect(await problem(open('', null))).toEqual({
    line: 'binary',
    words:
      'Codex is not installed. Install it (npm install -g @openai/codex), or choose its program in the settings.',
  })
  expect((await problem(open('', '/nowhere/codex')))?.words).toMatch(/no Codex at \/nowhere\/codex/)
  expect((await problem(open('', '/nowhere/codex', null)))?.words).toMatch(/Install it again: npm/)
  expect((await problem(open('broken')))?.words).toMatch(/does not run \(ended with code 3\)/)
  expect(await problem(open('nameless'))).toMatchObject({ line: 'version' })
  expect((await problem(open('old')))?.words).toMatch(/version 0\.100\.0; Janus needs 0\.166\.0/)
  expect(await problem(open('signed out'))).toMatchObject({
    line: 'login',
    words: expect.stringContaining('run codex login') as string,
  })
})

test('a close ends what is being asked', async () => {
  const installation = open('hangs')
  const check = installation.check()
  await installation.close()
  expect(await check).toMatchObject({ login: 'unknown' })
})

test('a sign-in names its page, and ends when it is done, told why it failed', async () => {
  const done = await open('signs in').signIn()
  expect(done.address).toBe('https://example.org/login')
  await done.ended
  const failing = open('fails to sign in')
  const failed = await failing.signIn()
  await failed.ended
  expect((await problem(failing))?.words).toMatch(/The last try failed: the page was closed/)
  const none = await open('', null).signIn()
  expect(none.address).toBeNull()
})

test('a sign-in that is given up ends', async () => {
  const signIn = await open('waits').signIn()
  signIn.cancel()
  await signIn.ended
})
