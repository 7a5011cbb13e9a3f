import { useEffect, useState } from 'react'
import type { UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { isCovered, isField } from '../../components/focus.ts'
import { usePane } from '../../components/pane.tsx'
import { isKey } from '../../keys/keys-here.ts'
import { showReplay } from '../../state/view-store.ts'
import { standsFor } from './replay-steps.ts'

export const speeds = [1, 2, 4, 8] as const

export interface Playing {
  readonly isPlaying: boolean
  readonly speed: number
  readonly setSpeed: (speed: number) => void
  readonly toggle: () => void
  /** Goes to a step by the hand, which ends the playing. */
  readonly byHand: (step: number) => void
}

interface Way {
  readonly gathering: GatheringId
  readonly rows: readonly UtteranceView[]
  readonly step: number
  readonly steps: number
  readonly go: (step: number) => void
}

/** Steps on by itself, each step as long as it took, compressed; at the end it stands, and begins anew when asked. */
export function usePlaying({ gathering, rows, step, steps, go }: Way): Playing {
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(1)
  const isAtEnd = step >= steps
  useEffect(() => {
    if (!isPlaying || isAtEnd) return
    const next = setTimeout(
      () => {
        showReplay({ gathering, step: step + 1 })
        if (step + 1 >= steps) setPlaying(false)
      },
      standsFor(rows, step, speed),
    )
    return () => clearTimeout(next)
  }, [isPlaying, isAtEnd, gathering, rows, step, steps, speed])
  return {
    isPlaying,
    speed,
    setSpeed,
    toggle: () => {
      if (!isPlaying && isAtEnd) go(1)
      setPlaying(!isPlaying)
    },
    byHand: (to) => {
      setPlaying(false)
      go(to)
    },
  }
}

interface Keys extends Omit<Way, 'rows' | 'gathering'> {
  readonly toggle: () => void
}

/** The keys of a replay while its pane has the focus, but for fields, and for the space bar on a button. */
export function useReplayKeys({ step, steps, go, toggle }: Keys): void {
  const { isFocused } = usePane()
  useEffect(() => {
    if (!isFocused) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered()) return
      const { target } = event
      // The way itself hears arrows, Home and End as any slider does; a list of speeds has its own use for them.
      const isWay = target instanceof HTMLElement && target.matches('[data-part=replay-way]')
      if (isField(target) && !isWay) return
      if (target instanceof HTMLElement && target.closest('nav')) return
      const act = actOf(event, { step, steps, go, toggle })
      if (act === null) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

function actOf(event: KeyboardEvent, { step, steps, go, toggle }: Keys): (() => void) | null {
  if (isKey('replayClose', event)) return () => showReplay(null)
  if (isKey('replayPlay', event)) {
    const isButton = event.target instanceof HTMLElement && event.target.closest('button, summary, a')
    return isButton ? null : toggle
  }
  if (isKey('replaySteps', event)) return () => go(step + (event.key === 'ArrowLeft' ? -1 : 1))
  if (isKey('replayEnds', event)) return () => go(event.key === 'Home' ? 1 : steps)
  return null
}
