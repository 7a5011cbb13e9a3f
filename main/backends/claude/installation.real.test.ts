import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../adapters/system-clock.ts'
import { compareVersions } from '../../adapters/processes/installed-program.ts'
import { CliInstallation, oldestClaude } from './installation.ts'
import { testFolder } from '../../testkit/test-folder.ts'

/** The real CLI in a new home, without programs that could open a browser. */
function open(account: Record<string, string>): CliInstallation {
  const home = testFolder('login')
  return new CliInstallation({
    clock: systemClock,
    chosen: () => undefined,
    environment: {},
    overrides: {
      PATH: join(home, 'nothing'),
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, 'config'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      ...account,
    },
  })
}

test('the CLI among the packages is new enough, and says that nobody is signed in', async () => {
  const check = await open({}).check()
  expect(compareVersions(check.version ?? '0.0.0', oldestClaude)).toBeGreaterThanOrEqual(0)
  expect(check).toMatchObject({ login: 'out', account: null, problem: { line: 'login' } })
})

test('it says how somebody is signed in', async () => {
  expect(await open({ ANTHROPIC_API_KEY: 'x' }).check()).toMatchObject({ login: 'in', account: 'API key' })
  expect(await open({ CLAUDE_CODE_USE_BEDROCK: '1' }).check()).toMatchObject({ account: 'Amazon Bedrock' })
})

test.runIf(process.platform === 'linux')('its sign-in needs no terminal: page, code, end', async () => {
  const installation = open({})
  const signIn = await installation.signIn()
  expect(signIn.address).toMatch(/^https:\/\/claude\.(ai|com)\//)
  signIn.code('this is no code')
  await signIn.ended
  const { problem } = await installation.check()
  expect(problem?.words).toMatch(/last try failed: .*full code/)
})
