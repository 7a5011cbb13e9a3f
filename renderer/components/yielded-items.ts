import type { MenuItem } from './menu.tsx'

/** The buttons of a priority row that have given way, as entries of the menu that stands in it. */
export function yieldedItems(menuButton: HTMLElement | null): readonly MenuItem[] {
  const row = menuButton?.closest<HTMLElement>('[data-priority-row]')
  if (!row) return []
  return [...row.querySelectorAll<HTMLButtonElement>('[data-yielded] button, button[data-yielded]')]
    .filter((button) => button.getClientRects().length === 0 && button.closest('[popover]') === null)
    .map((button, at) => ({
      label: labelOf(button),
      run: () => button.click(),
      disabled: obstacleOf(button),
      isApart: at === 0,
    }))
}

/** Its name, after the name of the choice that it is one of. */
function labelOf(button: HTMLButtonElement): string {
  const name = (button.getAttribute('aria-label') ?? button.textContent).trim()
  const group = button.closest('[role=group], [role=radiogroup]')?.getAttribute('aria-label')
  return group ? `${group}: ${name}` : name
}

function obstacleOf(button: HTMLButtonElement): string | undefined {
  const isChosen = ['aria-pressed', 'aria-checked'].some((name) => button.getAttribute(name) === 'true')
  if (isChosen && button.closest('[role=group], [role=radiogroup]')) return 'Chosen now'
  return button.disabled ? 'Not now' : undefined
}

/** Where a list opens whose button has given way: at the menu that offers it. */
export function shownAnchor(button: HTMLElement): HTMLElement {
  if (button.getClientRects().length > 0) return button
  const row = button.closest('[data-priority-row]')
  return row?.querySelector<HTMLElement>('[data-part=row-menu]') ?? button
}
