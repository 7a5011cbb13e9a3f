import {
  createContext,
  useContext,
  useEffect,
  useRef,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react'
import type { PaneIndex } from '../state/panes.ts'
import { focusPane } from '../state/pane-acts.ts'
import { useView } from '../state/view-store.ts'
import { classes } from './classes.ts'
import { goInto } from './focus.ts'

export interface PanePlace {
  readonly at: PaneIndex
  readonly isAlone: boolean
  /** Things open here, and keys apply to it. */
  readonly isFocused: boolean
  /** False if the window has room for only one pane, and shows the other. */
  readonly isInView: boolean
}

export const PaneContext = createContext<PanePlace>({
  at: 0,
  isAlone: true,
  isFocused: true,
  isInView: true,
})

export const usePane = (): PanePlace => useContext(PaneContext)

interface PaneProps extends HTMLAttributes<HTMLElement> {
  readonly label: string
  readonly children: ReactNode
}

/** Alone it is the `main` landmark; of two panes each is a region. */
export function Pane({ label, className, children, ...handlers }: PaneProps) {
  const { at, isAlone, isFocused, isInView } = usePane()
  const pane = useRef<HTMLElement>(null)
  useFocusFollowing(pane, isFocused)
  const take = () => focusPane(at)
  return (
    <section
      ref={pane}
      className={classes('pane', className)}
      data-part="pane"
      data-at={at}
      data-focus={isFocused || undefined}
      role={isAlone ? 'main' : 'region'}
      aria-label={label}
      aria-current={(!isAlone && isFocused) || undefined}
      inert={!isInView}
      {...handlers}
      onFocusCapture={take}
      onPointerDownCapture={take}
    >
      {children}
    </section>
  )
}

/** Moves the focus into a pane that became the focused one; while a sheet is open, after it closes. */
function useFocusFollowing(pane: RefObject<HTMLElement | null>, isFocused: boolean) {
  const isCovered = useView((now) => now.panel !== null)
  const had = useRef(isFocused)
  useEffect(() => {
    if (isCovered) return
    const isGiven = isFocused && !had.current
    had.current = isFocused
    if (isGiven && pane.current && !pane.current.contains(document.activeElement)) goInto(pane.current)
  }, [pane, isFocused, isCovered])
}
