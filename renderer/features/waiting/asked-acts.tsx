import { useCallback, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { act } from '../../act.ts'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { answersTo, type Answer, type Way } from '../cards/answers.ts'
import { runOf } from '../cards/card-keys.ts'
import type { Asking } from './equal-asks.ts'

/** The ways to answer a permission in its row: those with the keys 1, 2 and 3. The others are on its card. */
function useAnswers(thing: Asking) {
  const { agent, asks } = thing
  const { id, suggestions } = asks.card
  const [isSent, setSent] = useState(false)
  const take = useCallback(
    async (way: Way) => {
      const decision = way.kind === 'deny' ? 'deny' : 'allow'
      const more = way.kind === 'lasting' ? { suggestion: way.suggestion } : {}
      setSent(true)
      setSent(await act('cards.answer', { agent, card: id, decision, ...more }))
    },
    [agent, id],
  )
  const answers = useMemo(() => answersTo(suggestions).filter(({ key }) => Number(key) <= 3), [suggestions])
  return { answers, isSent, take }
}

/** Keys in the row of a permission; one that was on its way when the focus came here means another. */
export function useAskedRow(thing: Asking) {
  const { answers, isSent, take } = useAnswers(thing)
  const cameAt = useRef(0)
  const keys = isSent ? null : Object.fromEntries(answers.map(({ key, way }) => [key, () => void take(way)]))
  return {
    answers,
    isSent,
    take,
    handlers: {
      onFocus: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) cameAt.current = performance.now()
      },
      onKeyDown: (event: KeyboardEvent) => {
        const { key, ctrlKey, metaKey, altKey, repeat } = event
        const shownMs = performance.now() - cameAt.current
        const run = runOf(keys, { key, ctrlKey, metaKey, altKey, repeat, on: 'button', shownMs })
        if (!run) return
        event.preventDefault()
        run()
      },
    },
  }
}

interface AskedActsProps {
  readonly answers: readonly Answer[]
  readonly isSent: boolean
  readonly take: (way: Way) => Promise<void>
  /** Who asks. */
  readonly name: string
  /** The element that shows what would run. */
  readonly about: string
}

/** The buttons of a permission in its row. One that was pressed keeps the focus until its row is gone. */
export function AskedActs({ answers, isSent, take, name, about }: AskedActsProps) {
  return (
    <div className="acts">
      {answers.map(({ key, way }) => (
        <button
          key={key}
          type="button"
          className={`btn answer ${way.kind === 'once' ? 'primary' : ''}`}
          aria-disabled={isSent || undefined}
          aria-label={`${wordsOf(way)}: ${visible(name)}`}
          aria-describedby={about}
          onClick={() => !isSent && void take(way)}
        >
          <kbd aria-hidden="true">{key}</kbd>
          {way.kind === 'lasting' ? (
            <span className="lasting">
              Allow{' '}
              <bdi className={way.isCode ? 'mono' : undefined}>
                <SafeText text={way.label} />
              </bdi>{' '}
              from now on
            </span>
          ) : (
            wordsOf(way)
          )}
        </button>
      ))}
    </div>
  )
}

function wordsOf(way: Way): string {
  switch (way.kind) {
    case 'once':
      return 'Allow once'
    case 'deny':
      return 'Deny'
    case 'lasting':
      return `Allow ${visible(way.label)} from now on`
  }
}
