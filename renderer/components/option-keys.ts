/** Where one stands in a list of options under a field. */
export interface OptionPlace {
  /** How many options there are. */
  readonly count: number
  /** The option that is lit, from 0; -1 is none. */
  readonly at: number
}

/** What a key means to the list: light another option, take the lit one, put the list away, or nothing. */
export type OptionStep =
  | { readonly kind: 'light'; readonly at: number }
  | { readonly kind: 'take'; readonly by: 'Enter' | 'Tab' }
  | { readonly kind: 'close' }
  | null

/** Reads a key while the list is open; the focus stays in the field. */
export function optionStep(key: string, { count, at }: OptionPlace): OptionStep {
  switch (key) {
    case 'ArrowDown':
      return { kind: 'light', at: (at + 1) % count }
    case 'ArrowUp':
      return { kind: 'light', at: (at <= 0 ? count : at) - 1 }
    case 'Enter':
    case 'Tab':
      return at < 0 ? null : { kind: 'take', by: key }
    case 'Escape':
      return { kind: 'close' }
    default:
      return null
  }
}
