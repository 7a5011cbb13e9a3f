import { fieldIn, paneAround } from '../../components/focus.ts'

/** Parts of a pane, and what takes the focus in each. */
const inPane = (at: number) =>
  [
    [
      `[data-part=pane][data-at="${at}"]:not([inert])`,
      '[data-part=scroll][tabindex="0"], [data-part=choices] button',
    ],
    [`[data-part=pane][data-at="${at}"]:not([inert]) [data-part=dock]`, 'textarea, button'],
  ] as const

/** The parts of the window in the order in which the key goes round, and what takes the focus in each. */
const regions = [
  ['[data-part=tabs]', '[data-part=tab][tabindex="0"]'],
  ...inPane(0),
  ['[data-part=divider]', ''],
  ...inPane(1),
  ['[data-part=entry]', 'input, textarea, button'],
  ['#side', 'button'],
  // Never on what acts at once: Enter after the key would stop everything.
  ['[data-part=status]', 'button:not([data-acts])'],
] as const

/** Where the person writes in the pane that has the focus. */
const field = (): HTMLElement | null => fieldIn(paneAround(null))

/** Brings the person to where they write. */
export const goToField = (): void => field()?.focus()

/** The same, or null where there is nothing to write in, or it has the focus already. */
export function wayToField(): (() => void) | null {
  const target = field()
  return target === null || target === document.activeElement ? null : goToField
}

/** The first that is shown: what has given way to a name takes no focus. */
const shownIn = (region: HTMLElement | null, which: string): HTMLElement | undefined =>
  [...(region?.querySelectorAll<HTMLElement>(which) ?? [])].find((one) => one.getClientRects().length > 0)

/** The way to the next part of the window, or the one before; round at its ends. */
export function wayToRegion(step: 1 | -1): (() => void) | null {
  const shown = regions.flatMap(([place, first]) => {
    const region = document.querySelector<HTMLElement>(place)
    const target = first === '' ? region : shownIn(region, first)
    return region && target ? [{ region, target }] : []
  })
  // The dock is in the pane too: the last that has the focus is the one.
  const at = shown.findLastIndex(({ region }) => region.contains(document.activeElement))
  const next = at < 0 ? shown.at(step === 1 ? 0 : -1) : shown[(at + step + shown.length) % shown.length]
  return next ? () => next.target.focus() : null
}
