import type { IconName, StateSign } from './sprite.tsx'
import { classes } from './classes.ts'

/** Decorative: needs a word or label beside it. */
export function Icon({
  name,
  className,
}: {
  readonly name: IconName
  readonly className?: string | undefined
}) {
  return (
    <svg className={classes('ic', className)} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}

/** A state as a sign; its word must be beside it. */
export function Sign({ of }: { readonly of: StateSign }) {
  return (
    <svg aria-hidden="true">
      <use href={`#s-${of}`} />
    </svg>
  )
}
