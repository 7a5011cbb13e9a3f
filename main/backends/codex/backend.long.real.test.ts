import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { abilities } from './offer.ts'
import { RealCodex } from './real-codex.ts'

describeBackend('the Codex backend', async () => {
  const real = await RealCodex.start()
  return {
    kind: 'codex',
    backend: real.backend,
    heard: real.heard,
    background: 'counts',
    abilities: { ...abilities, extras: true, readsAtOnce: true, moves: true, tellsCuts: true },
    folder: real.work,
    elsewhere: join(real.home, 'elsewhere'),
    hopeless: (_agent, launch) => ({ ...launch, cwd: join(real.work, 'gone') }),
    script: (steps) => steps.map(toStep).join('\n'),
    held: (name) => real.model.held(name),
    release: (name) => real.model.release(name),
    working: (name) => real.appears(`state/held-${name}`),
    finish: (name) => writeFileSync(join(real.state, `go-${name}`), ''),
    recorded: (conversation, frame) => real.recorded(conversation, `"client_id":"${frame}"`),
    kill: (agent) => real.kill(agent),
    close: () => real.close(),
  }
})

function toStep(step: string): string {
  const [, verb = '', name = ''] = /^(ask|work|background): (\w+)$/.exec(step) ?? []
  switch (verb) {
    case 'ask':
      return `call: exec_command {"cmd":"touch ${name}"}`
    case 'work':
      return `call: hold {"name":"${name}"}`
    case 'background':
      return `call: exec_command {"cmd":"sleep ${name}","yield_time_ms":250}`
    default:
      return step
  }
}
