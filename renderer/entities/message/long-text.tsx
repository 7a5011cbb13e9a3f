import { useState, type ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { beginningOf, isShortened } from './beginning.ts'

interface LongTextProps {
  readonly text: string
  /** Label of the button that shows everything. */
  readonly showAll: string
  /** Shown below a text that main has cut. */
  readonly shortened: ReactNode
  /** Class of the button. */
  readonly className?: string | undefined
}

/** Renders Markdown; a long text is collapsed to its beginning. */
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
