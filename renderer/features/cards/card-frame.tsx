import { useEffect, useRef, type ReactNode } from 'react'
import type { Card } from '../../../main/contract/model.ts'
import { Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'

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
  const heading = `card-${card.id}`
  useEffect(() => {
    const shownAt = performance.now()
    if (!keys) return
    if (!isTyping(document.activeElement)) ref.current?.querySelector<HTMLElement>('.acts button')?.focus()
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      const isEarly = performance.now() - shownAt < settleMs
      if (
        !isPlain ||
        isEarly ||
        isTyping(event.target) ||
        document.querySelector('dialog[open], :popover-open')
      )
        return
      const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [keys])
  return (
    <section ref={ref} className="ask" role="group" aria-labelledby={heading}>
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

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.matches('textarea, select, input:not([type=radio]):not([type=checkbox])') ||
    target.isContentEditable
  )
}
