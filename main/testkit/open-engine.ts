import type { Command } from '../core/step/events.ts'
import type { Row } from '../core/step/effects.ts'
import { Engine } from '../engine/engine.ts'
import type { Pace } from '../engine/pace.ts'
import type { Store } from '../ports/ports.ts'
import { createCommand, sendCommand } from './factories/factories.ts'
import { MemoryBackend, type Act } from './memory/backend.ts'
import { MemoryStore } from './memory/store/store.ts'
import { Random } from './random.ts'
import { VirtualClock } from './virtual-clock.ts'

/** A running engine with one agent, on CLIs in memory, and a store in memory or `given`. */
export async function openEngine<S extends Store = MemoryStore>(
  acts: readonly Act[] = [{ do: 'say', text: 'yes' }],
  pace?: Pace,
  given?: S,
) {
  const clock = new VirtualClock()
  const store = given ?? (new MemoryStore() as Store as S)
  const backend = new MemoryBackend(clock, new Map(), () => acts)
  const random = new Random(1)
  const commits: (readonly Row[])[] = []
  const crashes: unknown[] = []
  const logged: string[] = []
  const engine = new Engine({
    clock,
    store,
    backend,
    identities: { revoke: () => undefined },
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
  const say = (body: string, key: string | null = null): Command =>
    sendCommand({ from: { kind: 'user', via: 'window' }, fromName: 'mo', to, body, idempotencyKey: key })
  return { clock, store, backend, engine, commits, crashes, logged, to, say }
}
