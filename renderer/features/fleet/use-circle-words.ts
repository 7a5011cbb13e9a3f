import { useEffect, useState } from 'react'
import type { CircleSeatView, CircleWordsView } from '../../../main/contract/fleet/fleet-views.ts'
import type { MessageId } from '../../../main/contract/api/model.ts'
import type { Page } from '../../../main/contract/api/views.ts'
import { toSee } from '../../entities/house/circle-words.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { isWindowSeen } from '../../state/system-news.ts'

interface CircleWords {
  readonly words: readonly CircleWordsView[] | null
  readonly problem: string
  readonly more: (() => void) | null
}

/** Asked anew whenever something comes of it; as far back as `wanted` stands, if it does. */
export function useCircleWords({ circle }: CircleSeatView, wanted?: MessageId): CircleWords {
  const [known, setKnown] = useState<readonly CircleWordsView[] | null>(null)
  const [isPart, setPart] = useState(false)
  const [problem, setProblem] = useState('')
  const [pages, setPages] = useState(1)
  const [shown, setShown] = useState(1)
  const snapshots = useMirror((now) => now.snapshots)
  const moments = useMirror((now) => now.moments)
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  useEffect(() => {
    let isOld = false
    const read = (cursor: number | null) =>
      ask('circles.words', { circle, ...(cursor === null ? {} : { cursor }) })
    newest(read, pages, wanted).then(
      ({ words, next, count }) => {
        if (isOld) return
        setKnown(words)
        setShown(count)
        setPart(next !== null)
        setProblem('')
      },
      (error: unknown) => isOld || setProblem(wordsOf(error)),
    )
    return () => void (isOld = true)
  }, [circle, wanted, pages, snapshots, moments, fleet])
  return { words: known, problem, more: isPart ? () => setPages(shown + 1) : null }
}

/**
 * So many pages, and on to what is wanted, oldest first. `next`: where the page before them begins, null: there is none;
 * `count`: how many were read.
 */
export async function newest(
  read: (cursor: number | null) => Promise<Page<CircleWordsView>>,
  pages: number,
  wanted: MessageId | undefined,
) {
  const words: CircleWordsView[] = []
  let [cursor, count]: [number | null, number] = [null, 0]
  const isThere = () => wanted === undefined || words.some(({ id }) => id === wanted)
  while (count < pages || !isThere()) {
    const { items, next } = await read(cursor)
    words.unshift(...items.toReversed())
    cursor = next
    count += 1
    if (next === null) break
  }
  return { words, next: cursor, count }
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
    // Also where the same news comes again, which no other word tells.
  }, [circle, news, seat])
}
