import type { Heartbeat, HeartbeatId, Intent, Schedule } from '../../contract/timers/heartbeats.ts'
import { peerEvents, type TriggerEvent, type TriggerSettings } from '../../contract/timers/triggers.ts'
import { weekdays } from '../../contract/timers/schedules.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import { onSome, weighted, type RandomChoices, type RandomEvent } from './random-choices.ts'

const intents: readonly Intent[] = ['anchor', 'anchor', 'check', 'wait', 'wait', 'schedule', 'schedule']
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC']
const waits = [5_000, 20_000, 60_000, 300_000, 7_200_000]

/** An agent, or the user (null), sets a timer of any kind for an agent. */
export function setSome(
  world: RandomChoices,
  by: AgentId | null,
  agent: AgentId,
  kinds: readonly Intent[] = intents,
): void {
  const { random } = world
  const intent = random.pick(kinds) ?? 'check'
  const note = random.chance(0.2) ? 'no word' : world.word()
  const trigger = intent === 'event' ? someTrigger(world) : null
  const about =
    intent === 'anchor' ||
    intent === 'schedule' ||
    trigger?.on.kind === 'webhook' ||
    trigger?.on.kind === 'files'
      ? null
      : aboutOf(world, agent, intent)
  const schedule = intent === 'schedule' ? someTime(world) : null
  const fields = {
    agent,
    intent,
    note,
    wait: random.pick(waits) ?? 5_000,
    schedule,
    about,
    ...(trigger ? { trigger } : {}),
  }
  if (by === null) world.watch.mark('timed', agent)
  const idempotencyKey = random.chance(0.1) ? `beat${random.int(0, 2)}` : null
  world.command({ type: 'heartbeat.set', ...world.doer(by), ...fields, idempotencyKey })
}

function someTrigger({ random }: RandomChoices): TriggerSettings {
  const kind = random.pick([...peerEvents, 'idle', 'files', 'webhook'] as const) ?? 'idle'
  const on =
    kind === 'files' ? { kind, glob: '**' } : kind === 'webhook' ? { kind, secretHash: '' } : { kind }
  const interval = random.pick([5_000, 60_000]) ?? 60_000
  return { on, repeats: random.chance(0.6), interval, perDay: random.int(1, 5) }
}

/** A file changes, its folder disappears, or a webhook is called, sometimes in bursts. */
const happen = onTimer((world, { id: heartbeat, agent, trigger }) => {
  if (trigger?.on.kind !== 'files' && trigger?.on.kind !== 'webhook') return
  const { random } = world
  const event: TriggerEvent =
    trigger.on.kind === 'webhook'
      ? { kind: 'webhook' }
      : random.chance(0.1)
        ? { kind: 'folderGone' }
        : { kind: 'files', path: 'src/a.ts' }
  for (let count = random.int(1, 20); count > 0 && world.engine.state.agents.has(agent); count--) {
    const isThere = world.engine.state.agents.get(agent)?.heartbeats.some(({ id }) => id === heartbeat)
    if (isThere) world.command({ type: 'trigger.happened', agent, heartbeat, event })
  }
})

function someTime({ random, clock }: RandomChoices): Schedule {
  const soon = new Date(clock.now() + random.int(1, 60) * 60_000).toISOString().slice(11, 16)
  if (random.chance(0.5)) return { at: soon, days: random.chance(0.3) ? [] : weekdays, zone: 'UTC' }
  const two = (most: number): string => String(random.int(0, most)).padStart(2, '0')
  const days = random.chance(0.3) ? [] : weekdays.filter(() => random.chance(0.6))
  return { at: `${two(23)}:${two(59)}`, days, zone: random.pick(zones) ?? 'UTC' }
}

function aboutOf(world: RandomChoices, agent: AgentId, intent: Intent): AgentId | MessageId | null {
  const { random } = world
  const tickets = [...world.watch.ledger.messages.values()].filter(
    ({ from, expectsReply }) => expectsReply && from.kind === 'agent' && from.id === agent,
  )
  const ticket = intent === 'wait' && random.chance(0.7) ? tickets.at(-1)?.id : undefined
  const other = random.pick(world.agents().filter((state) => state.agent.id !== agent))
  return ticket ?? other?.agent.id ?? null
}

