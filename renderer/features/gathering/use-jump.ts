import { useEffect, type RefObject } from 'react'
import type { UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId, Phase, UtteranceId } from '../../../main/contract/gatherings/gatherings.ts'
import type { Log } from '../../state/logs.ts'
import { readOlder } from '../../state/store.ts'

interface Jump {
  readonly of: GatheringId
  readonly log: Log<UtteranceView> | undefined
  readonly wanted: UtteranceId | null
  readonly scroller: RefObject<HTMLElement | null>
  readonly letGo: () => void
  readonly unfold: (phase: Phase) => void
  readonly onArrived: () => void
}

/** Brings a row into view and into focus; reads the pages before, and unfolds its phase, where it does not show. */
export function useJump({ of, log, wanted, scroller, letGo, unfold, onArrived }: Jump): void {
  useEffect(() => {
    if (wanted === null || log?.phase !== 'ready') return
    const row = log.rows.find((one) => one.id === wanted)
    const shown = scroller.current?.querySelector<HTMLElement>(`[data-utterance="${CSS.escape(wanted)}"]`)
    if (shown) {
      letGo()
      shown.focus({ preventScroll: true })
      toMiddle(shown)
      mark(shown)
      onArrived()
    } else if (row) unfold(row.phase)
    else if (log.older === null) onArrived()
    else void readOlder({ kind: 'gathering', id: of })
  })
}

/** Rows out of sight have a size that is only guessed: it is led there again when those on the way have theirs. */
function toMiddle(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' })
  requestAnimationFrame(() => {
    row.scrollIntoView({ block: 'center' })
    requestAnimationFrame(() => row.scrollIntoView({ block: 'center' }))
  })
}

/** What ends a mark: the next thing that the person does. */
const acts = ['pointerdown', 'keydown'] as const

/** Marks a row until the next action; another one that is marked is marked no more. */
function mark(row: HTMLElement): void {
  for (const before of document.querySelectorAll<HTMLElement>('[data-found]')) delete before.dataset['found']
  row.dataset['found'] = ''
  const end = new AbortController()
  const unmark = () => {
    delete row.dataset['found']
    end.abort()
  }
  for (const one of acts) document.addEventListener(one, unmark, { capture: true, signal: end.signal })
}
