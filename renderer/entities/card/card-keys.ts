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
