import type { AgentId } from '../../../main/contract/model.ts'
import { recall, remember } from '../../state/local-storage.ts'
import type { CircleDraft, Sitter } from './circle-draft.ts'

const place = 'convene'

/** What the person left half done, without tabs that are gone since; null: nothing. */
export function keptCircle(isOpen: (agent: AgentId) => boolean): CircleDraft | null {
  const kept = recall<CircleDraft | null>(place, null)
  if (!isWhole(kept)) return null
  const isHere = (who: Sitter) => who.kind !== 'agent' || isOpen(who.agent)
  return {
    // One that was kept before there were these fields.
    ...{ unread: {}, madeTopic: '' },
    ...kept,
    seats: kept.seats.filter((seat) => isHere(seat.who)),
    harvester: isHere(kept.harvester) ? kept.harvester : { kind: 'new', name: 'Scribe' },
  }
}

/** Another version of this app may have written something else. */
const isWhole = (kept: CircleDraft | null): kept is CircleDraft =>
  kept !== null &&
  [kept.topic, kept.question, kept.cap, kept.folder].every((one) => typeof one === 'string') &&
  Array.isArray(kept.seats) &&
  Array.isArray(kept.structure) &&
  kept.structure.length === 3 &&
  typeof kept.harvester === 'object'

/** Keeps what is half done over a closed sheet and a reload; null: it is done, or thrown away. */
export const keepCircle = (draft: CircleDraft | null) => remember(place, draft)
