import type { LinkReport } from '../../main/contract/reports.ts'
import { told } from './tool.ts'

/** What an agent is told of a link. */
export function linkFields({ id, members, mode, state, rests, budget }: LinkReport): Record<string, unknown> {
  return {
    ...{ link_id: id, mode, state },
    ...told({ rests }),
    members: members.map(({ name, side }) => (side === mode ? name : `${name} (${side})`)),
    crossings_left: budget.left,
  }
}

/** The members by name: who asks is among them, and need not be told apart. */
export function namesOf({ members }: LinkReport): string {
  return members.map(({ name }) => `"${name}"`).join(', ')
}
