import type { MenuItem } from './menu.tsx'

/** Returns the hidden buttons of a priority row as menu items. */
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

/** Prefixes the name of the button's group. */
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

/** Returns where a popover of a hidden button opens: at the menu that offers it. */
export function shownAnchor(button: HTMLElement): HTMLElement {
  if (button.getClientRects().length > 0) return button
  const row = button.closest('[data-priority-row]')
  return row?.querySelector<HTMLElement>('[data-part=row-menu]') ?? button
}
