import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { takeFocus } from './focus.ts'
import './menu.css'

/** One thing that a menu offers. */
export interface MenuItem {
  readonly label: string
  readonly run: () => void
  readonly isDanger?: boolean
  /** A line stands above it. */
  readonly isApart?: boolean
  /** Its keys, drawn at the end of its line. */
  readonly hint?: ReactNode
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** Of the button. */
  readonly className?: string
  /** Which edges of button and list stand over each other. */
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

/** With less room than this below its button, in px, a list opens above it if there is more. */
const enough = 240

/** A button with a list of actions under it. Arrow keys walk, Esc closes. */
export function Menu({ label, items, className = 'btn ghost icon', align = 'end', children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const place = () => {
    const box = button.current?.getBoundingClientRect()
    if (!box || !list.current) return
    const { clientWidth, clientHeight } = document.documentElement
    const below = clientHeight - box.bottom
    const isBelow = below > enough || below > box.top
    const { style } = list.current
    style.top = isBelow ? `${box.bottom + 4}px` : 'auto'
    style.bottom = isBelow ? 'auto' : `${clientHeight - box.top + 4}px`
    style.maxHeight = `${Math.max(96, (isBelow ? below : box.top) - 12)}px`
    if (align === 'start') style.left = `${Math.max(4, box.left)}px`
    else style.right = `${Math.max(4, clientWidth - box.right)}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        className="menu"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        onKeyDown={walk}
        onBeforeToggle={place}
      >
        <Items items={items} menu={id} />
      </div>
    </>
  )
}

interface MenuAtProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** Where its corner stands, in px of the window; it moves where it would not fit. */
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** A list of actions at a place of the window, open as long as it is there. */
export function MenuAt({ label, items, at, onClose }: MenuAtProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    if (!menu.matches(':popover-open')) menu.showPopover()
    const { clientWidth, clientHeight } = document.documentElement
    menu.style.left = `${Math.max(4, Math.min(at.x, clientWidth - menu.offsetWidth - 4))}px`
    menu.style.top = `${Math.max(4, Math.min(at.y, clientHeight - menu.offsetHeight - 4))}px`
  }, [at])
  return (
    <div
      ref={list}
      id={id}
      className="menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="auto"
      onKeyDown={walk}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Items items={items} menu={id} />
    </div>
  )
}

function Items({ items, menu }: { readonly items: readonly MenuItem[]; readonly menu: string }) {
  return items.map((item, at) => (
    <button
      key={item.label}
      ref={at === 0 ? takeFocus : undefined}
      type="button"
      role="menuitem"
      className={
        [item.isDanger && 'danger', item.isApart && at > 0 && 'apart'].filter(Boolean).join(' ') || undefined
      }
      onClick={() => {
        // First, so that the focus is back where it was when what is done wants to know.
        document.getElementById(menu)?.hidePopover()
        item.run()
      }}
    >
      <span>{item.label}</span>
      {item.hint}
    </button>
  ))
}

/** Arrow keys, Home and End walk; a letter goes to the next item that begins with it. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const all = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]'))
  const at = all.findIndex((entry) => entry === document.activeElement)
  const next = targetOf(event, all, at)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function targetOf(event: KeyboardEvent, all: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (event.key) {
    case 'ArrowDown':
      return all[(at + 1) % all.length]
    case 'ArrowUp':
      return all.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
  }
  if (event.key.length > 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  const letter = event.key.toLowerCase()
  return [...all.slice(at + 1), ...all].find((entry) =>
    entry.textContent.trim().toLowerCase().startsWith(letter),
  )
}
