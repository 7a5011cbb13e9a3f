import type { Panel } from '../state/panel.ts'

/** Milliseconds a step may wait for what it needs. */
const patience = 8_000

/** Acts like a user, finding elements by their accessible names. Each step waits for its element. */
export interface Hand {
  /** Clicks the first visible match whose name starts with `name` (or matches it). */
  click(selector: string, name?: string | RegExp): Promise<void>
  /** Right-clicks. */
  context(selector: string, name?: string | RegExp): Promise<void>
  /** Types into a field. */
  type(selector: string, text: string, name?: string | RegExp): Promise<void>
  /** Chooses an option of a `select` by its value. */
  choose(selector: string, value: string, name?: string | RegExp): Promise<void>
  /** Presses a key on the focused element: `Escape`, `Control+KeyK`. */
  press(keys: string): Promise<void>
  /** Waits until the element is visible. */
  see(selector: string, name?: string | RegExp): Promise<HTMLElement>
  /** Opens a panel and waits for it, or for an element in it. */
  open(panel: Panel, selector?: string, name?: string | RegExp): Promise<void>
}

export const hand: Hand = {
  see,
  async open(panel, selector = 'dialog', name) {
    const { show } = await import('../state/view-store.ts')
    show(panel)
    await see(selector, name)
  },
  async click(selector, name) {
    const target = await see(selector, name)
    target.focus()
    target.click()
    await frame()
  },
  async context(selector, name) {
    const target = await see(selector, name)
    const { x, y } = target.getBoundingClientRect()
    const at = { clientX: x + 20, clientY: y + 20, bubbles: true, cancelable: true }
    target.dispatchEvent(new MouseEvent('contextmenu', at))
    await frame()
  },
  async type(selector, text, name) {
    const field = await see(selector, name)
    field.focus()
    // React overrides the setter of the element, so use the prototype's.
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await frame()
  },
  async choose(selector, value, name) {
    const list = await see(selector, name)
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(list, value)
    list.dispatchEvent(new Event('change', { bubbles: true }))
    await frame()
  },
  async press(keys) {
    const parts = keys.split('+')
    const code = parts.at(-1) ?? ''
    const letter = /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase()
    const at = document.activeElement ?? document.body
    const how = {
      code,
      key: letter ?? code,
      ctrlKey: parts.includes('Control'),
      shiftKey: parts.includes('Shift'),
      altKey: parts.includes('Alt'),
      bubbles: true,
      cancelable: true,
    }
    at.dispatchEvent(new KeyboardEvent('keydown', how))
    at.dispatchEvent(new KeyboardEvent('keyup', how))
    await frame()
  },
}

/** Resolves after the next paint, or soon in a hidden page. */
export const frame = (): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(late)
      setTimeout(resolve)
    })
  })

async function see(selector: string, name?: string | RegExp): Promise<HTMLElement> {
  const until = performance.now() + patience
  for (;;) {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.getClientRects().length > 0 && (name === undefined || isNamed(one, name)),
    )
    if (found) return found
    if (performance.now() > until) throw new Error(`There is no ${selector} named ${String(name)}.`)
    await frame()
  }
}

function isNamed(element: HTMLElement, name: string | RegExp): boolean {
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
  const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const texts = [
    element.getAttribute('aria-label'),
    ...by.map((id) => document.getElementById(id)?.textContent),
    ...labels.map((label) => label.textContent),
    element.textContent,
    element.getAttribute('title'),
  ]
  const words = texts.flatMap((text) => (text ? [text.replace(/\s+/g, ' ').trim()] : []))
  return words.some((word) => (typeof name === 'string' ? word.startsWith(name) : name.test(word)))
}
