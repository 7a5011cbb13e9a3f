import type { FolderTrust } from '../../contract/api/model.ts'
import { breakCli, chatter, fullDisk, killCli, repairCli, on, writing } from './faults.ts'
import type { FullSim } from './full-sim.ts'
import { onSome, weighted, type RandomEvent } from './random-choices.ts'
import { gathering } from './gathering-events.ts'
import { handling } from './handling.ts'
import { many } from './many.ts'
import { linking } from './linking.ts'
import { ruling } from './ruling.ts'
import { timing } from './timers.ts'

/** Sends more messages than fit in one prompt. */
const burst = onSome((world, { agent }) => {
  const { random } = world
  const others = world.agents().filter((other) => other.agent.id !== agent.id)
  const priority = random.pick(['low', 'normal', 'normal', 'high'] as const) ?? 'normal'
  const size = random.chance(0.3) ? 15_000 : 10
  if (others.length === 0 || random.chance(0.5)) return
  for (let count = random.int(5, 30); count > 0; count--) {
    const from = random.pick(others)?.agent.id
    if (from === undefined) return
    world.send({ kind: 'agent', id: from }, agent.id, {
      priority,
      body: `${world.word()} ${'x'.repeat(size)}`,
    })
  }
})

const poison = onSome<FullSim>((world, { agent }) => {
  world.models.poison(agent.id)
  world.send(null, agent.id)
})
const erase = onSome((world, { agent }) => {
  if (world.random.chance(0.3)) world.tell({ type: 'agent.deleted', agent: agent.id })
})
const renew = onSome((world, { agent }) => {
  const { random } = world
  const mode = random.pick(['plan', 'default', 'bypassPermissions'] as const) ?? 'default'
  const policy = random.pick(['hybrid', 'hybrid', 'hybrid', 'interject', 'quiet', 'ask'] as const) ?? 'hybrid'
  const change = random.pick([
    { type: 'agent.changed', agent: agent.id, permissionMode: mode } as const,
    { type: 'agent.changed', agent: agent.id, policy } as const,
    { type: 'agent.changed', agent: agent.id, effort: random.pick(['low', 'high']) ?? null } as const,
    { type: 'agent.changed', agent: agent.id, cwd: random.pick(['/', '/elsewhere']) ?? '/' } as const,
    {
      type: 'permission.revoked',
      agent: agent.id,
      permission: random.pick(['Bash(true)', '/beside']) ?? '',
    } as const,
    { type: 'folder.added', agent: agent.id, path: '/beside' } as const,
  ])
  if (change) world.command(change)
})
const duplicate = onSome<FullSim>((world, state) => {
  if (world.random.chance(0.3)) world.duplicate(state)
})
/** The user decides about the world's only folder, or its contents change. */
const decideFolder: RandomEvent = (world) => {
  const trust = world.random.pick<FolderTrust>(['plain', 'ask', 'trusted', 'refused']) ?? 'ask'
  world.backend.folders.set('/', trust)
  if (trust === 'plain' || trust === 'ask') return
  world.watch.count('folder decided')
  const agents = world.agents().map(({ agent }) => agent.id)
  world.command({ type: 'folder.decided', agents, trust })
}
const quiet: RandomEvent = (world) => world.pass(world.random.int(5_000, 60_000))
const longWhile: RandomEvent = (world) => world.pass(world.random.int(1, 20) * 60_000)
const day: RandomEvent = (world) => world.pass(world.random.int(20, 30) * 60 * 60_000)

/** The computer sleeps, or its clock is set. */
const jump: RandomEvent = (world) => {
  const { random } = world
  const by = random.pick([-60_000, -7_200_000, -36 * 3_600_000, 60_000, 3 * 3_600_000]) ?? 60_000
  world.leap(by, random.chance(0.5))
  // Nothing happens meanwhile that would reveal the change.
  if (random.chance(0.5)) world.pass(40_000)
}

export const randomEvents: readonly RandomEvent<FullSim>[] = [
  ...weighted<FullSim>([
    [2, (world) => world.create()],
    [6, chatter],
    [3, killCli],
    [4, writing],
    [2, (world) => world.crash()],
    [3, quiet],
    [2, burst],
    [1, longWhile],
    [2, jump],
    [1, day],
    [2, poison],
    [1, on('agent.stopped')],
    [1, on('agent.restarted')],
    [2, on('agent.interrupted')],
    [3, renew],
    [1, duplicate],
    [1, decideFolder],
    [1, on('agent.closed')],
    [2, on('agent.reopened')],
    [1, erase],
    [1, fullDisk],
    [1, breakCli],
    [2, repairCli],
  ]),
  ...handling,
  ...linking,
  ...timing,
  ...ruling,
  ...gathering,
  ...many,
]
