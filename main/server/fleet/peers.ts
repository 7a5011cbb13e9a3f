import { guestKey, guestName, personKey } from '../../contract/mail/authors.ts'
import { callerSettings, initialSettings } from '../../contract/agents/agent-fields.ts'
import type { AgentSummary } from '../../contract/agents/agent-summary.ts'
import { colourNames, shapeNames } from '../../contract/agents/looks.ts'
import type { PeerAgent, HouseName } from '../../contract/fleet/houses.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Caller } from '../../contract/api/requests.ts'
import type { House } from '../../core/step/houses.ts'
import { houseOf, idThere, peerId } from '../../core/step/peer-ids.ts'
import type { State } from '../../core/step/state.ts'
import { refused, type RequestContext } from '../api/request-context.ts'

/** For what an agent of another house is looked for: a seat, or words of this caller. */
type Purpose = 'seat' | Caller['kind']

/**
 * An agent of another house by "name@house" (case-blind), or by its id; null: `ref` names nobody of another house. The
 * refusal lists who is there, and what can be done with the person there, as far as that is wanted.
 */
export function findPeer(
  { engine }: Pick<RequestContext, 'engine'>,
  ref: string,
  purpose?: Purpose,
): AgentId | null {
  const at = ref.lastIndexOf('@')
  if (at < 0 || engine.state.self === null) return null
  const [name, house] = [ref.slice(0, at).toLowerCase(), ref.slice(at + 1).toLowerCase()]
  const state = engine.state.houses.get(house)
  if (!state) {
    const known = [...engine.state.houses.keys()].join(', ')
    throw refused('unknown_agent', `There is no machine ${JSON.stringify(house)}. There are: ${known}.`)
  }
  const found = state.house.agents.find((one) => one.name.toLowerCase() === name || one.id === name)
  if (found) return peerId(house, found.id)
  const shared = state.house.agents.map((one) => `${one.name}@${house}`).join(', ')
  const who = shared === '' ? `${house} shares no agent.` : `There are: ${shared}.`
  const person = personWords(house, state.house, purpose)
  throw refused('unknown_agent', `No agent on ${house} has that name. ${who}${person}`)
}

function personWords(house: HouseName, { person = null, agents }: House, purpose?: Purpose): string {
  switch (purpose) {
    case undefined:
      return ''
    case 'seat':
      return person === null ? '' : ` Its user can have a seat too: ${seatedAs(house, person, agents)}.`
    case 'agent':
      return ' You can only answer a user there: with reply_to_agent, or with the last words of the turn that read their message.'
    case 'window':
    case 'api':
      return ' You cannot write to a user there, but give them a seat in a gathering.'
  }
}

/** How the person of another house is named for a seat: an agent there may be called as they are. */
function seatedAs(house: HouseName, person: string, agents: readonly PeerAgent[]): string {
  const isAgents = agents.some(({ name }) => name.toLowerCase() === person.toLowerCase())
  return guestName(isAgents ? 'person' : person, house)
}

/** The person of another house, by "name@house" or "person@house" (case-blind), where no agent there is called so. */
export function guestSeat(
  { engine }: Pick<RequestContext, 'engine'>,
  ref: string,
): { readonly id: AgentId; readonly name: string } | null {
  const at = ref.lastIndexOf('@')
  const house = ref.slice(at + 1).toLowerCase()
  const state = at < 0 ? undefined : engine.state.houses.get(house)
  const { person = null, agents = [] } = state?.house ?? {}
  if (person === null) return null
  const name = ref.slice(0, at).toLowerCase()
  const isAgent = agents.some((one) => one.name.toLowerCase() === name)
  const names = [person.toLowerCase(), 'person', personKey]
  return isAgent || !names.includes(name) ? null : { id: guestKey(house), name: guestName(person, house) }
}

/** An agent of another house, as that told of it last. */
export function peerOf({ engine }: Pick<RequestContext, 'engine'>, id: AgentId): PeerAgent | null {
  const { agents = [] } = engine.state.houses.get(houseOf(id) ?? '')?.house ?? {}
  return agents.find((one) => one.id === idThere(id)) ?? null
}

/** Those whom other houses share, as callers see agents. What a house does not tell is empty. */
export function peerSummaries({ houses }: State): readonly AgentSummary[] {
  return [...houses.values()].flatMap(({ house }) => house.agents.map((one) => summaryOf(house.id, one)))
}

function summaryOf(house: HouseName, peer: PeerAgent): AgentSummary {
  const { id, name, look } = peer
  const told = pick(peer, ['kind', 'status', 'needs', 'role', 'shared'])
  return {
    id: peerId(house, id),
    name: `${name}@${house}`,
    house,
    ...told,
    program: null,
    since: '',
    reason: '',
    broken: null,
    pending: 0,
    cwd: '',
    ...pick({ ...initialSettings, ...told }, callerSettings),
    template: null,
    waitingFor: null,
    gathering: null,
    colour: colourNames[look.hue - 1] ?? '',
    shape: shapeNames[look.shape - 1] ?? '',
    groups: [],
  }
}
