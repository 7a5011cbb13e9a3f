import { useEffect, type RefObject } from 'react'
import type { GatheringId, Phase, UtteranceId } from '../../../main/contract/gatherings.ts'
import type { Gathered } from '../../gathered.ts'
import { readOlderUtterances } from '../../store.ts'

/** So long what was jumped to stays marked, in ms. */
const markedMs = 2_400

interface Lead {
  readonly of: GatheringId
  readonly held: Gathered | undefined
  readonly wanted: UtteranceId | null
  readonly scroller: RefObject<HTMLElement | null>
  readonly letGo: () => void
  readonly unfold: (phase: Phase) => void
  readonly onArrived: () => void
}

/** Brings a row into view and into focus; reads the pages before, and unfolds its phase, where it does not show. */
export function useLead({ of, held, wanted, scroller, letGo, unfold, onArrived }: Lead): void {
  useEffect(() => {
    if (wanted === null || held?.phase !== 'ready') return
    const row = held.items.find((one) => one.id === wanted)
    const shown = scroller.current?.querySelector<HTMLElement>(`[data-utterance="${CSS.escape(wanted)}"]`)
    if (shown) {
      letGo()
      shown.scrollIntoView({ block: 'center' })
      shown.focus({ preventScroll: true })
      shown.dataset['found'] = ''
      setTimeout(() => delete shown.dataset['found'], markedMs)
      onArrived()
    } else if (row) unfold(row.phase)
    else if (held.older === null) onArrived()
    else void readOlderUtterances(of)
  })
}
