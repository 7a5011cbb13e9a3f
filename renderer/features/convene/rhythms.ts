import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Rhythm } from '../../../main/contract/gatherings/rhythms.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'

const known = createStore<{ readonly rhythms: readonly Rhythm[] | null }>(() => ({ rhythms: null }))

/** The presets as main told them last. */
export const rhythmsNow = (): readonly Rhythm[] | null => known.getState().rhythms

/** Takes what main told. */
export const takeRhythms = (rhythms: readonly Rhythm[]) => known.setState({ rhythms })

/** The presets, Janus's own first; null until main has told them. Asked anew with each snapshot. */
export function useRhythms(): readonly Rhythm[] | null {
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    // Without an answer the sheet still works: what it is to be can be said by hand.
    ask('rhythms.list', {}).then(takeRhythms, () => undefined)
  }, [snapshots])
  return useStore(known, (now) => now.rhythms)
}

/** The preset to begin with. */
export const firstRhythm = (rhythms: readonly Rhythm[] | null): Rhythm | null =>
  rhythms?.find((one) => one.name.toLowerCase() === 'decide') ?? rhythms?.[0] ?? null
