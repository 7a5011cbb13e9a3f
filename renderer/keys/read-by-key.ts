import { isPressed } from './chord.ts'
import { isMac } from './keys-here.ts'

/** As much of the view stays in view, so that nobody loses the line. */
const page = 0.9

/** From where one writes: a key that turns the pages of the conversation above. True if this one did. */
export function readByKey(event: KeyboardEvent): boolean {
  const field = event.target
  if (!(field instanceof HTMLTextAreaElement) || field.closest('.pane .dock') === null) return false
  const scroller = field.closest('.pane')?.querySelector<HTMLElement>('.scroll')
  if (!scroller) return false
  const top = topAfter(event, field, scroller)
  if (top === null) return false
  scroller.scrollTop = top
  return true
}

/** Where a key leads; null where it means nothing here, or something in the words themselves. */
function topAfter(event: KeyboardEvent, field: HTMLTextAreaElement, scroller: HTMLElement): number | null {
  const is = (chord: string) => isPressed(chord, event, isMac)
  const { scrollTop, clientHeight, scrollHeight } = scroller
  const isLong = field.scrollHeight > field.clientHeight + 1
  const { selectionStart, selectionEnd, value } = field
  if (is('PageUp')) return isLong ? null : scrollTop - clientHeight * page
  if (is('PageDown')) return isLong ? null : scrollTop + clientHeight * page
  if (is('Mod+Home')) return selectionEnd === 0 ? 0 : null
  if (is('Mod+End')) return selectionStart === value.length ? scrollHeight : null
  return null
}
