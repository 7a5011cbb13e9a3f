import type { PeerAgent, Presence, WireCircle } from '../../contract/fleet/machines.ts'
import type { WireLink, WireMail, WireSeat } from '../contract/wire.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { agentMark } from '../../contract/agents/reserved-names.ts'
import { shorten } from '../../core/words/text.ts'
import type { EnvelopeArrived } from '../../core/step/fleet-commands.ts'
import type { NameKeys, NameRules } from '../../ports/ports.ts'

/** Most characters of a peer's role, as of one of this machine. */
const roleLimit = 200

/** What another machine says of itself, with names and roles as agents of this one could have them. */
export function localPresence(names: NameRules, presence: Presence): Presence {
  const taken: NameKeys[] = []
  const agents = presence.agents.map((agent): PeerAgent => {
    const name = freeName(names, agent, taken)
    const role = shorten(agent.role.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(), roleLimit)
    return { ...agent, name, role, ...(name === agent.name.trim() ? {} : { announced: agent.name }) }
  })
  return presence.user === undefined
    ? { ...presence, agents }
    : { ...presence, agents, user: withoutSigns(presence.user) }
}

/** What came from another machine, with such names. */
export function localArrival(names: NameRules, arrived: EnvelopeArrived): EnvelopeArrived {
  const { envelope } = arrived
  const body = bodyHere(names, envelope.kind, envelope.body)
  return body === envelope.body ? arrived : { ...arrived, envelope: { ...envelope, body } }
}

function bodyHere(names: NameRules, kind: string, body: unknown): unknown {
  switch (kind) {
    case 'mail': {
      const { from, ...mail } = body as WireMail
      const name = 'id' in from ? agentName(names, from) : withoutSigns(from.name)
      return { ...mail, from: { ...from, name } }
    }
    case 'link':
      return linkHere(names, body as WireLink)
    case 'seat': {
      const { by, circle, ...seat } = body as WireSeat
      return { ...seat, by: plainName(by), ...(circle ? { circle: circleHere(circle) } : {}) }
    }
    default:
      return body
  }
}

function linkHere(names: NameRules, link: WireLink): WireLink {
  const { members, opened, purpose, closed } = link
  return {
    ...link,
    members: members.map((one) => ({ ...one, name: agentName(names, one) })),
    opened: plainName(opened),
    purpose: purpose && { ...purpose, name: plainName(purpose.name) },
    closed: closed && { ...closed, name: plainName(closed.name) },
  }
}

function circleHere(circle: WireCircle): WireCircle {
  const seats = circle.seats.map((one) => ({ ...one, name: plainName(one.name) }))
  return { ...circle, seats, harvester: plainName(circle.harvester) }
}

interface Announced {
  readonly id: AgentId
  readonly name: string
}

/** A reserved name is marked as an agent's; what is no name at all becomes "Agent" with the end of its id. */
function agentName(names: NameRules, { id, name }: Announced): string {
  const read = names.read(name)
  if (read.ok) return read.keys.name
  return read.problem === 'reserved' ? `${name.trim()}${agentMark}` : numbered(id)
}

/** Of two agents of one machine whose names cannot stand side by side the second is called by its id. */
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

/** A user's name. */
function withoutSigns(written: string): string {
  const plain = written.replace(/[^\p{L}\p{M}\p{N} .,'’_-]+/gu, ' ').replace(/ +/g, ' ')
  return plain.trim() || 'somebody'
}

/** The name of somebody who may be of a third machine, as "Bob@barn". */
function plainName(written: string): string {
  const [, name = '', machine = ''] = /^(.*?)(@[a-z][a-z0-9-]{0,23})?$/su.exec(written) ?? []
  return `${withoutSigns(name)}${machine}`
}
