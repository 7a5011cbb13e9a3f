import { marksIn, termsOf } from '../../../main/contract/history/found-words.ts'
import { markRanges, rangesIn } from '../../components/text-marks.ts'

/** So long a row that was jumped to stays outlined, and its words marked, in ms. */
const outlinedMs = 2_400
const markedMs = 8_000
/** So long what a row collapses may take to be there, in ms. */
const expandingMs = 1_500

/** Rows of a conversation itself; those in the log of a subagent have places of their own. */
export const rowSelector = '[data-n]:not([data-part=subagent-log] *)'

/** How a row is shown. */
export interface RowFocus {
  /** The words that were looked for; empty: the row as a whole. */
  readonly words: string
  /** It takes the focus, and its words stay marked for a time only; else anyone who shows it marks them. */
  readonly isLanding: boolean
}

let fading: ReturnType<typeof setTimeout> | undefined
let expanding: MutationObserver | undefined

/**
 * Brings a row into view: its collapsed parts open, the first of the words in the middle, however long the row is. What a collapse
 * has to draw first is waited for.
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
  // After a dialog that closes has given the focus back, and a tab that opens has taken it.
  requestAnimationFrame(() => row.focus({ preventScroll: true }))
}
