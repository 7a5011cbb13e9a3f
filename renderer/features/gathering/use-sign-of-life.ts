import { useRef } from 'react'
import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'

/** Tells once that the person is back, by whatever they do in the pane, after a turn of theirs went by. */
export function useSignOfLife({ id, human, state }: GatheringView): () => void {
  const told = useRef(false)
  const isAway = human?.away === true && state !== 'closed'
  return () => {
    if (!isAway) told.current = false
    if (!isAway || told.current) return
    told.current = true
    void steer(id, 'here')
  }
}
