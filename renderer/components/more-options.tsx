import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { SafeText } from './safe-text.tsx'
import css from './more-options.module.css'

interface MoreOptionsProps {
  /** What is set, in one line; empty if everything is at its default. */
  readonly summary: string
  readonly children: ReactNode
}

export const MoreOptions = ({ summary, children }: MoreOptionsProps) => (
  <details className={css.more}>
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
