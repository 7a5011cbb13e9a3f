import type { AgentId, Grant } from '../contract/model.ts'
import { describeBackend } from './backend-suite.ts'
import { MemoryBackend, type Act } from './memory-backend.ts'
import { Recorder } from './recorder.ts'
import { VirtualClock } from './virtual-clock.ts'

/** Longer than anything else in these tests takes: whoever waits is let go when all else has happened. */
const longWait = 60 * 60 * 1000

describeBackend('the backend in memory', () => {
  const clock = new VirtualClock()
  const backend = new MemoryBackend(clock, new Map(), (_agent, prompt) => prompt.split('\n').map(toAct))
  const heard = new Recorder(() => clock.step())
  backend.connect(heard)
  return Promise.resolve({
    backend,
    heard,
    folder: '/work',
    elsewhere: '/elsewhere',
    hopeless: (agent: AgentId, launch) => {
      backend.broken.add(agent)
      return launch
    },
    script: (steps) => steps.join('\n'),
    held: () => {
      clock.advance(1000)
      return Promise.resolve()
    },
    release: () => undefined,
    recorded: () => {
      clock.advance(1000)
      return Promise.resolve()
    },
    kill: (agent) => backend.kill(agent),
    close: () => backend.close(),
  })
})

const rule = (command: string): Grant => ({ kind: 'rule', rule: `Bash(touch ${command})` })

function toAct(step: string): Act {
  if (step.startsWith('ask: '))
    return { do: 'ask', suggestions: [{ label: step.slice(5), grants: [rule(step.slice(5))], mode: null }] }
  if (step.startsWith('say: ')) return { do: 'say', text: step.slice(5) }
  return { do: 'think', ms: longWait }
}
