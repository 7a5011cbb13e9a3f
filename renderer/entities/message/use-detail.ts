import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'

/** `hint`: by hover or focus. `pinned`: by a press, until it is left. */
type Shown = 'no' | 'hint' | 'pinned'

/** Hover delay before a hint is shown, and before it is hidden, in ms. */
const restMs = 350
const leaveMs = 180

/** A small panel beside a button, shown on hover, focus or press. */
export function useDetail() {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState<Shown>('no')
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && (panel.current?.contains(target) || button.current?.contains(target))
  const soon = (next: Shown, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown((now) => (now === 'pinned' ? now : next)), ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const close = () => {
    clearTimeout(timer.current)
    if (panel.current?.contains(document.activeElement)) button.current?.focus()
    setShown('no')
  }
  useLayoutEffect(() => {
    if (shown === 'no' || !panel.current) return
    if (!panel.current.matches(':popover-open')) panel.current.showPopover()
    place(button.current, panel.current)
    if (shown === 'pinned') panel.current.focus({ preventScroll: true })
  }, [shown])
  useEffect(() => {
    if (shown === 'no') return
    const end = new AbortController()
    const away = (event: Event) => isInside(event.target) || setShown('no')
    document.addEventListener('pointerdown', away, { signal: end.signal })
    document.addEventListener('scroll', away, { capture: true, passive: true, signal: end.signal })
    return () => end.abort()
  }, [shown])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || shown === 'no') return
    event.preventDefault()
    close()
  }
  const hover = {
    // A button that slides under a resting pointer shows no hint.
    onPointerMove: (event: PointerEvent) => isMoved(event) && soon('hint', restMs),
    onPointerLeave: () => soon('no', leaveMs),
    onBlur: (event: FocusEvent) => isInside(event.relatedTarget) || close(),
    onKeyDown,
  }
  return {
    shown,
    close,
    button: {
      ref: button,
      'aria-haspopup': 'dialog' as const,
      'aria-expanded': shown === 'pinned',
      'aria-controls': shown === 'no' ? undefined : id,
      onClick: () => setShown('pinned'),
      onFocus: () => button.current?.matches(':focus-visible') && soon('hint', restMs),
      ...hover,
    },
    panel: {
      ref: panel,
      id,
      popover: 'manual' as const,
      role: 'dialog',
      tabIndex: -1,
      'data-hint': shown === 'hint' ? '' : undefined,
      ...hover,
    },
  }
}

const isMoved = ({ pointerType, movementX, movementY }: PointerEvent): boolean =>
  pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)

/** Puts the panel below its button, or above if there is more room, within the viewport. */
function place(button: HTMLElement | null, panel: HTMLElement) {
  if (!button) return
  const { top, bottom, left } = button.getBoundingClientRect()
  const { clientHeight, clientWidth } = document.documentElement
  const isAbove = bottom + panel.offsetHeight + 8 > clientHeight && top > clientHeight - bottom
  panel.style.top = isAbove ? 'auto' : `${bottom + 4}px`
  panel.style.bottom = isAbove ? `${clientHeight - top + 4}px` : 'auto'
  panel.style.left = `${Math.max(8, Math.min(left, clientWidth - panel.offsetWidth - 8))}px`
}
