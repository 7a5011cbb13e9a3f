/**
 * A ref for what shall have the focus when the sheet or menu around it opens. It sets the attribute itself,
 * which an opening dialog or popover looks for; React's own property acts once, before they are open.
 */
export const takeFocus = (element: HTMLElement | null): void => {
  element?.toggleAttribute('autofocus', true)
}
