import type { Gathering } from '../../../contract/gatherings/gatherings.ts'
import type { Link } from '../../../contract/links/links.ts'
import type { GatheringQuery, LinkQuery } from '../../../ports/ports.ts'

/** Whether it is listed there. */
export function isOn(state: GatheringQuery['state'], { stage, archived }: Gathering): boolean {
  switch (state) {
    case 'open':
      return stage !== 'closed'
    case 'closed':
      return stage === 'closed'
    case 'listed':
      return stage !== 'closed' || !archived
    case 'all':
      return true
  }
}

/** Who sits in it, harvests, or proposed it. */
export const membersOf = ({ seats, harvester, convened: { by } }: Gathering): readonly (string | null)[] => [
  ...[...seats, harvester].map(({ agent }) => agent),
  by.kind === 'agent' ? by.id : null,
]

/** Whether a link is asked for. */
export function isWanted(
  { closed, members }: Link,
  state: LinkQuery['state'],
  member: LinkQuery['member'],
): boolean {
  const isState = state === 'all' || (state === 'closed') === (closed !== null)
  return isState && (member === null || members.includes(member))
}
