import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeBackend } from '../../testkit/suites/backend/backend-suite.ts'
import { RealBackend } from './real-backend.ts'

const cli = join(import.meta.dirname, '..', '..', 'testkit', 'scripted-cli', 'cli.ts')

// What the runs with very many deaths rely on: it does what the real one does.
describeBackend('the Claude backend over the scripted CLI', async () => {
  const real = await RealBackend.start({ cliPath: () => cli })
  return {
    backend: real.backend,
    heard: real.heard,
    folder: real.work,
    elsewhere: join(real.home, 'elsewhere'),
    hopeless: (_agent, launch) => ({ ...launch, cwd: join(real.work, 'gone') }),
    script: (steps) => steps.join('\n'),
    held: (name) => real.appears(`held-${name}`),
    release: (name) => writeFileSync(join(real.home, `go-${name}`), ''),
    working: (name) => real.appears(`held-${name}`),
    finish: (name) => writeFileSync(join(real.home, `go-${name}`), ''),
    recorded: (conversation, frame) => real.recorded(conversation, `uuid":"${frame}"`),
    kill: (agent) => real.kill(agent),
    close: () => real.close(),
  }
})
