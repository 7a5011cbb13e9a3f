import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

interface Segment<T> extends Omit<ComponentProps<'button'>, 'value'> {
  readonly value: T
  readonly word: string
}

interface SegmentsProps<T> extends Pick<
  ComponentProps<'div'>,
  'aria-label' | 'aria-labelledby' | 'className'
> {
  readonly segments: readonly Segment<T>[]
  readonly isOn: (value: T) => boolean
  readonly onPress: (value: T) => void
}

/** A row of joined toggle buttons. */
export function Segments<T extends string | number>(props: SegmentsProps<T>) {
  const { segments, isOn, onPress, className, ...group } = props
  return (
    <div {...group} className={classes('seg', className)} role="group">
      {segments.map(({ value, word, ...button }) => (
        <button
          {...button}
          key={value}
          type="button"
          data-word={word}
          aria-pressed={isOn(value)}
          onClick={() => onPress(value)}
        >
          {word}
        </button>
      ))}
    </div>
  )
}
