import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './sprite.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the action most users want; `ghost` has no frame; `danger` deletes something. */
  readonly variant?: 'primary' | 'ghost' | 'danger' | undefined
}

/** Is a plain button by default: only `type="submit"` submits the form around it. */
export function Button({ variant, className, ...more }: ButtonProps) {
  return <button type="button" className={classes('btn', variant, className)} {...more} />
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName
}

/** Needs an `aria-label`. */
export function IconButton({ icon, className, ...more }: IconButtonProps) {
  return (
    <Button variant="ghost" className={classes('icon', className)} {...more}>
      <Icon name={icon} />
    </Button>
  )
}
