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

/** So far beyond what is seen things are drawn already, so that scrolling meets none that are missing. */
const near = '1200px 0px'

type Look = (isNear: boolean, height: number) => void

interface VirtualListContext {
  /** How high those were that are not drawn now, in px, by name. */
  readonly heights: Map<string, number>
  /** What was chosen in things that may be gone by now, such as what is expanded, by name. */
  readonly choices: Map<string, unknown>
  /**
   * Calls back when one comes near to what is seen, or is far from it; one that is kept is near at once, and stays so.
   * The answer ends it.
   */
  readonly watch: (item: Element, isKept: boolean, look: Look) => () => void
  /** Draws those that are wanted at once, and what is in them. */
  readonly drawWhere: (isWanted: (item: Element) => boolean) => void
}

const VirtualListContext = createContext<VirtualListContext | null>(null)

interface VirtualListProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/**
 * Around everything that scrolls together: items of it are drawn while they are near to what is seen. What is
 * selected is drawn before it is copied, and everything before it is printed.
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
    document.addEventListener('copy', copy, true)
    window.addEventListener('beforeprint', print)
    return () => {
      document.removeEventListener('copy', copy, true)
      window.removeEventListener('beforeprint', print)
    }
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
      // What is drawn may have items in it that are not.
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

/** Everything in it is drawn, wherever it stands: what is gone to may be anywhere in it. */
export const DrawAll = createContext(false)

/** Those who want to know that something was drawn which was not there before. */
const listeners = new Set<() => void>()

/** Calls back after items were drawn, once for all that came together. The answer ends it. */
export function followDrawn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface VirtualListItemProps {
  /** Its own among those of its scroller, and always the same. */
  readonly name: string
  /** How high it is thought to be before it was drawn once, in px; asked while it is not drawn. */
  readonly guess: () => number
  /** It is drawn wherever it stands: what is at the end, what is gone to. */
  readonly isKept: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A part of something long. Far from what is seen only its room is kept, but where the focus or a selection is in
 * it: who comes back finds it as high as it was.
 */
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
 * State as by `useState` that is still there when the item around was let go and has come back. `name`: its own in
 * the scroller; null for what is not to be kept.
 */
export function useKept<T>(name: string | null, initial: T): readonly [T, (next: T) => void] {
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

/** About how high words are, in px: lines of eighty characters, and what stands between paragraphs. */
export const guessedHeight = (text: string): number =>
  16 + 22 * text.split('\n').reduce((sum, line) => sum + (line === '' ? 0.5 : Math.ceil(line.length / 80)), 0)
