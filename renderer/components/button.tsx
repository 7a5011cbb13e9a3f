import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './sprite.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: what most users want here; `ghost`: without a frame; `danger`: it deletes something. */
  readonly variant?: 'primary' | 'ghost' | 'danger' | undefined
}

/** A button with words; only `type="submit"` sends the form around it. */
export function Button({ variant, className, ...more }: ButtonProps) {
  return <button type="button" className={classes('btn', variant, className)} {...more} />
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName
}

/** A small button that only shows an icon; its `aria-label` says what it does. */
export function IconButton({ icon, className, ...more }: IconButtonProps) {
  return (
    <Button variant="ghost" className={classes('icon', className)} {...more}>
      <Icon name={icon} />
    </Button>
  )
}
