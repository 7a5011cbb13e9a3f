import { fieldIn, isField, paneAround } from '../../components/focus.ts'

/** By key name: `1` to `9`, `Enter`. */
export type CardKeys = Readonly<Record<string, () => void>>

export interface CardPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
  /**
   * Where the focus is: the card itself, one of its buttons (`chosen`: a selected option), or a text field.
   */
  readonly on: 'card' | 'button' | 'chosen' | 'field'
  /** How long the card has been visible, in ms. */
  readonly shownMs: number
}

/** Milliseconds. A key pressed just as the card appears must not answer it. */
export const settleMs = 400

/** Returns what a key does, or null. Fields keep their text, and Enter on a button presses that button. */
export function runOf(keys: CardKeys | null, press: CardPress): (() => void) | null {
  const isPlain = !press.ctrlKey && !press.metaKey && !press.altKey && !press.repeat
  if (keys === null || !isPlain || press.shownMs < settleMs) return null
  const isFree = press.key === 'Enter' ? press.on !== 'button' : press.on !== 'field'
  return isFree && Object.hasOwn(keys, press.key) ? (keys[press.key] ?? null) : null
}

/** Milliseconds after the last key until the user counts as not typing. */
const stillMs = 2_000

let lastKey = -Infinity
const noteKey = () => void (lastKey = performance.now())
if (typeof document !== 'undefined')
  for (const name of ['keydown', 'input'] as const)
    document.addEventListener(name, noteKey, { capture: true })

/** Whether nothing has the focus, or an empty field in which nobody has typed for a while. */
function isFree(): boolean {
  const held = document.activeElement
  if (held === null || held === document.body) return true
  const isEmpty = held instanceof HTMLTextAreaElement && isField(held) && held.value === ''
  return isEmpty && performance.now() - lastKey > stillMs
}

const firstCard = (): HTMLElement | null =>
  paneAround(null)?.querySelector<HTMLElement>('[data-part=card]') ?? null

/** Focuses the first waiting card of the focused pane; false if there is none. */
export function focusCard(): boolean {
  const card = firstCard()
  card?.scrollIntoView({ block: 'nearest' })
  card?.focus()
  return card !== null
}

/**
 * Focuses a new card if it is the first and the user is not typing. It focuses the card, not a button: the
 * question is read before an answer is one key away.
 */
export function offerCard(card: HTMLElement): void {
  if (card !== firstCard() || !document.hasFocus() || !isFree()) return
  const answers = '[data-part=option], [data-part=unseen] > .btn:enabled, .acts > .btn.primary:enabled'
  if (card.querySelector(answers) !== null) card.focus({ preventScroll: true })
}

/** A letter typed on a card goes to the composer. */
export function writeInstead(key: string): void {
  if (!/^\p{L}$/u.test(key)) return
  fieldIn(paneAround(document.activeElement))?.focus()
}
