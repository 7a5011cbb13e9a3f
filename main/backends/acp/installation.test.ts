import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../adapters/system-clock.ts'
import type { FamilyOptions } from '../../adapters/processes/agent-family.ts'
import { openAcp } from './family.ts'
import type { AcpKind } from './profiles/profiles.ts'
import { toolPrograms } from '../../adapters/processes/testing/real-agents.ts'

const fake = join(import.meta.dirname, 'testing', 'fake-agent.mjs')

describe('an installation', () => {
  let home: string

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'janus-acp-'))
    await mkdir(join(home, 'bin'))
    await mkdir(join(home, 'state'))
  })

  afterEach(() => rm(home, { recursive: true, force: true }))

  function open(
    kind: AcpKind,
    environment: Record<string, string> = {},
    chosen = '',
  ): ReturnType<typeof openAcp> {
    const path = `${join(home, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`
    return openAcp(kind, {
      clock: systemClock,
      identities: {} as FamilyOptions['identities'],
      stateFolder: join(home, 'state'),
      mcpServers: toolPrograms,
      environment: { PATH: path, HOME: home, ...environment },
      modelUrl: null,
      chosenPath: () => chosen,
      introduction: () => '',
      log: () => undefined,
    })
  }

  async function install(command: string): Promise<string> {
    const path = join(home, 'bin', command)
    await copyFile(fake, path)
    await chmod(path, 0o755)
    return path
  }

  test('that is nowhere says how it is installed', async () => {
    const check = await open('qwen').installation.check()
    expect(check).toMatchObject({ path: null, version: null, problem: { line: 'binary' } })
    expect(check.problem?.words).toMatch(/Qwen Code was not found.*npm install -g @qwen-code\/qwen-code/)
  })

  test('is found on the PATH; a path that was set goes before it', async () => {
    const path = await install('gemini')
    expect(await open('gemini').installation.check()).toMatchObject({ path, version: '99.0.0' })
    const other = await install('elsewhere')
    expect(await open('gemini', {}, other).installation.check()).toMatchObject({ path: other })
    expect((await open('gemini', {}, '/nowhere').installation.check()).problem?.words).toMatch(
      /no Gemini at \/nowhere/,
    )
  })

  test('that is too old, or says no version, says what to do', async () => {
    const path = join(home, 'bin', 'copilot')
    await writeFile(path, '#!/bin/sh\necho 0.9.1\n')
    await chmod(path, 0o755)
    const old = await open('copilot').installation.check()
    expect(old).toMatchObject({ version: '0.9.1', problem: { line: 'version' } })
    expect(old.problem?.words).toMatch(/is version 0\.9\.1; Janus needs 1\.0\.102 or newer.*npm install/)
    await writeFile(path, '#!/bin/sh\necho hello\n')
    expect((await open('copilot').installation.check()).problem).toMatchObject({ line: 'version' })
    await writeFile(path, '#!/bin/sh\nexit 7\n')
    expect((await open('copilot').installation.check()).problem?.words).toMatch(
      /does not run \(ended with code 7\)/,
    )
  })

  test('says whether somebody is signed in, as far as that can be told without a model, and what signs in', async () => {
    await install('qwen')
    const out = await open('qwen').installation.check()
    expect(out).toMatchObject({ login: 'out', problem: { line: 'login' } })
    expect(out.problem?.words).toMatch(/Not signed in to Qwen.*Run `qwen` in a terminal/)
    expect(await open('qwen', { OPENAI_API_KEY: 'k' }).installation.check()).toMatchObject({
      login: 'in',
      problem: null,
    })
    await mkdir(join(home, '.qwen'))
    await writeFile(join(home, '.qwen', 'settings.json'), '{}')
    expect(await open('qwen').installation.check()).toMatchObject({ login: 'unknown', problem: null })
  })

  test('has no sign-in in the window: that has ended at once', async () => {
    const signIn = await open('gemini').installation.signIn()
    expect(signIn.address).toBeNull()
    await signIn.ended
  })

  test('of an agent by its command line is each tab’s own', async () => {
    expect(await open('other').installation.check()).toMatchObject({ path: null, problem: null })
  })
})
