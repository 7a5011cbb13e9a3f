import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import type { Card } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { isField } from '../../components/focus.ts'
import { offerCard, runOf, settleMs, writeInstead, type CardKeys, type CardPress } from './card-keys.ts'
import css from './card.module.css'

export interface AskingProps {
  readonly agent: AgentView
  /** Takes the focus back from an answered card. */
  readonly onAnswered: () => void
}

interface CardFrameProps {
  readonly card: Pick<Card, 'askedAt'> & { readonly id: string }
  readonly title: string
  /** Id of the description read with the title, such as the command. */
  readonly about?: string
  readonly keys: CardKeys | null
  /** Replaces how long it has waited. */
  readonly note?: ReactNode
  /** What happens if it is not answered in time. */
  readonly limit?: string
  /** False: never takes the focus by itself. */
  readonly offers?: false
  readonly children: ReactNode
}

/** The frame of everything that asks the user. It takes the focus only if the user is not typing. */
export function CardFrame({
  card,
  title,
  about,
  keys,
  note,
  limit = 'no time limit',
  offers,
  children,
}: CardFrameProps) {
  /** False for a moment: a key pressed then was not meant for this card. */
  const [isReady, setReady] = useState(false)
  const heading = `card-${card.id}`
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (frame.current && offers !== false) offerCard(frame.current)
    const timer = setTimeout(() => setReady(true), settleMs)
    return () => clearTimeout(timer)
  }, [offers])

  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    const shownMs = isReady ? settleMs : 0
    const on = placeOf(event.target)
    const run = runOf(keys, { key, ctrlKey, metaKey, altKey, repeat, on, shownMs })
    if (!run && on !== 'field' && !ctrlKey && !metaKey && !altKey) writeInstead(key)
    if (!run) return
    event.preventDefault()
    run()
  }
  /**
   * A click made by a key has a count of 0 and is guarded too, unless the user writes in a field of the card.
   */
  const guard = (event: MouseEvent) => {
    if (event.detail > 0 || isReady || (document.activeElement && isField(document.activeElement))) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section
      ref={frame}
      className={css.ask}
      data-part="card"
      role="group"
      aria-labelledby={heading}
      aria-describedby={about}
      tabIndex={0}
      data-ready={isReady || undefined}
      onKeyDown={press}
      onClickCapture={guard}
    >
      <header className="row strong">
        <span className={css.dot}>
          <Sign of="needs" />
        </span>
        <SafeText as="span" id={heading} className="break-anywhere" text={title} />
        <small className="no-shrink small muted">
          {note ?? (
            <>
              waiting <Since at={card.askedAt} /> · {limit}
            </>
          )}
        </small>
      </header>
      <div className={css.body}>{children}</div>
    </section>
  )
}

function placeOf(target: EventTarget): CardPress['on'] {
  if (isField(target)) return 'field'
  if (!(target instanceof HTMLElement) || !target.matches('button')) return 'card'
  return target.getAttribute('aria-pressed') === 'true' ? 'chosen' : 'button'
}
