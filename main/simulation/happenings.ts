import type { AgentState } from '../core/state.ts'
import type { World } from './world.ts'

/** One kind of thing that may happen in a world. */
type Happening = (world: World) => void

/** Does something to some agent, if there is one. */
function onSome(act: (world: World, state: AgentState) => void): Happening {
  return (world) => {
    const state = world.some()
    if (state) act(world, state)
  }
}

const write = onSome((world, { agent }) => world.send(null, agent.id))
const killCli = onSome((world, { agent }) => {
  world.note(`the CLI of ${agent.name} is killed`)
  world.backend.kill(agent.id)
})
const chatter = onSome((world, { agent }) => {
  const sender = world.some()
  if (sender)
    world.send(sender.agent.id, agent.id, world.random.chance(0.3) ? `key${world.random.int(0, 3)}` : null)
})
const onMessage = (type: 'message.withdrawn' | 'message.released'): Happening =>
  onSome((world, { mailbox }) => {
    const message = world.random.pick(mailbox)
    if (message) world.command({ type, message: message.id })
  })
const answerCard = onSome((world, { agent, cards }) => {
  const decision = world.random.pick([
    { kind: 'allow' } as const,
    { kind: 'allow', suggestion: world.random.int(0, 2) } as const,
    { kind: 'deny', message: 'no' } as const,
  ]) ?? { kind: 'allow' as const }
  for (const card of cards) world.command({ type: 'card.answered', agent: agent.id, card: card.id, decision })
})
const on = (
  type: 'agent.stopped' | 'agent.restarted' | 'agent.interrupted' | 'agent.closed' | 'agent.reopened',
): Happening => onSome((world, { agent }) => world.command({ type, agent: agent.id }))
const erase = onSome((world, { agent }) => {
  if (world.random.chance(0.3)) world.command({ type: 'agent.deleted', agent: agent.id })
})
const renew = onSome((world, { agent }) => {
  const mode = world.random.pick(['default', 'bypassPermissions'] as const) ?? 'default'
  const change = world.random.pick([
    { type: 'agent.changed', agent: agent.id, permissionMode: mode } as const,
    { type: 'agent.changed', agent: agent.id, cwd: world.random.pick(['/', '/elsewhere']) ?? '/' } as const,
    { type: 'grant.revoked', agent: agent.id, grant: 'Bash(true)' } as const,
  ])
  if (change) world.command(change)
})
const duplicate = onSome((world, state) => {
  if (world.random.chance(0.3)) world.duplicate(state)
})
const fullDisk: Happening = (world) => world.store.failNext(world.random.int(1, 3))
const breakCli = onSome((world, { agent }) => world.backend.broken.add(agent.id))
const mendCli: Happening = (world) => world.backend.broken.clear()

const poison = onSome((world, { agent }) => world.poison(agent.id))
const quiet: Happening = (world) => world.pass(world.random.int(5_000, 60_000))

/** What may happen; the number of times something stands here is its weight. */
export const happenings: readonly Happening[] = [
  ...Array<Happening>(3).fill((world) => world.create()),
  ...Array<Happening>(8).fill(write),
  ...Array<Happening>(4).fill(chatter),
  ...Array<Happening>(4).fill(killCli),
  ...Array<Happening>(2).fill((world) => world.crash()),
  ...Array<Happening>(3).fill(answerCard),
  ...Array<Happening>(2).fill(quiet),
  ...Array<Happening>(2).fill(poison),
  ...[on('agent.stopped'), on('agent.restarted'), on('agent.interrupted'), on('agent.interrupted')],
  ...[renew, renew, duplicate, (world: World) => world.decide()],
  ...[on('agent.closed'), on('agent.reopened'), on('agent.reopened'), erase],
  ...[onMessage('message.withdrawn'), onMessage('message.released'), fullDisk, breakCli, mendCli, mendCli],
]
