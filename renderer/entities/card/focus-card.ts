import { isField } from '../../components/focus.ts'

/** So long after the last key somebody counts as not typing, in ms. */
const stillMs = 2_000

let lastKey = -Infinity
const noteKey = () => void (lastKey = performance.now())
if (typeof document !== 'undefined') document.addEventListener('keydown', noteKey, { capture: true })

/** Is the person's hand free: nothing has the focus, or an empty field in which nobody has typed for a while? */
function isFree(): boolean {
  const held = document.activeElement
  if (held === null || held === document.body) return true
  const isEmpty = held instanceof HTMLTextAreaElement && isField(held) && held.value === ''
  return isEmpty && performance.now() - lastKey > stillMs
}

/** The first card that waits in the tab that is shown. */
const firstCard = (): HTMLElement | null => document.querySelector<HTMLElement>('.ask')

/** Brings the person to the first card that waits in the tab that is shown; false if there is none. */
export function focusCard(): boolean {
  const card = firstCard()
  card?.scrollIntoView({ block: 'nearest' })
  card?.focus()
  return card !== null
}

/**
 * Offers a card that has just come to the keys, if no other waits before it and the person is not typing. The card
 * itself, not its first button: what it asks is heard before an answer is under the hand.
 */
export function offerCard(card: HTMLElement): void {
  if (card !== firstCard() || !document.hasFocus() || !isFree()) return
  const answers = '.option, .unseen > .btn:enabled, .acts > .btn.primary:enabled'
  if (card.querySelector(answers) !== null) card.focus({ preventScroll: true })
}

/** A letter belongs to the words to the agent, not to a card that has the focus: brings the person there. */
export function writeInstead(key: string): void {
  if (!/^\p{L}$/u.test(key)) return
  document.querySelector<HTMLElement>('main .dock textarea')?.focus()
}
