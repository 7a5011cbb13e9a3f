import { useState, type ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { beginningOf, isShortened } from './beginning.ts'

interface LongTextProps {
  readonly text: string
  /** What the button says that shows the rest. */
  readonly showAll: string
  /** Said under a text of which main has told a part only. */
  readonly shortened: ReactNode
  /** Of the button. */
  readonly className?: string | undefined
}

/** What was said, as Markdown; of a long text the beginning at first. */
export function LongText({ text, showAll, shortened, className }: LongTextProps) {
  const [isOpen, setOpen] = useState(false)
  const beginning = beginningOf(text)
  const isLong = beginning.length < text.length
  return (
    <>
      <div className="prose">
        <Markdown text={isOpen ? text : beginning} />
      </div>
      {isOpen && isShortened(text) && <p className="faint">{shortened}</p>}
      {isLong && (
        <Button variant="ghost" className={className} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Collapse' : showAll}
        </Button>
      )}
    </>
  )
}
