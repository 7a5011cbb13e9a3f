import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import type { CircleSeatView, CircleWordsView } from '../../../main/contract/fleet/fleet-views.ts'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Problem } from '../../components/problem.tsx'
import { Name } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { isFromGathering, toSee } from '../../entities/machine/circle-words.ts'
import { showRow } from '../../entities/log/show-row.ts'
import type { FoundWords } from '../../state/panel.ts'
import css from './fleet.module.css'
import type { MessageId } from '../../../main/contract/api/model.ts'
import type { Page } from '../../../main/contract/api/views.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { isWindowSeen } from '../../state/system-news.ts'

interface CircleTalkProps {
  readonly seat: CircleSeatView
  readonly found: FoundWords | undefined
}

export function CircleTalk({ seat, found }: CircleTalkProps) {
  const { words, problem, more } = useCircleWords(seat, found?.message)
  const list = useRef<HTMLOListElement>(null)
  const newest = words?.at(-1)
  useEffect(() => {
    const sheet = list.current?.parentElement
    sheet?.scrollTo({ top: sheet.scrollHeight })
    // Stay at the end when the row of the current speaker appears or disappears.
  }, [newest?.id, newest?.answer?.at, seat.turn?.id, seat.status])
  const isHere = words?.some(({ id }) => id === found?.message)
  useEffect(() => {
    if (!found || !isHere) return
    const row = list.current?.querySelector<HTMLElement>(`[data-message="${found.message}"]`)
    if (row) showRow(row, { words: found.words, isLanding: true })
  }, [found, isHere])
  return (
    <>
      {words !== null && words.length > 0 && (
        <ol className={classes('stack gap-5 break-anywhere', css.mail)} ref={list} aria-label="What was said">
          {more !== null && (
            <li>
              <Button variant="ghost" onClick={more}>
                Show older words
              </Button>
            </li>
          )}
          {words.map((one) => (
            <Words key={one.id} of={one} />
          ))}
        </ol>
      )}
      {problem !== '' && <Problem text={problem} />}
    </>
  )
}

function Words({ of }: { readonly of: CircleWordsView }) {
  const { id, from, number, text, at, answer } = of
  return (
    <li data-part="circle-words" data-message={id}>
      <p className="row baseline small muted">
        <strong className={isFromGathering(of) ? 'muted' : undefined}>
          <Name name={from} />
        </strong>
        {number !== null && ` (${String(number)})`} <At at={Date.parse(at)} />
      </p>
      <div className="prose">
        <Markdown text={text} />
      </div>
      {answer !== null && (
        <div className={classes('stack gap-2', css.reply)} data-part="circle-answer">
          <p className="row baseline small muted">
            <strong>You</strong> <At at={Date.parse(answer.at)} />
          </p>
          {answer.text === '' ? (
            <p className="muted">{answer.isSilence ? 'You had nothing to add.' : 'You passed the piece.'}</p>
          ) : (
            <div className="prose">
              <Markdown text={answer.text} />
            </div>
          )}
        </div>
      )}
    </li>
  )
}

interface CircleWords {
  readonly words: readonly CircleWordsView[] | null
  readonly problem: string
  readonly more: (() => void) | null
}

/** Reloads whenever something changes; loads back to `wanted` if that exists. */
function useCircleWords({ circle }: CircleSeatView, wanted?: MessageId): CircleWords {
  const [known, setKnown] = useState<readonly CircleWordsView[] | null>(null)
  const [isPart, setPart] = useState(false)
  const [problem, setProblem] = useState('')
  const [pages, setPages] = useState(1)
  const [shown, setShown] = useState(1)
  const snapshots = useMirror((now) => now.snapshots)
  const timelineChanges = useMirror((now) => now.timelineChanges)
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  useEffect(() => {
    let isOld = false
    const read = (cursor: number | null) =>
      ask('circles.words', { circle, ...(cursor === null ? {} : { cursor }) })
    readNewestPages(read, pages, wanted).then(
      ({ words, next, count }) => {
        if (isOld) return
        setKnown(words)
        setShown(count)
        setPart(next !== null)
        setProblem('')
      },
      (error: unknown) => isOld || setProblem(errorWords(error)),
    )
    return () => void (isOld = true)
  }, [circle, wanted, pages, snapshots, timelineChanges, fleet])
  return { words: known, problem, more: isPart ? () => setPages(shown + 1) : null }
}

/**
 * Loads this many pages, and more until `wanted` is found; oldest first. `next`: the cursor of the page
 * before (null: none); `count`: pages read.
 */
export async function readNewestPages(
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

/** Reports the gathering's news as seen while the window is visible and focused. */
export function useCircleSeen(seat: CircleSeatView): void {
  const { circle } = seat
  const news = toSee(seat)
  useEffect(() => {
    if (news === null) return
    const look = () => {
      // After a failure the next focus or change reports it again.
      if (isWindowSeen()) ask('circles.seen', { circle }).catch(() => undefined)
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
    // `seat` also changes when equal news arrives again.
  }, [circle, news, seat])
}
