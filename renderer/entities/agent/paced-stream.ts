import { useMemo, useSyncExternalStore } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { followStreams, streamOf } from '../../state/store.ts'

/** Of the window's time at most one part in this many goes into one answer that grows. */
const share = 8
/** However long it takes to draw, so often it is shown; in ms. */
const longest = 600

/**
 * Follows the words of a block that is being written, by its place among those that its agent writes now: with
 * every frame, or less often where drawing takes long. `cost` tells how long the last drawing took, in ms.
 */
export function useLiveText(agent: AgentId | null, at: number, cost: () => number): string {
  const paced = useMemo(() => pacedText(agent, at, cost), [agent, at, cost])
  return useSyncExternalStore(paced.follow, paced.read)
}

function pacedText(agent: AgentId | null, at: number, cost: () => number) {
  const now = () => (agent === null ? '' : (streamOf(agent)[at]?.text ?? ''))
  let shown = now()
  let shownAt = 0
  const follow = (listener: () => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      if (now() === shown) return
      shown = now()
      shownAt = performance.now()
      listener()
    }
    const look = () => {
      const left = shownAt + Math.min(cost() * share, longest) - performance.now()
      if (left <= 8) show()
      else timer ??= setTimeout(show, left)
    }
    show()
    const leave = agent === null ? () => undefined : followStreams(look)
    return () => {
      leave()
      clearTimeout(timer)
    }
  }
  return { follow, read: () => shown }
}
