import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import type { Card } from '../../../main/contract/model.ts'
import { Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { isCovered, isField, isTyping } from '../../typing.ts'

interface CardFrameProps {
  readonly card: Card
  readonly title: string
  /** What each digit key does, while nobody is typing. */
  readonly keys: Readonly<Record<string, () => void>> | null
  readonly children: ReactNode
}

/** A key that was on its way when the card came up must not answer it. */
const settleMs = 400

/** The amber frame of everything that asks. Its first answer takes the focus only if the person is not typing. */
export function CardFrame({ card, title, keys, children }: CardFrameProps) {
  const ref = useRef<HTMLElement>(null)
  const shownAt = useRef(0)
  const hasKeys = keys !== null
  const heading = `card-${card.id}`

  useEffect(() => {
    shownAt.current = performance.now()
  }, [])
  useEffect(() => {
    if (hasKeys && !isTyping()) {
      ref.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
    }
  }, [hasKeys])
  useEffect(() => {
    if (!keys) return
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      const isEarly = performance.now() - shownAt.current < settleMs
      if (!isPlain || isEarly || isField(event.target) || isCovered()) return
      const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [keys])

  /** A click that a key made (it has no count) is held to the same. */
  const guard = (event: MouseEvent) => {
    if (event.detail > 0 || performance.now() - shownAt.current >= settleMs) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section ref={ref} className="ask" role="group" aria-labelledby={heading} onClickCapture={guard}>
      <header>
        <span className="dot">
          <Sign of="needs" />
        </span>
        <span id={heading} className="title">
          <SafeText text={title} />
        </span>
        <small>
          waits <Since at={card.askedAt} as="counted" /> · no time limit
        </small>
      </header>
      <div className="body">{children}</div>
    </section>
  )
}
