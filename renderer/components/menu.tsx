import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { takeFocus } from './take-focus.ts'
import './menu.css'

/** One thing that a menu offers. */
export interface MenuItem {
  readonly label: string
  readonly run: () => void
  readonly isDanger?: boolean
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly children: ReactNode
}

/** A button with a list of actions under it. Arrow keys walk, Esc closes. */
export function Menu({ label, items, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const place = () => {
    const box = button.current?.getBoundingClientRect()
    if (!box || !list.current) return
    list.current.style.top = `${box.bottom + 4}px`
    list.current.style.right = `${Math.max(4, document.documentElement.clientWidth - box.right)}px`
  }
  const entries = () => Array.from(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = entries()
    const at = all.findIndex((entry) => entry === document.activeElement)
    all.at((at + step + all.length) % all.length)?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn ghost icon"
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
        {items.map((item, at) => (
          <button
            key={item.label}
            ref={at === 0 ? takeFocus : undefined}
            type="button"
            role="menuitem"
            className={item.isDanger ? 'danger' : undefined}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={item.run}
          >
            {item.label}
          </button>
        ))}
      </div>
    </>
  )
}
