import type { Command } from '../core/events.ts'
import type { Row } from '../core/effects.ts'
import { Engine } from '../engine.ts'
import type { Pace } from '../pace.ts'
import { MemoryBackend, type Act } from './memory-backend.ts'
import { MemoryStore } from './memory-store.ts'
import { Random } from './random.ts'
import { VirtualClock } from './virtual-clock.ts'

/** A new agent of this name. */
export const createCommand = (name: string): Command => ({
  type: 'agent.created',
  name: { name, key: name, skeleton: name },
  ...{ cwd: '/', model: null, permissionMode: 'default', policy: 'hybrid', role: '' },
})

/** A running engine with one agent, on a store and CLIs in memory. */
export async function openEngine(acts: readonly Act[] = [{ do: 'say', text: 'yes' }], pace?: Pace) {
  const clock = new VirtualClock()
  const store = new MemoryStore()
  const backend = new MemoryBackend(clock, new Map(), () => acts)
  const random = new Random(1)
  const commits: (readonly Row[])[] = []
  const crashes: unknown[] = []
  const logged: string[] = []
  const engine = new Engine({
    ...{ clock, store, backend, identities: { revoke: () => undefined } },
    answerFiles: { perform: () => undefined },
    archive: { connect: () => undefined, perform: () => undefined },
    randomSeed: () => random.hex(),
    ...(pace ? { pace } : {}),
    published: (_before, _after, rows) => commits.push(rows),
    log: (line) => logged.push(line),
    crashed: (error) => crashes.push(error),
  })
  backend.connect({
    fact: (fact) => {
      engine.fact(fact)
    },
    delta: () => undefined,
    offered: () => undefined,
    limited: () => undefined,
  })
  engine.start()
  const made = await engine.command(createCommand('scout'))
  if (made.kind !== 'agent') throw new Error('no agent')
  const to = made.agent
  const say = (body: string, key: string | null = null): Command => ({
    ...{
      type: 'message.sent',
      from: { kind: 'human', via: 'window' },
      fromName: 'mo',
      to,
      body,
      metadata: {},
    },
    ...{
      idempotencyKey: key,
      earlier: null,
      priority: null,
      expectsReply: false,
      replied: null,
      now: false,
      link: null,
    },
  })
  return { clock, store, backend, engine, commits, crashes, logged, to, say }
}
