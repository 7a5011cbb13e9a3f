import { isOwnPerson, type Seat } from '../../../main/contract/gatherings/gatherings.ts'
import type { Author } from '../../../main/contract/api/model.ts'

/** Somebody of a gathering as whoever said something: the person of this house, one of another, or an agent. */
export function sitterAuthor({ kind, agent }: Pick<Seat, 'kind' | 'agent'>, name = ''): Author {
  if (isOwnPerson({ kind, agent })) return { kind: 'human', via: 'window' }
  if (agent === null) return { kind: 'system' }
  return kind === 'human'
    ? { kind: 'guest', house: agent.slice(agent.indexOf('@') + 1), name }
    : { kind: 'agent', id: agent }
}
