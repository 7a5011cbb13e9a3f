import type { AgentId, MessageId } from '../../../main/contract/api/model.ts'
import type { Quote } from '../../state/quote.ts'

/** Words that are picked, and where they stand. */
export interface Picked {
  readonly quote: Quote
  readonly place: DOMRect
}

/** What is selected now in something that somebody said; null: nothing, or it is somewhere else. */
export function pickedWords(): Picked | null {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const words = selection.toString().trim()
  const from = rowOf(range.startContainer)
  if (words === '' || !from) return null
  // Over several rows it is nobody's alone.
  const isOne = from.contains(range.endContainer)
  const quote = { ...sourceOf(from), words }
  return {
    quote: isOne ? quote : { ...quote, by: '', at: null, message: null },
    place: range.getBoundingClientRect(),
  }
}

/** The button of the row that has the focus, or is around it; null where that has none. */
export function quoteButton(): HTMLElement | null {
  const row = document.activeElement && rowOf(document.activeElement)
  const buttons = row?.querySelectorAll<HTMLElement>('[data-part=quote-button]') ?? []
  return [...buttons].find((button) => rowOf(button) === row) ?? null
}

/** All words of that row, as far as they are shown; null: there is none. */
export function focusedRow(): Picked | null {
  const row = document.activeElement && rowOf(document.activeElement)
  const words = row ? wordsOf(row) : ''
  return row && words !== ''
    ? { quote: { ...sourceOf(row), words }, place: row.getBoundingClientRect() }
    : null
}

function rowOf(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest<HTMLElement>('[data-said-by]') ?? null
}

const wordsOf = (row: HTMLElement): string =>
  Array.from(row.querySelectorAll<HTMLElement>('.prose, [data-part=words]'), (part) => part.innerText)
    .join('\n\n')
    .trim()

function sourceOf({ dataset }: HTMLElement): Omit<Quote, 'words'> {
  const { saidBy = '', saidAgent, saidAt, message } = dataset
  return {
    by: saidBy,
    agent: (saidAgent as AgentId | undefined) ?? null,
    at: saidAt === undefined ? null : Number(saidAt),
    message: (message as MessageId | undefined) ?? null,
  }
}
