import { useEffect, useRef } from 'react'
import { say } from './voice.ts'

/** The place of a row among those that were there before as well, from 0 in each order; -1 where it is missing. */
function placesOf(key: string, before: readonly string[], now: readonly string[]): readonly [number, number] {
  const common = (keys: readonly string[], others: readonly string[]) =>
    keys.filter((one) => others.includes(one))
  return [common(before, now).indexOf(key), common(now, before).indexOf(key)]
}

/** What a row that went elsewhere in its list says; null: it stays among the others, whoever came or went. */
export function placeWords(key: string, before: readonly string[], now: readonly string[]): string | null {
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
    const words = key === null ? null : placeWords(key, before.current.split(' '), order.split(' '))
    before.current = order
    if (words !== null) say(words)
  }, [attribute, order])
}
