import { useLayoutEffect, useRef, type HTMLAttributes, type ReactNode, type RefObject } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'
import css from './priority-row.module.css'

/** A name this wide, in rem, may be cut before the parts beside it yield. */
const enoughOfName = 24

interface PriorityRowProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'header' | 'footer' | 'div'
  readonly children: ReactNode
}

/**
 * A row that never wraps. Without room for all its parts, those with the lowest `data-yield` are hidden
 * first, and `[data-name]` is cut only after all of them. Hidden buttons are offered by the row's menu
 * (`Menu` with `isOverflow`, or `RowMenu`).
 */
export function PriorityRow({ as: Tag = 'div', className, children, ...more }: PriorityRowProps) {
  const row = useRef<HTMLElement>(null)
  useFitting(row)
  return (
    <Tag
      {...more}
      ref={row as RefObject<HTMLDivElement | null>}
      className={classes(className, css.row)}
      data-priority-row=""
    >
      {children}
    </Tag>
  )
}

interface YieldsProps {
  /** The lowest number yields first. */
  readonly at: number
  readonly children: ReactNode
}

/** Makes its children one part of a priority row, without a box. */
export function Yields({ at, children }: YieldsProps) {
  return (
    <span className={css.yields} data-yield={at}>
      {children}
    </span>
  )
}

/** For a row without another menu; shown only while a part is hidden. */
export function RowMenu({ label }: { readonly label: string }) {
  return (
    <span className={css.ifNeeded}>
      <Menu label={label} items={[]} isOverflow>
        <Icon name="more" />
      </Menu>
    </span>
  )
}

/** Fits the row before each paint after its width or its parts changed. */
function useFitting(row: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => fit(element)
    const size = new ResizeObserver(look)
    // Padding may change with the width while the content box stays the same.
    size.observe(element, { box: 'border-box' })
    const changes = new MutationObserver((records) => {
      if (records.some(({ target }) => isMeasured(target))) look()
    })
    changes.observe(element, { subtree: true, childList: true, characterData: true })
    // A font that loads late changes the width of text.
    document.fonts.addEventListener('loadingdone', look)
    look()
    return () => {
      size.disconnect()
      changes.disconnect()
      document.fonts.removeEventListener('loadingdone', look)
    }
  }, [row])
}

/** Ignores text that ticks in a fixed width, and popovers over the row. */
function isMeasured(target: Node): boolean {
  const element = target instanceof Element ? target : target.parentElement
  return element !== null && element.closest('[data-elastic], [popover]') === null
}

function fit(row: HTMLElement) {
  const parts = [...row.querySelectorAll<HTMLElement>('[data-yield]')]
  for (const part of parts) part.removeAttribute('data-yielded')
  row.removeAttribute('data-tight')
  const turns = [...new Set(parts.map(turnOf))].sort((a, b) => a - b)
  for (const turn of turns) {
    if (fits(row)) return
    for (const part of parts) {
      if (turnOf(part) !== turn) continue
      part.setAttribute('data-yielded', '')
      // The menu can only offer buttons.
      if (part.matches('button, :has(button)')) row.setAttribute('data-tight', '')
    }
  }
}

const turnOf = (part: HTMLElement): number => Number(part.dataset['yield'])

function fits(row: HTMLElement): boolean {
  if (row.scrollWidth > row.clientWidth) return false
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const text = document.createRange()
  return [...row.querySelectorAll<HTMLElement>('[data-name]')].every((name) => {
    text.selectNodeContents(name)
    const whole = text.getBoundingClientRect().width
    // Widths are fractions of a pixel.
    return name.getBoundingClientRect().width + 0.1 >= Math.min(whole, enoughOfName * rem)
  })
}
