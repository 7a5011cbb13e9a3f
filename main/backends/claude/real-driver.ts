import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackendDriver } from '../../testkit/suites/backend/backend-desk.ts'
import { RealBackend } from './real-backend.ts'

export async function driveClaude(): Promise<BackendDriver> {
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
    // The id of the line, or of the frame that was steered in.
    recorded: (conversation, frame) => real.recorded(conversation, `uuid":"${frame}"`),
    kill: (agent) => real.kill(agent),
    close: () => real.close(),
  }
}

const pipeOf = (folder: string, name: string): string => join(folder, `task-${name}`)

function toStep(step: string, folder: string): string {
  const [, verb = '', name = ''] = /^(ask|work|background): (\w+)$/.exec(step) ?? []
  switch (verb) {
    case 'ask':
      return `call: Bash {"command":"touch ${name}"}`
    case 'work':
      return `call: mcp__janus-agents__hold {"name":"${name}"}`
    case 'background':
      // Runs until the test writes into the pipe.
      execFileSync('mkfifo', [pipeOf(folder, name)])
      return `call: Bash {"command":"cat task-${name}","run_in_background":true}`
    default:
      return step
  }
}
