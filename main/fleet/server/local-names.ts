import type { PeerAgent, Presence, WireCircle } from '../../contract/fleet/machines.ts'
import type { WireLink, WireMail, WireSeat } from '../contract/wire.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { agentMark } from '../../contract/agents/reserved-names.ts'
import { shorten } from '../../core/words/text.ts'
import type { EnvelopeArrived } from '../../core/step/fleet-commands.ts'
import type { NameKeys, NameRules } from '../../ports/ports.ts'

const roleLimit = 200

/** Adapts another machine's names and roles to the local rules. */
export function localPresence(names: NameRules, presence: Presence): Presence {
  const taken: NameKeys[] = []
  const agents = presence.agents.map((agent): PeerAgent => {
    const name = freeName(names, agent, taken)
    const role = shorten(agent.role.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(), roleLimit)
    return { ...agent, name, role, ...(name === agent.name.trim() ? {} : { announced: agent.name }) }
  })
  return presence.user === undefined
    ? { ...presence, agents }
    : { ...presence, agents, user: plainUserName(presence.user) }
}

export function localArrival(names: NameRules, arrived: EnvelopeArrived): EnvelopeArrived {
  const { envelope } = arrived
  const body = localBody(names, envelope.kind, envelope.body)
  return body === envelope.body ? arrived : { ...arrived, envelope: { ...envelope, body } }
}

function localBody(names: NameRules, kind: string, body: unknown): unknown {
  switch (kind) {
    case 'mail': {
      const { from, ...mail } = body as WireMail
      const name = 'id' in from ? agentName(names, from) : plainUserName(from.name)
      return { ...mail, from: { ...from, name } }
    }
    case 'link':
      return localLink(names, body as WireLink)
    case 'seat': {
      const { by, circle, ...seat } = body as WireSeat
      return { ...seat, by: plainName(by), ...(circle ? { circle: localCircle(circle) } : {}) }
    }
    default:
      return body
  }
}

function localLink(names: NameRules, link: WireLink): WireLink {
  const { members, opened, purpose, closed } = link
  return {
    ...link,
    members: members.map((one) => ({ ...one, name: agentName(names, one) })),
    opened: plainName(opened),
    purpose: purpose && { ...purpose, name: plainName(purpose.name) },
    closed: closed && { ...closed, name: plainName(closed.name) },
  }
}

function localCircle(circle: WireCircle): WireCircle {
  const seats = circle.seats.map((one) => ({ ...one, name: plainName(one.name) }))
  return { ...circle, seats, harvester: plainName(circle.harvester) }
}

interface Announced {
  readonly id: AgentId
  readonly name: string
}

/** Marks a reserved name as an agent's; an invalid one becomes "Agent" with the end of its id. */
function agentName(names: NameRules, { id, name }: Announced): string {
  const read = names.read(name)
  if (read.ok) return read.keys.name
  return read.problem === 'reserved' ? `${name.trim()}${agentMark}` : numbered(id)
}

/** If two agents of a machine have confusable names, the second one is named by its id. */
function freeName(names: NameRules, agent: Announced, taken: NameKeys[]): string {
  const read = names.read(agent.name)
  if (!read.ok) return agentName(names, agent)
  const { keys } = read
  if (taken.some(({ key, skeleton }) => key === keys.key || skeleton === keys.skeleton))
    return numbered(agent.id)
  taken.push(keys)
  return keys.name
}

const numbered = (id: AgentId): string => `Agent ${id.replace(/[^a-z0-9]/g, '').slice(-4)}`

function plainUserName(written: string): string {
  const plain = written.replace(/[^\p{L}\p{M}\p{N} .,'’_-]+/gu, ' ').replace(/ +/g, ' ')
  return plain.trim() || 'somebody'
}

/** For somebody who may be of a third machine, as "Bob@barn". */
function plainName(written: string): string {
  const [, name = '', machine = ''] = /^(.*?)(@[a-z][a-z0-9-]{0,23})?$/su.exec(written) ?? []
  return `${plainUserName(name)}${machine}`
}
