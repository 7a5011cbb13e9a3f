import { marksIn, termsOf } from '../../../main/contract/history/found-words.ts'
import { markRanges, rangesIn } from '../../components/text-marks.ts'

/** How long a target row stays outlined, and its words highlighted, in ms. */
const outlinedMs = 2_400
const markedMs = 8_000
/** How long an expanded part of a row may take to render, in ms. */
const expandingMs = 1_500

/** Excludes rows in the log of a subagent, which are numbered separately. */
export const rowSelector = '[data-n]:not([data-part=subagent-log] *)'

export interface RowFocus {
  /** The words searched for; empty for the row as a whole. */
  readonly words: string
  /** The row takes the focus and its highlight ends by itself; else the caller ends the highlight. */
  readonly isLanding: boolean
}

let fading: ReturnType<typeof setTimeout> | undefined
let expanding: MutationObserver | undefined

/**
 * Scrolls to a row: expands its collapsed parts and centers the first match. Waits for parts that render only
 * when expanded.
 */
export function showRow(row: HTMLElement, { words, isLanding }: RowFocus): void {
  for (
    let collapse = row.closest('details');
    collapse;
    collapse = collapse.parentElement?.closest('details') ?? null
  )
    collapse.open = true
  const terms = termsOf(words)
  const find = () => rangesIn(row, (text) => marksIn(text, terms))
  row.scrollIntoView({ block: 'center' })
  outline(row)
  if (isLanding) land(row)
  expanding?.disconnect()
  if (terms.length === 0) return
  const found = find()
  if (found.length > 0) return showWords(row, found, isLanding)
  expand(row)
  const watch = new MutationObserver(() => {
    const later = find()
    if (later.length === 0) return
    watch.disconnect()
    showWords(row, later, isLanding)
  })
  expanding = watch
  watch.observe(row, { childList: true, subtree: true, characterData: true })
  setTimeout(() => watch.disconnect(), expandingMs)
}

function expand(row: HTMLElement) {
  const collapses = [...(row instanceof HTMLDetailsElement ? [row] : []), ...row.querySelectorAll('details')]
  for (const collapse of collapses) collapse.open = true
  for (const button of row.querySelectorAll<HTMLElement>(
    '[data-part=said] > [aria-expanded=false], [data-part=expand][aria-expanded=false]',
  ))
    button.click()
}

function showWords(row: HTMLElement, ranges: readonly Range[], isLanding: boolean) {
  const [first] = ranges
  const scroller = row.closest<HTMLElement>('[data-part=scroll]')
  if (first && scroller) {
    const [at, box] = [first.getBoundingClientRect(), scroller.getBoundingClientRect()]
    const isSeen = at.top >= box.top + 40 && at.bottom <= box.bottom - 40
    if (!isSeen) scroller.scrollTop += at.top - box.top - box.height / 2
  }
  if (!isLanding) return markRanges('found-now', ranges)
  markRanges('found', ranges)
  clearTimeout(fading)
  fading = setTimeout(() => markRanges('found', []), markedMs)
}

function outline(row: HTMLElement) {
  row.dataset['found'] = ''
  setTimeout(() => delete row.dataset['found'], outlinedMs)
}

function land(row: HTMLElement) {
  if (!row.hasAttribute('tabindex')) {
    row.tabIndex = -1
    row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true })
  }
  // After a closing dialog has returned the focus, and an opening tab has taken it.
  requestAnimationFrame(() => row.focus({ preventScroll: true }))
}
