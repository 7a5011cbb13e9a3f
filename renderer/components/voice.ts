import { useEffect, useRef } from 'react'
import { visible } from './hygiene.ts'

/** So long a sentence stands where a screen reader finds it, in ms: heard it is at once, and never again. */
const heardMs = 1_000

/**
 * The one voice of the window: a live region. Each sentence is a paragraph of its own, and only what is added is told: of
 * words within one paragraph a screen reader says all again at each change, also when one goes (heard with Orca).
 */
const region = typeof document === 'undefined' ? null : document.createElement('div')
if (region) {
  region.className = 'vh'
  region.setAttribute('aria-live', 'polite')
  region.setAttribute('aria-relevant', 'additions')
  document.body.append(region)
}

/** Tells those who listen one sentence, once: after those that are told already, each a change of the region by itself. */
export function announce(words: string): void {
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
  if (document.querySelector('dialog:modal') !== null) announce(words)
}

/** So long after a sentence the next is told, in ms: what comes within one moment a screen reader may take for one change. */
export const apartMs = 150

/** Tells sentences one after another: the first at once, each that comes meanwhile a moment after the one before it. */
export function oneByOne(tell: (words: string) => void): (words: string) => void {
  const waiting: string[] = []
  let isTelling = false
  const next = () => {
    const words = waiting.shift()
    isTelling = words !== undefined
    if (words === undefined) return
    setTimeout(next, apartMs)
    tell(words)
  }
  return (words) => {
    waiting.push(words)
    if (!isTelling) next()
  }
}

/** The place of a row among those that were there before as well, from 0 in each order; -1 where it is missing. */
function placesOf(key: string, before: readonly string[], now: readonly string[]): readonly [number, number] {
  const common = (keys: readonly string[], others: readonly string[]) =>
    keys.filter((one) => others.includes(one))
  return [common(before, now).indexOf(key), common(now, before).indexOf(key)]
}

/** What a row that went elsewhere in its list says; null: it stays among the others, whoever came or went. */
export function movedWords(key: string, before: readonly string[], now: readonly string[]): string | null {
  const [was, is] = placesOf(key, before, now)
  return was < 0 || was === is ? null : `Number ${now.indexOf(key) + 1} of ${now.length}`
}

/**
 * Tells those who listen where the row with the focus has gone in its list. `attribute`: where a row says its key;
 * `keys`: those of all rows, in order; no key has a space.
 */
export function useSayPlace(attribute: `data-${string}`, keys: readonly string[]): void {
  const order = keys.join(' ')
  const before = useRef(order)
  useEffect(() => {
    const key = document.activeElement?.closest(`[${attribute}]`)?.getAttribute(attribute) ?? null
    const words = key === null ? null : movedWords(key, before.current.split(' '), order.split(' '))
    before.current = order
    if (words !== null) announce(words)
  }, [attribute, order])
}
