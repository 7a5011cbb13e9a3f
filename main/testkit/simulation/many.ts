import { usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import { groupsOf } from '../../core/groups/groups.ts'
import { onSome, type RandomEvent } from './random-choices.ts'

const crews = ['crew', 'night shift'] as const

const group: RandomEvent = (world) => {
  const { random } = world
  const name = random.pick(crews) ?? 'crew'
  const groups = groupsOf(world.engine.state.agents.values())
  const was = groups.some((one) => one.name.key === name) ? name : null
  const members = world.agents().flatMap(({ agent }) => (random.chance(0.5) ? [agent.id] : []))
  if (was === null && members.length === 0) return
  const isKept = members.length > 0 && random.chance(0.8)
  world.command({
    type: 'group.set',
    was,
    name: isKept ? { name, key: name, skeleton: name } : null,
    members,
  })
}

const broadcast = onSome((world, { agent }) => {
  const { random } = world
  const groups = groupsOf(world.engine.state.agents.values())
  const to = random.pick(groups)
  const priority = random.pick([null, 'low', 'high', 'urgent'] as const) ?? null
  world.watch.count('sent to many')
  world.command({
    type: 'message.broadcast',
    from: { kind: 'agent', id: agent.id },
    fromName: agent.name,
    name: to?.name.name ?? 'all',
    to: to?.members ?? world.agents().flatMap((one) => (one.agent.closedAt === null ? [one.agent.id] : [])),
    body: world.word(),
    priority,
    expectsReply: priority !== 'low' && random.chance(0.1),
    metadata: {},
    idempotencyKey: null,
    earlier: new Map(),
  })
})

const propose = onSome((world, { agent }) => {
  const { random } = world
  if (world.agents().length > 8) return
  const number = random.int(1, 1_000_000)
  const name = `wanted ${String(number)}`
  const permissionMode = random.pick(['plan', 'default', 'bypassPermissions'] as const) ?? 'default'
  // Some are of a kind that may not be installed. Draws nothing.
  const kind: AgentKind = number % 8 === 0 ? 'opencode' : usualKind
  const usual = { kind, program: null, role: '', cwd: '/', model: null, permissionMode, look: {} }
  world.watch.count('tab wanted')
  world.command({
    type: 'tab.proposed',
    by: agent.id,
    name: { name, key: name, skeleton: name },
    key: null,
    wanted: { name, ...usual, firstMessage: random.chance(0.5) ? world.word() : '' },
    isInside: random.chance(0.8),
  })
})

const decideTab = onSome((world, { agent }) => {
  const wish = world.random.pick(agent.tabProposals)
  if (!wish) return
  const { name } = wish
  const open = world.random.chance(0.6) ? { name: { name, key: name, skeleton: name } } : null
  world.command({ type: 'tab.decided', tabProposal: wish.id, open, words: '' })
})

/** Changes how many tabs agents may open by themselves. */
const tabLimit: RandomEvent = (world) => world.prefer({ tabsByAgents: world.random.pick([0, 1, 2]) ?? 0 })

export const many: readonly RandomEvent[] = [group, broadcast, broadcast, propose, decideTab, tabLimit]
