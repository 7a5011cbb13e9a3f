import { useNow } from '../state/clock.ts'
import { shortDuration, clockTime, fullTime } from './duration.ts'
import { classes } from './classes.ts'

interface SinceProps {
  readonly at: number
  readonly className?: string | undefined
}

export function Since({ at, className }: SinceProps) {
  return <span className={classes('num', className ?? '')}>{shortDuration(useNow() - at)}</span>
}

export function At({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {clockTime(at)}
    </time>
  )
}
