import type { Seat } from '../../contract/gatherings/gatherings.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { Command } from '../../core/step/events.ts'
import type { NewSeat } from '../../core/step/gathering-commands.ts'
import type { NameKeys } from '../../core/step/state.ts'
import { allRows, rowsFor } from './gathering-archive.ts'
import { readName, refused, type RequestContext } from '../api/request-context.ts'
import { findGathering } from './find-gathering.ts'
import { doer } from '../links/links-requests.ts'
import { seatFor } from './plan-requests.ts'

/** The person adds a seat to a running circle; read when its turn comes, with all that happened until then. */
export function joined(
  parts: RequestContext,
  caller: Caller,
  { id, human, ...wanted }: RequestInput<'gatherings.join'>,
): () => Command {
  return () => {
    if (human && (wanted.agent !== undefined || wanted.spawn !== undefined || wanted.name !== undefined))
      throw refused('bad_request', 'A seat is the person’s (human) or an agent’s (agent, spawn), not both.')
    const { id: gathering } = findGathering(parts, caller, id)
    const { role = '' } = wanted
    const own: NewSeat = { name: parts.status().person, role, kind: 'human', agent: null, spawn: null }
    const seat = human ? own : seatFor(parts, caller, wanted, newPlace)
    const fields = { name: doer(parts, caller).byName, seat: numberless(seat), tab: tabOf(parts, seat) }
    const of = { id: gathering }
    const rows = seat.agent === null ? allRows(parts.store, of) : rowsFor(parts.store, of, seat.agent)
    return { type: 'gathering.joined', gathering, ...fields, holds: human?.holds ?? false, rows }
  }
}

/** The person chooses another harvester; the gathering may be closed for long. */
export function reharvested(
  parts: RequestContext,
  caller: Caller,
  { id, ...wanted }: RequestInput<'gatherings.harvester'>,
): () => Command {
  return () => {
    const gathering = findGathering(parts, caller, id)
    const seat = seatFor(parts, caller, wanted, 0)
    const fields = { name: doer(parts, caller).byName, seat: numberless(seat), tab: tabOf(parts, seat) }
    return { type: 'gathering.reharvested', gathering, ...fields, rows: allRows(parts.store, gathering) }
  }
}

/** Its number follows from where the circle is. */
const newPlace = 99

function numberless({
  number: _number,
  joined: _joined,
  ...seat
}: Seat | (NewSeat & { number?: never })): NewSeat {
  return seat
}

function tabOf({ names }: RequestContext, { spawn, name }: NewSeat): NameKeys | null {
  return spawn === null ? null : readName(names, name)
}
