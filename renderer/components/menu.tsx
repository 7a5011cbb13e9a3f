import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { focusNow, takeFocus } from './focus.ts'
import { placeAt, moveFocus } from './popover.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { yieldedItems } from './yielded-items.ts'
import css from './menu.module.css'

export interface MenuItem {
  readonly label: string
  readonly run: () => void
  readonly isDanger?: boolean
  /** Why it is disabled; shown below the label. */
  readonly disabled?: string | undefined
  /** One line shown below the label. */
  readonly note?: string | undefined
  readonly isApart?: boolean
  /** Only shown after *More* is pressed. */
  readonly isRare?: boolean
  readonly hint?: ReactNode
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly className?: string | undefined
  /** Which edge the list shares with the button. */
  readonly align?: 'start' | 'end'
  /** Also offers the buttons that the priority row around it has no room for. */
  readonly isOverflow?: boolean
  readonly children: ReactNode
}

export function Menu(props: MenuProps) {
  const { label, items, className = 'btn ghost icon', align = 'end', isOverflow = false, children } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [yielded, setYielded] = useState<readonly MenuItem[]>([])
  const [isWhole, setWhole] = useState(false)
  const known = new Set(items.map((item) => item.label))
  const open = () => {
    // Before it opens: the entries decide its size and which of them takes the focus.
    if (isOverflow) flushSync(() => setYielded(yieldedItems(button.current)))
    placeAt(button.current, list.current, align)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        data-help={label}
        aria-haspopup="menu"
        data-part={isOverflow ? 'row-menu' : undefined}
        popoverTarget={id}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        className={classes('floating', css.menu)}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        onKeyDown={(event) => void moveFocus(event, 'menuitem')}
        onBeforeToggle={({ newState }) => (newState === 'open' ? open() : setWhole(false))}
      >
        <Items
          items={[...items, ...yielded.filter((item) => !known.has(item.label))]}
          menu={id}
          isWhole={isWhole}
          onMore={() => setWhole(true)}
        />
      </div>
    </>
  )
}

interface MenuAtProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** Position of the corner in px of the viewport; clamped to it. */
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** A context menu, open while it is mounted. */
export function MenuAt({ label, items, at, onClose }: MenuAtProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    if (!menu.matches(':popover-open')) menu.showPopover()
    const { clientWidth, clientHeight } = document.documentElement
    menu.style.left = `${Math.max(4, Math.min(at.x, clientWidth - menu.offsetWidth - 4))}px`
    menu.style.top = `${Math.max(4, Math.min(at.y, clientHeight - menu.offsetHeight - 4))}px`
  }, [at, isWhole])
  return (
    <div
      ref={list}
      id={id}
      className={classes('floating', css.menu)}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="auto"
      onKeyDown={(event) => void moveFocus(event, 'menuitem')}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Items items={items} menu={id} isWhole={isWhole} onMore={() => setWhole(true)} />
    </div>
  )
}

interface ItemsProps {
  readonly items: readonly MenuItem[]
  readonly menu: string
  readonly isWhole: boolean
  readonly onMore: () => void
}

function Items({ items, menu, isWhole, onMore }: ItemsProps) {
  const rare = items.filter((item) => item.isRare)
  const usual = items.filter((item) => !item.isRare)
  if (isWhole || rare.length === 0)
    return <Entries items={[...usual, ...rare]} menu={menu} firstRare={rare[0]} />
  return (
    <>
      <Entries items={usual} menu={menu} />
      <button
        type="button"
        role="menuitem"
        className={classes('bare row spread gap-6', css.apart)}
        aria-expanded={false}
        onClick={onMore}
      >
        More
        <Icon name="down" />
      </button>
    </>
  )
}

interface EntriesProps {
  readonly items: readonly MenuItem[]
  readonly menu: string
  /** Takes the focus from *More*, which it replaces. */
  readonly firstRare?: MenuItem | undefined
}

function Entries({ items, menu, firstRare }: EntriesProps) {
  return items.map((item, at) => (
    <button
      key={item.label}
      ref={at === 0 ? takeFocus : item === firstRare ? focusNow : undefined}
      type="button"
      role="menuitem"
      className={classes(
        'bare row spread gap-6',
        item.isDanger && 'danger',
        (item === firstRare || (item.isApart && at > 0)) && css.apart,
        item.disabled !== undefined && css.off,
      )}
      aria-disabled={item.disabled !== undefined}
      title={item.disabled ?? item.note}
      onClick={() => {
        if (item.disabled !== undefined) return
        // Closes first, so that the focus is back before the action runs.
        document.getElementById(menu)?.hidePopover()
        item.run()
      }}
    >
      <span>
        {item.label}
        {(item.disabled ?? item.note) !== undefined && (
          <small className={classes('small faint', css.why)}>{item.disabled ?? item.note}</small>
        )}
      </span>
      {item.hint}
    </button>
  ))
}
