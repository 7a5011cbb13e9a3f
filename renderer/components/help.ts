import { classes } from './classes.ts'
import css from './help.module.css'

/** The pointer rests this long on an element before its help shows. Keyboard focus shows it at once. */
const restMs = 400
/** Distance in px between an element, its help and the edge of the viewport. */
const gap = 6

/** Props that explain a term by a tooltip and to screen readers. */
export const helpOf = (words: string) => ({ 'data-help': words, 'aria-description': words })

/**
 * Shows the help of the element under the pointer or with keyboard focus. Returns a function that ends it.
 */
export function followHelp(): () => void {
  const line = document.createElement('p')
  line.className = classes('floating small', css.help)
  line.dataset['part'] = 'help'
  line.popover = 'manual'
  // Marks it as not covering the window: keys keep their meaning (`isCovered`).
  line.dataset['hint'] = ''
  // Screen readers get the element's `aria-description`.
  line.ariaHidden = 'true'
  document.body.append(line)
  let waits: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(waits)
    if (line.matches(':popover-open')) line.hidePopover()
  }
  const show = (of: HTMLElement) => {
    hide()
    // An open popover takes the place of the help; text that is already shown needs no repetition.
    if (!of.isConnected || of.ariaExpanded === 'true' || of.textContent === of.dataset['help']) return
    line.textContent = of.dataset['help'] ?? ''
    line.showPopover()
    place(line, of)
  }
  const helped = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-help]') : null
  const point = (event: PointerEvent) => {
    const of = helped(event)
    if (event.pointerType !== 'mouse' || of?.contains(event.relatedTarget as Node | null)) return
    hide()
    if (of) waits = setTimeout(() => show(of), restMs)
  }
  const focus = (event: FocusEvent) => {
    const of = helped(event)
    // Not during the toggle of another popover.
    if (of?.matches(':focus-visible')) waits = setTimeout(() => of === document.activeElement && show(of))
  }
  const over = new AbortController()
  const { signal } = over
  document.addEventListener('pointerover', point, { signal })
  document.addEventListener('focusin', focus, { signal })
  for (const name of ['focusout', 'pointerdown', 'keydown', 'input', 'scroll'] as const)
    document.addEventListener(name, hide, { signal, capture: true })
  return () => {
    over.abort()
    hide()
    line.remove()
  }
}

/** Puts the help below its element, or above if there is no room. */
function place(line: HTMLElement, of: HTMLElement): void {
  const { left, top, bottom } = of.getBoundingClientRect()
  const { width, height } = line.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const below = bottom + gap
  line.style.left = `${Math.max(gap, Math.min(left, clientWidth - width - gap))}px`
  line.style.top = `${below + height + gap > clientHeight ? Math.max(gap, top - gap - height) : below}px`
}
