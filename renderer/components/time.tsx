import { useNow } from '../state/clock.ts'
import { shortDuration, clockTime, clockDuration, fullTime } from './duration.ts'
import { classes } from './classes.ts'

interface SinceProps {
  readonly at: number
  readonly className?: string | undefined
  /** `brief` for lists, `counted` where the seconds matter. */
  readonly as?: 'brief' | 'counted'
}

/** How long ago, from the one clock. Never announced. */
export function Since({ at, className, as = 'brief' }: SinceProps) {
  const ms = useNow() - at
  return (
    <span className={classes('num', className ?? '')}>
      {as === 'brief' ? shortDuration(ms) : clockDuration(ms)}
    </span>
  )
}

/** When something was said. */
export function At({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {clockTime(at)}
    </time>
  )
}
