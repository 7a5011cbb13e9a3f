import { useMemo, useSyncExternalStore } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { followStreams, streamOf } from '../../state/store.ts'

/** A growing answer gets at most one part in this many of the window's time. */
const share = 8
/** Milliseconds. It is updated at least this often, however slow rendering is. */
const longest = 600

/**
 * Returns the text of a block being written; `at` is its index among the agent's current blocks. Updates with
 * each frame, or less often if rendering is slow. `cost` returns the duration of the last render in ms.
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
