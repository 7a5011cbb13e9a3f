import { guestKey, guestName, userKey } from '../../contract/mail/authors.ts'
import { callerSettings, initialAgentSettings } from '../../contract/agents/agent-fields.ts'
import type { AgentSummary } from '../../contract/agents/agent-summary.ts'
import { colourNames, shapeNames } from '../../contract/agents/looks.ts'
import type { PeerAgent, MachineName } from '../../contract/fleet/machines.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Caller } from '../../contract/api/requests.ts'
import type { Machine } from '../../core/step/machines.ts'
import { machineOf, ownIdOf, peerId } from '../../core/step/peer-ids.ts'
import type { State } from '../../core/step/state.ts'
import { refused, type RequestContext } from '../api/request-context.ts'

/** Why a remote agent is looked up: for a seat, or for a message of this caller. */
type Purpose = 'seat' | Caller['kind']

/**
 * Finds a remote agent by "name@machine" (ignoring case) or id; null: `ref` is not on another machine. The
 * refusal lists the agents there, and for some purposes the user.
 */
export function findPeer(
  { engine }: Pick<RequestContext, 'engine'>,
  ref: string,
  purpose?: Purpose,
): AgentId | null {
  const at = ref.lastIndexOf('@')
  if (at < 0 || engine.state.self === null) return null
  const [name, machine] = [ref.slice(0, at).toLowerCase(), ref.slice(at + 1).toLowerCase()]
  const state = engine.state.machines.get(machine)
  if (!state) {
    const known = [...engine.state.machines.keys()].join(', ')
    throw refused('unknown_agent', `There is no machine ${JSON.stringify(machine)}. There are: ${known}.`)
  }
  const found = state.machine.agents.find((one) => one.name.toLowerCase() === name || one.id === name)
  if (found) return peerId(machine, found.id)
  const shared = state.machine.agents.map((one) => `${one.name}@${machine}`).join(', ')
  const who = shared === '' ? `${machine} shares no agent.` : `There are: ${shared}.`
  const user = userWords(machine, state.machine, purpose)
  throw refused('unknown_agent', `No agent on ${machine} has that name. ${who}${user}`)
}

function userWords(machine: MachineName, { user = null, agents }: Machine, purpose?: Purpose): string {
  switch (purpose) {
    case undefined:
      return ''
    case 'seat':
      return user === null ? '' : ` Its user can have a seat too: ${seatedAs(machine, user, agents)}.`
    case 'agent':
      return ' You can only answer a user there: with reply_to_agent, or with the last words of the turn that read their message.'
    case 'window':
    case 'api':
      return ' You cannot write to a user there, but give them a seat in a gathering.'
  }
}

/** An agent there may have the user's name. */
function seatedAs(machine: MachineName, user: string, agents: readonly PeerAgent[]): string {
  const isAgents = agents.some(({ name }) => name.toLowerCase() === user.toLowerCase())
  return guestName(isAgents ? 'user' : user, machine)
}

/**
 * The user of another machine by "name@machine" or "user@machine" (ignoring case), unless an agent there has
 * that name.
 */
export function guestSeat(
  { engine }: Pick<RequestContext, 'engine'>,
  ref: string,
): { readonly id: AgentId; readonly name: string } | null {
  const at = ref.lastIndexOf('@')
  const machine = ref.slice(at + 1).toLowerCase()
  const state = at < 0 ? undefined : engine.state.machines.get(machine)
  const { user = null, agents = [] } = state?.machine ?? {}
  if (user === null) return null
  const name = ref.slice(0, at).toLowerCase()
  const isAgent = agents.some((one) => one.name.toLowerCase() === name)
  const names = [user.toLowerCase(), 'user', userKey]
  return isAgent || !names.includes(name) ? null : { id: guestKey(machine), name: guestName(user, machine) }
}

/** As its machine last reported it. */
export function remoteAgentOf({ engine }: Pick<RequestContext, 'engine'>, id: AgentId): PeerAgent | null {
  const { agents = [] } = engine.state.machines.get(machineOf(id) ?? '')?.machine ?? {}
  return agents.find((one) => one.id === ownIdOf(id)) ?? null
}

/** Shared agents of other machines. Fields that machines do not report are empty. */
export function peerSummaries({ machines }: State): readonly AgentSummary[] {
  return [...machines.values()].flatMap(({ machine }) =>
    machine.agents.map((one) => summaryOf(machine.id, one)),
  )
}

function summaryOf(machine: MachineName, peer: PeerAgent): AgentSummary {
  const { id, name, look } = peer
  const told = pick(peer, ['kind', 'status', 'needs', 'role', 'shared'])
  return {
    id: peerId(machine, id),
    name: `${name}@${machine}`,
    machine,
    ...told,
    program: null,
    since: '',
    reason: '',
    broken: null,
    pending: 0,
    cwd: '',
    ...pick({ ...initialAgentSettings, ...told }, callerSettings),
    template: null,
    waitingFor: null,
    gathering: null,
    colour: colourNames[look.hue - 1] ?? '',
    shape: shapeNames[look.shape - 1] ?? '',
    groups: [],
  }
}
