import { useEffect, type RefObject } from 'react'
import type { AgentId, Entry } from '../../../main/contract/api/model.ts'
import { showRow } from '../../entities/log/show-row.ts'
import { arrive, useView } from '../../state/view-store.ts'

/** Brings a wanted row of this transcript into view as soon as it is held; says whether one is wanted. */
export function useJump(
  agent: AgentId,
  entries: readonly Entry[],
  scroller: RefObject<HTMLElement | null>,
  letGo: () => void,
): boolean {
  const jump = useView((now) => (now.jump?.agent === agent ? now.jump : null))
  const wanted = jump?.n ?? null
  const first = entries[0]?.n ?? Infinity
  const last = entries.at(-1)?.n ?? 0
  useEffect(() => {
    if (jump === null || wanted === null || wanted < first || wanted > last || !scroller.current) return
    const row = rowAt(scroller.current, wanted)
    if (row) {
      letGo()
      // First, while everything that is gone to is drawn.
      showRow(row, { words: jump.words, isLanding: jump.isLanding })
    }
    arrive()
  }, [jump, wanted, first, last, scroller, letGo])
  return wanted !== null
}

/** What shows a row: its own element, or what it is folded into, which stands before it. */
function rowAt(scroller: HTMLElement, n: number): HTMLElement | undefined {
  const before = Array.from(scroller.querySelectorAll<HTMLElement>('[data-n]')).filter(
    (element) => Number(element.dataset['n']) <= n,
  )
  return before.reduce<HTMLElement | undefined>(
    (best, element) => (Number(element.dataset['n']) >= Number(best?.dataset['n'] ?? 0) ? element : best),
    undefined,
  )
}
