import { useEffect, useRef } from 'react'
import { visible } from './hygiene.ts'

/** A sentence stays this long in the live region, in ms. It is announced when added. */
const heardMs = 1_000

/**
 * The live region of the window. Each sentence is a paragraph, and only additions are announced: with one
 * paragraph, Orca repeats everything at each change, also at a removal.
 */
const region = typeof document === 'undefined' ? null : document.createElement('div')
if (region) {
  region.className = 'vh'
  region.setAttribute('aria-live', 'polite')
  region.setAttribute('aria-relevant', 'additions')
  document.body.append(region)
}

/** Announces a sentence once, after those announced before. */
export function announce(words: string): void {
  if (words !== '') inTurn(visible(words))
}

const inTurn = createAnnouncementQueue((words) => {
  if (!region) return
  const sentence = document.createElement('p')
  sentence.textContent = words
  region.append(sentence)
  setTimeout(() => sentence.remove(), heardMs)
})

/**
 * Moves the live region into a modal dialog, since what is outside is silent. Returns a function that moves
 * it back. Earlier sentences are dropped, or moving would repeat them.
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

/** For text with its own live region: announces it if a modal dialog silences that. */
export function announceOverDialog(words: string): void {
  if (document.querySelector('dialog:modal') !== null) announce(words)
}

/** Milliseconds between sentences: a screen reader may merge changes that come at once. */
export const apartMs = 150

/** Passes sentences on one at a time: the first at once, later ones `apartMs` apart. */
export function createAnnouncementQueue(tell: (words: string) => void): (words: string) => void {
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

/** Positions of a row among those in both orders, from 0; -1 if it is missing. */
function placesOf(key: string, before: readonly string[], now: readonly string[]): readonly [number, number] {
  const common = (keys: readonly string[], others: readonly string[]) =>
    keys.filter((one) => others.includes(one))
  return [common(before, now).indexOf(key), common(now, before).indexOf(key)]
}

/** Returns the new position of a moved row; null if rows only came or went around it. */
export function describeMove(key: string, before: readonly string[], now: readonly string[]): string | null {
  const [was, is] = placesOf(key, before, now)
  return was < 0 || was === is ? null : `Number ${now.indexOf(key) + 1} of ${now.length}`
}

/**
 * Announces where the focused row has moved to. `attribute` holds a row's key; `keys` are all keys in order,
 * without spaces.
 */
export function useSayPlace(attribute: `data-${string}`, keys: readonly string[]): void {
  const order = keys.join(' ')
  const before = useRef(order)
  useEffect(() => {
    const key = document.activeElement?.closest(`[${attribute}]`)?.getAttribute(attribute) ?? null
    const words = key === null ? null : describeMove(key, before.current.split(' '), order.split(' '))
    before.current = order
    if (words !== null) announce(words)
  }, [attribute, order])
}
