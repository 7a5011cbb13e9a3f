import { classes } from './classes.ts'
import css from './help.module.css'

/** So long the pointer rests on an element before its help shows, in ms. Keys show it at once. */
const restMs = 400
/** Between an element and its help, and between that and the edge of the window, in px. */
const gap = 6

/** What an element says that shows only a word of ours: where one points at it, comes to it by keys, or hears it. */
interface Help {
  readonly 'data-help': string
  readonly 'aria-description': string
}

/** One line of help for an element that shows only a word of ours. */
export const helpOf = (words: string): Help => ({ 'data-help': words, 'aria-description': words })

/** Begins to show the help of whatever is pointed at or has come to the focus by keys; the answer ends it. */
export function followHelp(): () => void {
  const line = document.createElement('p')
  line.className = classes('floating small', css.help)
  line.dataset['part'] = 'help'
  line.popover = 'manual'
  // Nothing that covers the window: its keys go on meaning what they mean.
  line.dataset['hint'] = ''
  // It is heard with its element.
  line.ariaHidden = 'true'
  document.body.append(line)
  let waits: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(waits)
    if (line.matches(':popover-open')) line.hidePopover()
  }
  const show = (of: HTMLElement) => {
    hide()
    // Where it is open, what it opened stands in the place of its help; words that it shows need no repetition.
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
    // Not in the middle of what another popover does.
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

/** Under its element, or above it where there is no room; never beyond the window. */
function place(line: HTMLElement, of: HTMLElement): void {
  const { left, top, bottom } = of.getBoundingClientRect()
  const { width, height } = line.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const below = bottom + gap
  line.style.left = `${Math.max(gap, Math.min(left, clientWidth - width - gap))}px`
  line.style.top = `${below + height + gap > clientHeight ? Math.max(gap, top - gap - height) : below}px`
}
