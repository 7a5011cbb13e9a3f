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

/** Where a pane stands among the panes of the window. */
export interface PanePlace {
  readonly at: PaneIndex
  readonly isAlone: boolean
  /** It has the focus: what is opened is shown here, and keys are for this one. */
  readonly isFocused: boolean
  /** False where the window has room for one, and that is the other. */
  readonly isInView: boolean
}

/** Tells what stands in a pane which one it is. */
export const PaneContext = createContext<PanePlace>({
  at: 0,
  isAlone: true,
  isFocused: true,
  isInView: true,
})

/** In which pane this stands. */
export const usePane = (): PanePlace => useContext(PaneContext)

interface PaneProps extends HTMLAttributes<HTMLElement> {
  readonly label: string
  readonly children: ReactNode
}

/** A part of the window that shows one thing: alone it is the main part, of two each is a region of that. */
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

/** A pane that is given the focus takes it to where one writes; under a sheet, when that has gone. */
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
