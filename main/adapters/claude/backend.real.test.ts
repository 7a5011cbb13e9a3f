import { join } from 'node:path'
import { describeBackend } from '../../testing/backend-suite.ts'
import { RealBackend } from './real-backend.ts'

describeBackend('the Claude backend', async () => {
  const real = await RealBackend.start()
  return {
    backend: real.backend,
    heard: real.heard,
    folder: real.work,
    hopeless: (_agent, launch) => ({ ...launch, cwd: join(real.work, 'gone') }),
    script: (steps) => steps.map(toStep).join('\n'),
    held: (name) => real.model.held(name),
    release: (name) => real.model.release(name),
    recorded: (conversation, frame) => real.recorded(conversation, `"uuid":"${frame}"`),
    kill: (agent) => real.kill(agent),
    close: () => real.close(),
  }
})

/** A command that changes something asks for permission. */
function toStep(step: string): string {
  const [, name] = /^ask: (\w+)$/.exec(step) ?? []
  return name === undefined ? step : `call: Bash {"command":"touch ${name}"}`
}
