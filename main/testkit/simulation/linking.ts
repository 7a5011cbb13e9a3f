import { noCaps, type Cap, type UsualCaps } from '../../contract/budget/budget.ts'
import type { Link, LinkMode } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { rename } from './faults.ts'
import { quietMark } from './invariant-mentions.ts'
import { onSome, weighted, type RandomChoices, type RandomEvent } from './random-choices.ts'
import type { SimBase } from './sim-base.ts'

const modes: readonly (LinkMode | null)[] = [null, 'answers', 'mentions', 'converse', 'absorb', 'paused']

export function openLinks(world: SimBase): readonly Link[] {
  return [...world.engine.state.links.values()].filter(({ closed }) => closed === null)
}

/** Up to `count` distinct agents in random order. */
function someOf(world: RandomChoices, count: number): readonly AgentId[] {
  const ids = world.agents().map(({ agent }) => agent.id)
  while (ids.length > count) ids.splice(world.random.int(0, ids.length - 1), 1)
  return world.random.chance(0.5) ? ids : ids.reverse()
}

/** The user or an agent links some agents. */
export const open: RandomEvent = (world) => {
  const { random } = world
  const members = someOf(world, random.int(2, 4))
  if (members.length < 2) return
  const by = random.chance(0.6) ? null : (members[0] ?? null)
  world.link(by, members, random.pick(modes) ?? null, random.chance(0.3) ? random.int(1, 3) : null)
}

function onLink(act: (world: RandomChoices, link: Link) => void): RandomEvent {
  return (world) => {
    const link = world.random.pick(openLinks(world))
    if (link) act(world, link)
  }
}

const change = onLink((world, { id }) =>
  world.command({ type: 'link.changed', link: id, mode: world.random.pick(modes) ?? 'answers' }),
)
const extend = onLink((world, { id }) => world.extend(id))
const lower = onLink((world, { id, members }) => {
  const agent = world.random.pick(members)
  const side = world.random.chance(0.6) ? 'absorb' : 'link'
  if (agent) world.command({ type: 'link.changed', link: id, mine: { agent, side } })
})
const close = onLink((world, { id, members }) => {
  const { random } = world
  const by = random.chance(0.5) ? null : (random.pick(members) ?? null)
  const message = random.chance(0.5) ? world.word() : null
  world.command({ type: 'link.closed', link: id, ...world.doer(by), message })
})
/** The user writes to a member, or in a link with themselves, which starts a new budget period. */
const begin = onLink((world, { id, mode, members }) => {
  const to = world.random.pick(members)
  if (!to) return
  if (mode !== 'mentions') return world.send(null, to)
  const text = `${world.word()} ${mentioned(world, to)}`
  const quiet = text.includes(quietMark)
  world.command({ type: 'link.said', link: id, ...world.doer(null), text, quiet })
})

/** The user's mentions vary with the time; draws nothing. */
function mentioned(world: RandomChoices, to: AgentId): string {
  const name = `@${world.engine.state.agents.get(to)?.agent.name ?? 'gone'}`
  return [`${name} look`, 'To nobody', `${name} and ${name} look`, '@all look', `${name} ${quietMark}`][
    world.clock.now() % 5
  ] as string
}

/** Pauses or resumes all links or all timers. */
const flip: RandomEvent = (world) => {
  const { random } = world
  world.prefer({ links: random.chance(0.7), quiet: random.chance(0.3), linkOnSend: random.chance(0.1) })
}

/** The user stops everything, or resumes soon after. */
const stop: RandomEvent = (world) => {
  const { stopped } = world.engine.state.limits
  if (stopped === null && !world.random.chance(0.2)) return
  for (const { agent } of world.agents()) world.watch.note('handled', agent.id)
  world.prefer({ stopped: stopped === null ? world.clock.now() : null })
}

/** The user sets or removes caps, by default or of a tab or link, and raises those that are reached. */
export const cap: RandomEvent = (world) => {
  const { random } = world
  const caps: UsualCaps = {
    turn: random.chance(0.45) ? { usd: null, tokens: random.int(200, 1200) } : null,
    tab: random.chance(0.5) ? { usd: random.chance(0.5) ? 0.02 : null, tokens: random.int(500, 6000) } : null,
    link: random.chance(0.7) ? { usd: null, tokens: random.int(50, 800) } : null,
    gathering: null,
    day: random.chance(0.3)
      ? { usd: random.chance(0.3) ? 0.05 : null, tokens: random.int(2000, 9000) }
      : null,
  }
  world.prefer({ caps: random.chance(0.7) ? caps : noCaps })
}
const capOfOne: RandomEvent = (world) => {
  const { random } = world
  const agent = world.some()?.agent.id
  const link = random.pick(openLinks(world))?.id
  const own = (most: number): Cap | null =>
    random.chance(0.5) ? { usd: null, tokens: random.int(50, most) } : null
  if (link && random.chance(0.6))
    world.command({ type: 'cap.set', of: { kind: 'link', id: link }, cap: own(600) })
  else if (agent) world.command({ type: 'cap.set', of: { kind: 'tab', id: agent }, cap: own(4000) })
}
/** Raises the caps that are reached. */
export const goOn: RandomEvent = (world) => raiseSome(world, world.random.chance(0.5))

const compact = onSome((world, { agent, run, process, turn }) => {
  if (process !== 'on' || turn === null) return
  world.watch.note('compacted', agent.id)
  world.engine.fact({ type: 'conversation.compacted', agent: agent.id, run })
})

/** An agent links itself with others, mutes its side, or closes one of its links. */
export function tie(world: RandomChoices, agent: AgentId): void {
  const { random } = world
  const mine = random.pick(openLinks(world).filter(({ members }) => members.includes(agent)))
  if (mine && random.chance(0.2)) {
    const side = random.pick(['absorb', 'link'] as const) ?? 'link'
    return world.command({ type: 'link.changed', link: mine.id, mine: { agent, side } })
  }
  if (mine && random.chance(0.2)) {
    const message = random.chance(0.7) ? world.word() : null
    return world.command({ type: 'link.closed', link: mine.id, ...world.doer(agent), message })
  }
  const others = someOf(world, random.int(1, 2)).filter((other) => other !== agent)
  const mode = random.pick(['answers', 'converse', 'absorb', null] as const) ?? null
  if (others.length > 0) world.link(agent, [agent, ...others], mode, null)
}

/** Raises every cap that is reached; `typed`: by an amount that the user entered. */
function raiseSome(world: RandomChoices, typed: boolean): void {
  const add = typed ? { tokens: world.random.int(100, 2000) } : {}
  for (const { agent } of world.agents()) {
    world.command({ type: 'cap.raised', of: { kind: 'tab', id: agent.id }, add })
    world.command({ type: 'cap.raised', of: { kind: 'turn', id: agent.id }, add: {} })
  }
  for (const { id } of openLinks(world)) world.command({ type: 'cap.raised', of: { kind: 'link', id }, add })
  world.command({ type: 'cap.raised', of: { kind: 'day' }, add })
}

export const linking = weighted([
  [4, open],
  [3, begin],
  [2, change],
  [1, extend],
  [1, lower],
  [2, close],
  [1, flip],
  [2, stop],
  [2, cap],
  [1, capOfOne],
  [1, goOn],
  [1, rename],
  [2, compact],
])
