import {
  createContext,
  startTransition,
  use,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { classes } from './classes.ts'
import css from './virtual-list.module.css'

/** Items this close to the viewport are rendered, so that scrolling shows no gaps. */
const near = '1200px 0px'

type Look = (isNear: boolean, height: number) => void

interface VirtualListContext {
  /** Last heights of items that are not rendered, in px, by name. */
  readonly heights: Map<string, number>
  /** State of items that may be unmounted, such as what is expanded, by name (`usePersistentState`). */
  readonly choices: Map<string, unknown>
  /**
   * Calls back when an item comes near the viewport or is far from it; a kept item is always near. Returns a
   * function that ends it.
   */
  readonly watch: (item: Element, isKept: boolean, look: Look) => () => void
  /** Renders the wanted items synchronously, and the items in them. */
  readonly drawWhere: (isWanted: (item: Element) => boolean) => void
}

const VirtualListContext = createContext<VirtualListContext | null>(null)

interface VirtualListProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/**
 * Renders items while they are near the viewport, selected items before a copy, and everything before
 * printing.
 */
export function VirtualList({ scroller, children }: VirtualListProps) {
  const [list] = useState(() => createVirtualList(scroller))
  useEffect(() => {
    const copy = () => {
      const selection = document.getSelection()
      const box = scroller.current
      if (selection && box && !selection.isCollapsed && selection.containsNode(box, true))
        list.drawWhere((item) => selection.containsNode(item, true))
    }
    const print = () => list.drawWhere(() => true)
    const end = new AbortController()
    document.addEventListener('copy', copy, { capture: true, signal: end.signal })
    window.addEventListener('beforeprint', print, { signal: end.signal })
    return () => end.abort()
  }, [scroller, list])
  return <VirtualListContext value={list}>{children}</VirtualListContext>
}

function createVirtualList(scroller: RefObject<HTMLElement | null>): VirtualListContext {
  const looks = new Map<Element, Look>()
  let watcher: IntersectionObserver | undefined
  const see = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting, boundingClientRect } of entries)
      looks.get(target)?.(isIntersecting, boundingClientRect.height)
  }
  return {
    heights: new Map(),
    choices: new Map(),
    watch(item, isKept, look) {
      if (isKept) {
        look(true, 0)
        return () => undefined
      }
      looks.set(item, look)
      watcher ??= new IntersectionObserver(see, { root: scroller.current, rootMargin: near })
      watcher.observe(item)
      return () => {
        looks.delete(item)
        watcher?.unobserve(item)
      }
    },
    drawWhere(isWanted) {
      // A rendered item may contain items that are not.
      for (let drawn = -1; drawn !== 0;) {
        const wanted = [...looks].filter(([one]) => one.matches('[data-hold=no]') && isWanted(one))
        drawn = wanted.length
        flushSync(() => {
          for (const [, look] of wanted) look(true, 0)
        })
      }
    },
  }
}

/** True renders everything inside: the target of a jump may be anywhere in it. */
export const DrawAll = createContext(false)

const listeners = new Set<() => void>()

/** Calls back after items were rendered, once per batch. Returns a function that ends it. */
export function followDrawn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface VirtualListItemProps {
  /** Unique in its scroller, and stable. */
  readonly name: string
  /** Estimated height in px, until it has been rendered once. */
  readonly guess: () => number
  /** Always rendered: the end of the list, or the target of a jump. */
  readonly isKept: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Keeps only its height while it is far from the viewport and contains neither the focus nor a selection. */
export function VirtualListItem({ name, guess, isKept: isEnd, className, children }: VirtualListItemProps) {
  const list = use(VirtualListContext)
  const isKept = use(DrawAll) || isEnd
  const ref = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(list === null)
  const isDrawn = isNear || isKept
  useEffect(() => {
    const box = ref.current
    if (!box || !list) return
    return list.watch(box, isKept, (isNear, height) => {
      if (isNear) return setNear(true)
      if (isInUse(box)) return
      if (box.firstChild) list.heights.set(name, height)
      startTransition(() => setNear(false))
    })
  }, [list, isKept, name])
  useEffect(() => {
    if (isDrawn) for (const listener of listeners) listener()
  }, [isDrawn])
  const height = isDrawn ? undefined : (list?.heights.get(name) ?? guess())
  return (
    <div
      ref={ref}
      className={classes(css.item, className)}
      data-hold={isDrawn ? 'in' : 'no'}
      style={{ height }}
    >
      {isDrawn && children}
    </div>
  )
}

function isInUse(box: HTMLElement): boolean {
  if (box.contains(document.activeElement)) return true
  const selection = document.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(box, true)
}

/**
 * `useState` that survives unmounting of the item around it. `name` is unique in the scroller; null keeps
 * nothing.
 */
export function usePersistentState<T>(name: string | null, initial: T): readonly [T, (next: T) => void] {
  const list = use(VirtualListContext)
  const [now, setNow] = useState<T>(() => {
    const kept = name === null ? undefined : list?.choices.get(name)
    return kept === undefined ? initial : (kept as T)
  })
  const set = (next: T) => {
    if (name !== null) list?.choices.set(name, next)
    setNow(next)
  }
  return [now, set]
}

/** Estimated height of a text in px, from lines of 80 characters. */
export const guessedHeight = (text: string): number =>
  16 + 22 * text.split('\n').reduce((sum, line) => sum + (line === '' ? 0.5 : Math.ceil(line.length / 80)), 0)
