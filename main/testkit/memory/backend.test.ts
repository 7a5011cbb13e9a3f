import type { AgentId, Permission } from '../../contract/api/model.ts'
import { describeBackend } from '../suites/backend/backend-suite.ts'
import { MemoryBackend, type Act } from './backend.ts'
import { Recorder } from '../recorder.ts'
import { VirtualClock } from '../virtual-clock.ts'

/** Longer than everything else in these tests, so that it ends last. */
const longWait = 60 * 60 * 1000

describeBackend('the backend in memory', () => {
  const clock = new VirtualClock()
  const tools = new Map<string, () => void>()
  const toActs = (_agent: AgentId, prompt: string): readonly Act[] =>
    prompt.split('\n').flatMap((step) => toAct(step, tools))
  const backend = new MemoryBackend(clock, new Map(), toActs)
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
    working: () => {
      clock.advance(1000)
      return Promise.resolve()
    },
    finish: (name) => tools.get(name)?.(),
    recorded: () => {
      clock.advance(1000)
      return Promise.resolve()
    },
    kill: (agent) => backend.kill(agent),
    close: () => backend.close(),
  })
})

const rule = (command: string): Permission => ({ kind: 'rule', rule: `Bash(touch ${command})` })

function toAct(step: string, tools: Map<string, () => void>): Act[] {
  const [, verb = '', words = ''] = /^(\w+): (.*)$/.exec(step) ?? []
  switch (verb) {
    case 'ask':
      return [
        { do: 'ask', suggestions: [{ label: words, isCode: true, permissions: [rule(words)], mode: null }] },
      ]
    case 'say':
      return [{ do: 'say', text: words }]
    case 'fail':
      return [{ do: 'break', why: 'api_error', error: 'invalidRequest' }]
    case 'wait':
      return [{ do: 'think', ms: longWait }]
    case 'background':
      return [{ do: 'background', ms: Number(words) * 1000 }]
    case 'work':
      return [{ do: 'await', call: (done) => keep(tools, words, () => done(`held ${words}`)) }]
    default:
      return []
  }
}

function keep(tools: Map<string, () => void>, name: string, end: () => void): string {
  tools.set(name, end)
  return `call ${name}`
}
