/**
 * A cut name shows at least this many characters, and is at least this wide, in rem, while other parts could
 * yield.
 */
const shownAtLeast = 12
const enough = 24

/** Returns what does not fit at the current width. */
export function misfits(): readonly string[] {
  return [...names().flatMap(cut), ...rows().flatMap(overflows), ...stopEverything()]
}

const names = () => [...document.querySelectorAll<HTMLElement>('[data-name]')].filter(isDrawn)
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-priority-row]')].filter(isDrawn)

/** In the collapsed sidebar names are only for screen readers. */
const isDrawn = (one: Element): boolean =>
  one.getClientRects().length > 0 && getComputedStyle(one).clipPath === 'none'

function cut(name: HTMLElement): string[] {
  const shown = name.getBoundingClientRect().width + 0.5
  const [whole, first] = [widthOf(name), widthOf(name, shownAtLeast)]
  if (shown >= whole) return []
  const what = `"${name.textContent}" has ${Math.round(shown)} of ${Math.round(whole)} px`
  const dots = Number.parseFloat(getComputedStyle(name).fontSize)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const row = name.closest('[data-priority-row]')
  const left = row?.querySelectorAll('[data-yield]:not([data-yielded])').length ?? 0
  return [
    ...(shown < Math.min(whole, first + dots) ? [`${what}: too few characters`] : []),
    ...(shown < enough * rem && left > 0 ? [`${what}, while ${left} parts have not given way`] : []),
  ]
}

/** Width of the text, or of its first characters. */
function widthOf(name: HTMLElement, characters = Infinity): number {
  const range = document.createRange()
  range.selectNodeContents(name)
  const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
  let left = characters
  for (let text = texts.nextNode(); text && left < Infinity; text = texts.nextNode()) {
    const length = text.textContent?.length ?? 0
    if (left <= length) {
      range.setEnd(text, left)
      break
    }
    left -= length
  }
  return range.getBoundingClientRect().width
}

function overflows(row: HTMLElement): string[] {
  const extra = row.scrollWidth - row.clientWidth
  const name = row.dataset['part'] ?? row.className
  return extra > 0 ? [`the row ${name} is ${extra} px too narrow for what is in it`] : []
}

function stopEverything(): string[] {
  const button = document.querySelector('[data-part=status] [aria-label="Stop all"]')
  const box = button?.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const isThere =
    box && box.width > 0 && box.left >= 0 && box.right <= clientWidth && box.bottom <= clientHeight
  return isThere ? [] : ['Stop all is not in view']
}

const fixed =
  '[data-part=pane] > header :is(h1, button), [data-part=dock] :is(button, textarea), [data-part=status] button, [data-part=tab]'

/** Returns the controls that have moved or changed their size after a change. */
export async function movedBy(change: () => Promise<unknown> | void): Promise<readonly string[]> {
  const before = new Map([...document.querySelectorAll(fixed)].map((one) => [one, boxOf(one)]))
  await change()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return [...before].flatMap(([one, was]) => {
    const now = boxOf(one)
    if (!one.isConnected || was === now) return []
    return [`${one.getAttribute('aria-label') ?? one.textContent}: ${was} became ${now}`]
  })
}

function boxOf(one: Element): string {
  const { x, y, width, height } = one.getBoundingClientRect()
  return [x, y, width, height].map(Math.round).join(' ')
}
