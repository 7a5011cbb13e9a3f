import type { IconName, StateSign } from './sprite.tsx'
import { classes } from './classes.ts'

/** A sign beside a word, or on a button that has a label. */
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

/** How something stands, as a sign. Its word must stand beside it. */
export function Sign({ of }: { readonly of: StateSign }) {
  return (
    <svg aria-hidden="true">
      <use href={`#s-${of}`} />
    </svg>
  )
}
