import { RefusedError } from '../../../main/contract/api/errors.ts'
import type { GatheringId, SpeakingTurnId } from '../../../main/contract/gatherings/gatherings.ts'
import { seatNoteLimit, utteranceLimit } from '../../../main/contract/api/limits.ts'
import { excessOfWords, useDraft, type Deliver, type DraftInHand } from '../../entities/draft/send.ts'
import { ask } from '../../state/connection.ts'
import type { DraftFor } from '../../state/drafts.ts'
import { toast } from '../../state/view-store.ts'

export type Way =
  | { readonly kind: 'speak'; readonly turn: SpeakingTurnId; readonly to?: string; readonly keep?: true }
  | { readonly kind: 'host'; readonly goesOn?: true }
  | { readonly kind: 'note'; readonly before: string }

/** Drafts for a turn, for the host and for a note are kept apart. */
export const draftFor = (id: GatheringId, kind: Way['kind']): DraftFor =>
  kind === 'speak' ? id : `${id}:${kind}`

export const inGathering =
  (id: GatheringId, way: Way): Deliver =>
  async ({ text }) => {
    try {
      await send(id, text, way)
    } catch (error) {
      // The turn's composer is gone or about to go: it can't show the error.
      if (error instanceof RefusedError && error.refusal.code === 'stale_turn')
        toast(`${error.message} Your text is still here.`, { isError: true })
      throw error
    }
  }

function send(id: GatheringId, text: string, way: Way) {
  switch (way.kind) {
    case 'speak':
      return ask('gatherings.say', {
        id,
        text,
        turnId: way.turn,
        ...(way.to === undefined ? {} : { to: way.to }),
        ...(way.keep ? { keep: true } : {}),
      })
    case 'host':
      return ask('gatherings.say', { id, text, host: true, ...(way.goesOn ? { pause: false } : {}) })
    case 'note':
      return ask('gatherings.steer', { id, verb: 'note', text: appendText(way.before, text) })
  }
}

export const appendText = (before: string, text: string): string =>
  before.trim() === '' ? text : `${before}\n\n${text}`

export const useSaying = (id: GatheringId, kind: Way['kind']): DraftInHand =>
  useDraft(draftFor(id, kind), (text) =>
    excessOfWords(text, kind === 'note' ? seatNoteLimit : utteranceLimit),
  )
