import { useEffect, useState } from 'react'
import type { CircleSeatView, CircleWordsView } from '../../../main/contract/fleet-views.ts'
import { toSee } from '../../entities/house/circle-words.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { isWindowSeen } from '../../state/system-news.ts'

/** What was said in a circle of another house, oldest first, or why that is not known; `isPart`: there is more before. */
interface CircleWords {
  readonly words: readonly CircleWordsView[] | null
  readonly isPart: boolean
  readonly problem: string
}

/** Asked anew whenever something comes of it. */
export function useCircleWords({ circle }: CircleSeatView): CircleWords {
  const [known, setKnown] = useState<CircleWords>({ words: null, isPart: false, problem: '' })
  const snapshots = useMirror((now) => now.snapshots)
  const moments = useMirror((now) => now.moments)
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  useEffect(() => {
    let isOld = false
    ask('circles.words', { circle }).then(
      ({ items, next }) => {
        if (!isOld) setKnown({ words: items.toReversed(), isPart: next !== null, problem: '' })
      },
      (error: unknown) => isOld || setKnown((now) => ({ ...now, problem: wordsOf(error) })),
    )
    return () => void (isOld = true)
  }, [circle, snapshots, moments, fleet])
  return known
}

/** Tells main that the person has what is new there before them, while they look at the window. */
export function useCircleSeen(seat: CircleSeatView): void {
  const { circle } = seat
  const news = toSee(seat)
  useEffect(() => {
    if (news === null) return
    const look = () => {
      // Not reached: the next look, or the next change, tells it again.
      if (isWindowSeen()) ask('circles.seen', { circle }).catch(() => undefined)
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [circle, news])
}