/** The user (null) or an agent changes a timer. */
export function changeTimer(
  world: RandomChoices,
  heartbeat: HeartbeatId,
  by: AgentId | null,
  action: 'pause' | 'resume' | 'delay' | 'skip' | 'keep',
): void {
  if (action === 'keep' || action === 'resume') world.watch.mark('kept', heartbeat)
  world.command({ type: 'heartbeat.changed', heartbeat, by: world.doer(by).by, action })
}

/** An agent confirms some of its questioned timers. */
export function keepSome(world: RandomChoices, agent: AgentId): void {
  for (const { id, state } of world.engine.state.agents.get(agent)?.heartbeats ?? [])
    if (state === 'stale' && world.random.chance(0.4)) changeTimer(world, id, agent, 'keep')
}

/** Whether a new task has questioned an agent's own timers. */
export function isAsked({ engine }: RandomChoices, agent: AgentId): boolean {
  return engine.state.agents.get(agent)?.heartbeats.some(({ state }) => state === 'stale') === true
}

export function cancelOne(world: RandomChoices, agent: AgentId): void {
  const heartbeats = world.engine.state.agents.get(agent)?.heartbeats ?? []
  const one = world.random.pick(heartbeats)
  if (one) world.command({ type: 'heartbeat.cancelled', heartbeat: one.id, by: { kind: 'agent', id: agent } })
}

/** An agent, or the user for it, sets a timer. */
export const set = onSome((world, { agent }) =>
  setSome(world, world.random.chance(0.4) ? null : agent.id, agent.id),
)

/** An agent, or the user for it, waits for an event. */
const watchSome = onSome((world, { agent }) =>
  setSome(world, world.random.chance(0.4) ? null : agent.id, agent.id, ['event']),
)

function onTimer(act: (world: RandomChoices, heartbeat: Heartbeat) => void): RandomEvent {
  return (world) => {
    const one = world.random.pick(world.agents().flatMap(({ heartbeats }) => heartbeats))
    if (one) act(world, one)
  }
}

const change = onTimer((world, { id, agent }) => {
  world.watch.mark('timed', agent)
  const action = world.random.pick(['pause', 'resume', 'keep', 'delay', 'skip'] as const) ?? 'skip'
  changeTimer(world, id, null, action)
})
const cancel = onTimer((world, { id }) =>
  world.command({ type: 'heartbeat.cancelled', heartbeat: id, by: { kind: 'user', via: 'window' } }),
)

/** An agent sets a check for itself in five seconds. */
function checkSoon(world: RandomChoices, agent: AgentId): void {
  const check = {
    agent,
    intent: 'check',
    wait: 5_000,
    schedule: null,
    about: aboutOf(world, agent, 'check'),
  } as const
  const fields = { ...check, note: world.word(), idempotencyKey: null }
  world.command({ type: 'heartbeat.set', ...world.doer(agent), ...fields })
}

/** An agent sets too many timers for one row, and notifies its user often. */
const rush = onSome((world, { agent: { id } }) => {
  const { random } = world
  for (let count = random.int(10, 20); count > 0; count--) {
    checkSoon(world, id)
    if (count <= 5)
      world.command({ type: 'user.notified', agent: id, text: 'Look at this.', idempotencyKey: null })
  }
  if (random.chance(0.7)) world.pass(120_000)
})

/** Everything is stopped while a timer's message is written, and the user sends a new task. */
const overtake = onSome((world, { agent: { id } }) => {
  const { random } = world
  checkSoon(world, id)
  world.pass(5_000)
  for (const { agent } of world.agents()) world.watch.note('handled', agent.id)
  world.prefer({ stopped: world.clock.now() })
  if (random.chance(0.7)) world.backend.kill(id)
  world.pass(random.int(1, 50))
  if (random.chance(0.8)) world.send(null, id)
  if (random.chance(0.8)) world.pass(random.int(100, 10_000))
  world.prefer({ stopped: null })
})

export const timing = weighted([
  [3, set],
  [3, change],
  [1, cancel],
  [1, watchSome],
  [1, happen],
  [1, rush],
  [2, overtake],
])
