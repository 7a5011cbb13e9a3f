import { useEffect, useRef, useState, type ReactNode } from 'react'
import { saidAtOf } from '../../../main/contract/api/entry-time.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { quoteAttributes } from '../../components/said-by.ts'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { usePersistentState } from '../../components/virtual-list.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import css from './inset.module.css'
import { bytesIn, isMore, mostCharacters, previewCharacters, previewOf } from './long-text.ts'

interface InsetProps {
  readonly entry: Entry
  /** For screen readers. */
  readonly label: string
  readonly hue?: number | 'user' | 'gone' | undefined
  /** Shows the text unformatted, clamped to this many lines. For text written by Janus. */
  readonly plain?: 1 | 2
  readonly head: ReactNode
  readonly fate?: ReactNode
  readonly acts?: ReactNode
  readonly over?: ReactNode
}

/** Text from anyone but the user: shown as an inset, never as a speaker. */
export function Inset({ entry, label, hue, plain, head, fate, acts, over }: InsetProps) {
  const { text } = entry
  const [isOpen, setOpen] = usePersistentState(`inset ${entry.n}`, false)
  const [preview, isClamped] = useClamped(isOpen)
  const hasMore = plain === undefined ? isMore(text) : text.length > previewCharacters
  const expand = text.length > mostCharacters ? `Show all (${bytesIn(text)})` : 'Expand'
  return (
    <section
      data-n={entry.n}
      data-message={entry.message ?? undefined}
      data-hue={hue}
      data-intent={entry.intent}
      {...quoteAttributes(
        entry.authorName,
        entry.author.kind === 'agent' ? entry.author.id : null,
        saidAtOf(entry),
      )}
      className={classes(css.inset, 'block', plain !== undefined && css.beat)}
      aria-label={label}
    >
      <header className="row small faint">
        {head}
        <span className="grow" />
        {fate}
        {(isOpen || isClamped || hasMore) && (
          <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Collapse' : expand}
          </Button>
        )}
        {acts}
      </header>
      {over}
      {isOpen && plain === undefined ? (
        <div className="prose" data-part="said">
          <Markdown text={text} />
        </div>
      ) : (
        <p
          ref={preview}
          dir="auto"
          className={
            isOpen
              ? classes('prose', css.whole)
              : classes(css.preview, plain === 1 && css.one, plain === 2 && css.two)
          }
          data-part={plain === undefined ? undefined : 'said'}
        >
          <SafeText text={shownOf(text, isOpen, plain !== undefined)} />
        </p>
      )}
    </section>
  )
}

function shownOf(text: string, isOpen: boolean, isPlain: boolean): string {
  if (isOpen) return text
  return isPlain ? text.slice(0, previewCharacters) : previewOf(text)
}

/** Returns a ref for the preview, and whether it hides lines (measured after layout). */
function useClamped(isOpen: boolean) {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isClamped, setClamped] = useState(false)
  useEffect(() => {
    const shown = ref.current
    if (!shown || isOpen) return
    const watch = new ResizeObserver(() => setClamped(shown.scrollHeight > shown.clientHeight + 1))
    watch.observe(shown)
    return () => watch.disconnect()
  }, [isOpen])
  return [ref, isClamped] as const
}
