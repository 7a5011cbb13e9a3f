import { visible } from './hygiene.ts'
import { oneByOne } from './one-by-one.ts'

/** So long a sentence stands where a screen reader finds it, in ms: heard it is at once, and never again. */
const heardMs = 1_000

/**
 * The one voice of the window: a live region. Each sentence is a paragraph of its own, and only what is added is told: of
 * words within one paragraph a screen reader says all anew at each change, also when one goes (heard with Orca).
 */
const region = typeof document === 'undefined' ? null : document.createElement('div')
if (region) {
  region.className = 'vh'
  region.setAttribute('aria-live', 'polite')
  region.setAttribute('aria-relevant', 'additions')
  document.body.append(region)
}

/** Tells those who listen one sentence, once: after those that are told already, each a change of the region by itself. */
export function say(words: string): void {
  if (words !== '') inTurn(visible(words))
}

const inTurn = oneByOne((words) => {
  if (!region) return
  const sentence = document.createElement('p')
  sentence.textContent = words
  region.append(sentence)
  setTimeout(() => sentence.remove(), heardMs)
})

/**
 * What is outside an open modal dialog is silent: the voice goes into it. The answer brings it back. What was said
 * before stays behind, or moving would say it again.
 */
export function speakWithin(dialog: HTMLElement): () => void {
  const before = region?.parentElement
  moveTo(dialog)
  return () => {
    if (region?.parentElement === dialog) moveTo(before?.isConnected ? before : document.body)
  }
}

function moveTo(place: HTMLElement): void {
  region?.replaceChildren()
  if (region) place.append(region)
}

/** Tells what shows and tells itself at its place in the window, if a modal dialog keeps that from being heard. */
export function sayOverDialog(words: string): void {
  if (document.querySelector('dialog:modal') !== null) say(words)
}
