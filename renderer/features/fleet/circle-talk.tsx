import { useEffect, useRef } from 'react'
import { classes } from '../../components/classes.ts'
import type { CircleSeatView, CircleWordsView } from '../../../main/contract/fleet/fleet-views.ts'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Problem } from '../../components/problem.tsx'
import { Name } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { isTold } from '../../entities/house/circle-words.ts'
import { showRow } from '../../entities/log/show-row.ts'
import type { FoundWords } from '../../state/panel.ts'
import { useCircleWords } from './use-circle-words.ts'
import css from './peer-mail.module.css'

interface CircleTalkProps {
  readonly seat: CircleSeatView
  readonly found: FoundWords | undefined
}

/** What was said in a circle of another house, and what the person has said there. */
export function CircleTalk({ seat, found }: CircleTalkProps) {
  const { words, problem, more } = useCircleWords(seat, found?.message)
  const list = useRef<HTMLOListElement>(null)
  const newest = words?.at(-1)
  useEffect(() => {
    const sheet = list.current?.parentElement
    sheet?.scrollTo({ top: sheet.scrollHeight })
    // Where one speaks comes below, and goes.
  }, [newest?.id, newest?.answer?.at, seat.turn?.id, seat.stands])
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
              <button type="button" className="btn ghost" onClick={more}>
                Show older words
              </button>
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

/** One utterance, or what the circle tells; under a turn what the person said in it. */
function Words({ of }: { readonly of: CircleWordsView }) {
  const { id, from, number, text, at, answer } = of
  return (
    <li data-part="circle-words" data-message={id}>
      <p className="row baseline small muted">
        <strong className={isTold(of) ? 'muted' : undefined}>
          <Name name={from} />
        </strong>
        {number !== null && ` (${String(number)})`} <At at={Date.parse(at)} />
      </p>
      <div className="prose">
        <Markdown text={text} />
      </div>
      {answer !== null && (
        <div className={css.reply} data-part="circle-answer">
          <p className="row baseline small muted">
            <strong>You</strong> <At at={Date.parse(answer.at)} />
          </p>
          {answer.text === '' ? (
            <p className="muted">{answer.isSilence ? 'You kept silence.' : 'You passed the piece.'}</p>
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
