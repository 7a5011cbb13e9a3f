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
