import { useNow } from '../state/clock.ts'
import { shortDuration, clockTime, fullTime } from './duration.ts'
import { classes } from './classes.ts'

interface SinceProps {
  readonly at: number
  readonly className?: string | undefined
}

/** How long ago, from the one clock. Never announced. */
export function Since({ at, className }: SinceProps) {
  return <span className={classes('num', className ?? '')}>{shortDuration(useNow() - at)}</span>
}

/** When something was said. */
export function At({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {clockTime(at)}
    </time>
  )
}
