/** What may be wider than its place: it scrolls by itself, and is named so that it can be reached by keyboard. */
const mayScroll = 'pre, [tabindex], input, textarea'

/** Where the page, or a part that only scrolls up and down, can be scrolled sideways; each in a few words. */
export function sideways(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>('*')].flatMap((one) => {
    const extra = one.scrollWidth - one.clientWidth
    if (extra <= 1 || one.clientWidth === 0 || one.matches(mayScroll)) return []
    const isRoot = one === document.documentElement
    if (!isRoot && !['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) return []
    return [`${one.tagName.toLowerCase()}.${one.className} by ${extra} px`]
  })
}
