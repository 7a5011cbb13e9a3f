import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { RealBackend } from './real-backend.ts'
import { driveClaude } from './real-driver.ts'
import { startAgent } from '../testing/start-agent.ts'

// Processes are shared by tests; the long suite starts a new one for each.
describeBackend('the Claude backend', driveClaude, { shared: true })

test('a CLI and what it starts see the allow-list, and nothing else of the user’s environment', async () => {
  const real = await RealBackend.start({
    // As programs, so that one can be inspected.
    tools: 'stdio',
    environment: {
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      HTTPS_PROXY: 'http://127.0.0.1:1',
      NO_PROXY: '127.0.0.1',
      NODE_OPTIONS: '--no-warnings',
      ELECTRON_RUN_AS_NODE: '1',
      LD_BIND_NOW: '1',
      CLAUDECODE: '1',
      ANTHROPIC_AUTH_TOKEN: 'canary',
      GITHUB_TOKEN: 'canary',
    },
  })
  onTestFinished(() => real.close())
  await startAgent(real, 'agt-a', { kind: 'claude' })
  const text = 'call: mcp__janus-agents__echo {"text":"x"}\nsay: done'
  await real.turn('agt-a', text)
  if (process.platform === 'linux') {
    const environment = readFileSync(`/proc/${real.pid('agt-a')}/environ`, 'utf8')
    expect(environment).toMatch(/\0HTTPS_PROXY=/)
    expect(environment).not.toMatch(/NODE_OPTIONS|ELECTRON|LD_BIND|CLAUDECODE|canary/)
  }
  const [call] = readFileSync(join(real.state, 'agt-a.json.calls'), 'utf8').split('\n')
  const { environment } = JSON.parse(call ?? '') as { environment: string[] }
  expect(environment).toContain('JANUS_PROCESS')
  expect(environment.join(' ')).not.toMatch(/NODE_OPTIONS|ELECTRON|LD_BIND|GITHUB|AUTH_TOKEN/)
})
