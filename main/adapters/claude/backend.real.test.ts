import { randomUUID } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeBackend } from '../../testing/backend-suite.ts'
import { RealBackend } from './real-backend.ts'
import { makeLaunch } from '../../testing/launch.ts'

describeBackend('the Claude backend', async () => {
  const real = await RealBackend.start()
  return {
    backend: real.backend,
    heard: real.heard,
    folder: real.work,
    elsewhere: real.home,
    hopeless: (_agent, launch) => ({ ...launch, cwd: join(real.work, 'gone') }),
    script: (steps) => steps.map((step) => toStep(step, real.work)).join('\n'),
    held: (name) => real.model.held(name),
    release: (name) => real.model.release(name),
    working: (name) => real.appears(`state/held-${name}`),
    finish: (name) => {
      const pipe = pipeOf(real.work, name)
      if (existsSync(pipe)) writeFileSync(pipe, '')
      else writeFileSync(join(real.state, `go-${name}`), '')
    },
    // As a line's own name, or as that of what it was folded in from.
    recorded: (conversation, frame) => real.recorded(conversation, `uuid":"${frame}"`),
    kill: (agent) => real.kill(agent),
    close: () => real.close(),
  }
})

const pipeOf = (folder: string, name: string): string => join(folder, `task-${name}`)

/** A command that changes something asks for permission. */
function toStep(step: string, folder: string): string {
  const [, verb = '', name = ''] = /^(ask|work|background): (\w+)$/.exec(step) ?? []
  switch (verb) {
    case 'ask':
      return `call: Bash {"command":"touch ${name}"}`
    case 'work':
      return `call: mcp__janus-agents__hold {"name":"${name}"}`
    case 'background':
      // Until somebody writes into it: so it ends when the test says so.
      execFileSync('mkfifo', [pipeOf(folder, name)])
      return `call: Bash {"command":"cat task-${name}","run_in_background":true}`
    default:
      return step
  }
}

test('a CLI and what it starts see the allow-list, and nothing else of the person’s environment', async () => {
  const real = await RealBackend.start({
    // Programs of its own, to look into one.
    tools: 'stdio',
    environment: {
      ...{
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        HTTPS_PROXY: 'http://127.0.0.1:1',
        NO_PROXY: '127.0.0.1',
      },
      ...{ NODE_OPTIONS: '--no-warnings', ELECTRON_RUN_AS_NODE: '1', LD_BIND_NOW: '1', CLAUDECODE: '1' },
      ...{ ANTHROPIC_AUTH_TOKEN: 'canary', GITHUB_TOKEN: 'canary' },
    },
  })
  onTestFinished(() => real.close())
  const launch = makeLaunch({ kind: 'claude', cwd: real.work, conversation: randomUUID(), conversed: false })
  real.backend.perform({ do: 'agent.start', agent: 'agt-a', run: 1, launch })
  await real.heard.next('agt-a', 'process.ready')
  const text = 'call: mcp__janus-agents__echo {"text":"x"}\nsay: done'
  real.backend.perform({
    do: 'agent.write',
    agent: 'agt-a',
    run: 1,
    frame: randomUUID(),
    text,
    human: true,
    how: 'begin',
  })
  await real.heard.next('agt-a', 'turn.ended')
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
