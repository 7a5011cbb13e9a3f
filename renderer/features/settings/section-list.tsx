import { useEffect, useRef, useState, type RefObject } from 'react'
import { classes } from '../../components/classes.ts'
import { moveFocus } from '../../components/popover.ts'
import css from './settings.module.css'

interface SectionListProps {
  /** In the order of the sections in `body`. */
  readonly titles: readonly string[]
  /** The scroller; the sections are its children. */
  readonly body: RefObject<HTMLElement | null>
}

export function SectionList({ titles, body }: SectionListProps) {
  const { at, goTo } = useSectionInView(body, titles.length)
  return (
    <>
      <nav
        className={classes('stack gap-1', css.sections)}
        aria-label="Sections"
        onKeyDown={(event) => void moveFocus(event, 'button')}
      >
        {titles.map((title, index) => (
          <button
            key={title}
            type="button"
            className="bare"
            aria-current={index === at ? 'true' : undefined}
            tabIndex={index === at ? 0 : -1}
            onClick={() => goTo(index)}
          >
            {title}
          </button>
        ))}
      </nav>
      <select
        className="input"
        aria-label="Section"
        value={at}
        onChange={(event) => goTo(Number(event.target.value))}
      >
        {titles.map((title, index) => (
          <option key={title} value={index}>
            {title}
          </option>
        ))}
      </select>
    </>
  )
}

/** A section counts as visible from this far below the upper edge; px. */
const edge = 24

function useSectionInView(body: RefObject<HTMLElement | null>, count: number) {
  const [inView, setInView] = useState(0)
  /**
   * Scroll position after the last click. The clicked section stays marked there, even if it can't reach the
   * top.
   */
  const chosenAt = useRef(-1)
  useEffect(() => {
    const scroller = body.current
    if (!scroller) return
    const look = () => {
      if (scroller.scrollTop !== chosenAt.current) setInView(sectionInView(scroller))
    }
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [body])
  const goTo = (index: number) => {
    const scroller = body.current
    const section = scroller && sectionsOf(scroller)[index]
    if (!section) return
    section.scrollIntoView({ block: 'start' })
    // So that Tab goes to its first setting.
    section.focus({ preventScroll: true })
    chosenAt.current = scroller.scrollTop
    setInView(index)
  }
  return { at: Math.min(inView, Math.max(0, count - 1)), goTo }
}

const sectionsOf = (scroller: HTMLElement) =>
  Array.from(scroller.children).filter(
    (child) => child instanceof HTMLElement && child.tagName === 'SECTION',
  ) as HTMLElement[]

function sectionInView(scroller: HTMLElement): number {
  const sections = sectionsOf(scroller)
  if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) return sections.length - 1
  const top = scroller.getBoundingClientRect().top + edge
  return Math.max(
    0,
    sections.findLastIndex((section) => section.getBoundingClientRect().top <= top),
  )
}
