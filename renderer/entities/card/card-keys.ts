import { fieldIn, isField, paneAround } from '../../components/focus.ts'

/** What a key does on a card, by the key's name: `1` to `9`, `Enter`. */
export type CardKeys = Readonly<Record<string, () => void>>

/** A key pressed while the focus was on a card or inside it. */
export interface CardPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
  /** Where the focus was: on the card itself, on one of its buttons (a chosen option apart), or where text goes. */
  readonly on: 'card' | 'button' | 'chosen' | 'field'
  /** How long the card has been there, in ms. */
  readonly shownMs: number
}

/** A key that was on its way when the card came up must not answer it; in ms. */
export const settleMs = 400

/** What a press answers or chooses, or null. Words belong to their field, and Enter on a button presses that button. */
export function runOf(keys: CardKeys | null, press: CardPress): (() => void) | null {
  const isPlain = !press.ctrlKey && !press.metaKey && !press.altKey && !press.repeat
  if (keys === null || !isPlain || press.shownMs < settleMs) return null
  const isFree = press.key === 'Enter' ? press.on !== 'button' : press.on !== 'field'
  return isFree && Object.hasOwn(keys, press.key) ? (keys[press.key] ?? null) : null
}

/** So long after the last key somebody counts as not typing, in ms. */
const stillMs = 2_000

let lastKey = -Infinity
const noteKey = () => void (lastKey = performance.now())
if (typeof document !== 'undefined')
  for (const name of ['keydown', 'input'] as const)
    document.addEventListener(name, noteKey, { capture: true })

/** Is the user's hand free: nothing has the focus, or an empty field in which nobody has typed for a while? */
function isFree(): boolean {
  const held = document.activeElement
  if (held === null || held === document.body) return true
  const isEmpty = held instanceof HTMLTextAreaElement && isField(held) && held.value === ''
  return isEmpty && performance.now() - lastKey > stillMs
}

const firstCard = (): HTMLElement | null =>
  paneAround(null)?.querySelector<HTMLElement>('[data-part=card]') ?? null

/** Brings the user to the first card that waits in the pane that has the focus; false if there is none. */
export function focusCard(): boolean {
  const card = firstCard()
  card?.scrollIntoView({ block: 'nearest' })
  card?.focus()
  return card !== null
}

/**
 * Offers a card that has just come to the keys, if no other waits before it and the user is not typing. The card
 * itself, not its first button: what it asks is heard before an answer is under the hand.
 */
export function offerCard(card: HTMLElement): void {
  if (card !== firstCard() || !document.hasFocus() || !isFree()) return
  const answers = '[data-part=option], [data-part=unseen] > .btn:enabled, .acts > .btn.primary:enabled'
  if (card.querySelector(answers) !== null) card.focus({ preventScroll: true })
}

/** A letter belongs to the words to the agent, not to a card that has the focus: brings the user there. */
export function writeInstead(key: string): void {
  if (!/^\p{L}$/u.test(key)) return
  fieldIn(paneAround(document.activeElement))?.focus()
}
