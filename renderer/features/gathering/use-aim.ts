import type { GatheringId, UtteranceId } from '../../../main/contract/gatherings/gatherings.ts'
import { aimAt, useView } from '../../state/view-store.ts'

/** The row of this gathering that is wanted from elsewhere, if any. */
export const useAim = (id: GatheringId): UtteranceId | null =>
  useView(({ aim }) => (aim?.kind === 'gathering' && aim.id === id ? aim.utterance : null))

/** It is in view, or cannot be. */
export const arrived = () => aimAt(null)
