import { useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { SafeText } from './safe-text.tsx'
import css from './more-options.module.css'

interface MoreOptionsProps {
  /** What is set in it, in one line beside its name; empty: everything is at its default. */
  readonly summary: string
  /** Whether it opens by itself; then it is the user's to close. */
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** The part of a form that few need, closed at first. */
export function MoreOptions({ summary, isOpenAtFirst = false, children }: MoreOptionsProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <details
      className={css.more}
      open={isOpen ?? isOpenAtFirst}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="row gap-3">
        <Icon name="right" className="twist" />
        <span className="strong">Options</span>
        {summary !== '' && (
          <SafeText as="span" className={classes('small muted clip', css.moreSummary)} text={summary} />
        )}
      </summary>
      <div className={classes('stack gap-6', css.moreFields)}>{children}</div>
    </details>
  )
}
