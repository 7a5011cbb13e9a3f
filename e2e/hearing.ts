import type { CDPSession, Page } from '@playwright/test'
import { expect } from './app.ts'
import { often } from './peers.ts'

/** A node of Chromium's accessibility tree; only the fields used here. */
interface AxNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value?: unknown }
  readonly name?: { readonly value?: unknown }
  readonly description?: { readonly value?: unknown }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
  readonly childIds?: readonly string[]
}

/**
 * Returns what makes the page hard to use by ear: a focusable element without a name, with a name that hides
 * its text, or that says its name twice, and a live region with text where no screen reader reads it.
 */
async function flawsByEar(cdp: CDPSession): Promise<readonly string[]> {
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] }
  const all = new Map(nodes.map((node) => [node.nodeId, node]))
  const stops = nodes.filter((node) => !node.ignored && isFocusable(node) && roleOf(node) !== 'RootWebArea')
  const bare = stops.filter((node) => nameOf(node) === '').map((node) => `no name: ${told(node, all)}`)
  const hiding = stops
    .filter(
      (node) => /^(generic|none|pre)$/i.test(roleOf(node)) && !wordsOf(node, all).includes(nameOf(node)),
    )
    .map((node) => `hides its words: ${told(node, all)}`)
  const twice = stops
    .filter(saysTwice)
    .map((node) => `says its name twice: ${told(node, all)}, ${describedBy(node)}`)
  return [...bare, ...hiding, ...twice, ...(await silenced(cdp))]
}

const roleOf = ({ role }: AxNode) => String(role?.value ?? '')
const nameOf = ({ name }: AxNode) => String(name?.value ?? '').trim()
const isFocusable = ({ properties = [] }: AxNode) =>
  properties.some(({ name, value }) => name === 'focusable' && value.value === true)

/** Its description begins with the name, which was just read. */
function saysTwice(node: AxNode): boolean {
  const more = describedBy(node)
  const name = nameOf(node)
  return more !== '' && (more === name || more.startsWith(`${name},`) || name.startsWith(`${more}:`))
}

const describedBy = ({ description }: AxNode) => String(description?.value ?? '').trim()

function wordsOf(node: AxNode, all: ReadonlyMap<string, AxNode>): string {
  if (roleOf(node) === 'StaticText') return nameOf(node)
  const children = (node.childIds ?? []).flatMap((id) => all.get(id) ?? [])
  return children.map((child) => wordsOf(child, all)).join(' ')
}

const told = (node: AxNode, all: ReadonlyMap<string, AxNode>) =>
  `${roleOf(node)} ${nameOf(node)} “${wordsOf(node, all).slice(0, 60)}”`

async function silenced(cdp: CDPSession): Promise<readonly string[]> {
  const { result } = await cdp.send('Runtime.evaluate', { returnByValue: true, expression: unheard })
  return result.value as string[]
}

/** Live regions with text outside the open dialog. */
const unheard = `(() => {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const live = [...document.querySelectorAll('[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]')]
  return live
    .filter((one) => modal && !modal.contains(one) && one.textContent.trim() !== '')
    .map((one) => 'nobody hears: ' + one.textContent.trim())
})()`

declare global {
  interface Window {
    /** What the page's live regions have announced. */
    heard: string[]
  }
}

/** The window as a screen reader presents it: announcements and the focused element. */
export class ScreenReader {
  readonly #page: Page
  readonly #cdp: CDPSession
  #known = 0

  static async of(page: Page): Promise<ScreenReader> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Accessibility.enable')
    await page.evaluate(listen)
    return new ScreenReader(page, cdp)
  }

  private constructor(page: Page, cdp: CDPSession) {
    this.#page = page
    this.#cdp = cdp
  }

  /** Expects exactly these announcements since the last call, none of them inaudible. */
  async hears(...sentences: readonly string[]): Promise<void> {
    const fresh = () => this.#page.evaluate((known) => window.heard.slice(known), this.#known)
    await expect.poll(fresh, often).toEqual(sentences)
    this.#known += sentences.length
  }

  async isWhole(): Promise<void> {
    expect(await flawsByEar(this.#cdp)).toEqual([])
  }

  /** Expects empty live regions, so that nothing is announced again. */
  async fallsSilent(): Promise<void> {
    const left = () =>
      this.#page.evaluate(() =>
        Array.from(document.querySelectorAll('[aria-live=polite], [aria-live=assertive]'), (one) =>
          one.textContent.trim(),
        ).join(' '),
      )
    await expect.poll(left, often).toBe('')
  }

  async press(keys: string, says: string | RegExp): Promise<void> {
    await this.#page.keyboard.press(keys)
    await this.isAt(says)
  }

  /** Expects role, name and description of the focused element. */
  async isAt(says: string | RegExp): Promise<void> {
    await expect.poll(() => this.#focus(), often).toMatch(typeof says === 'string' ? exactly(says) : says)
  }

  async #focus(): Promise<string> {
    const { result } = await this.#cdp.send('Runtime.evaluate', { expression: 'document.activeElement' })
    if (result.className === 'HTMLBodyElement' || result.objectId === undefined) return 'nothing'
    const tree = { objectId: result.objectId, fetchRelatives: false }
    const { nodes } = await this.#cdp.send('Accessibility.getPartialAXTree', tree)
    await this.#cdp.send('Runtime.releaseObject', { objectId: result.objectId })
    const [role, name, description] = [nodes[0]?.role, nodes[0]?.name, nodes[0]?.description].map((one) =>
      String(one?.value ?? '').trim(),
    )
    const more = description === '' || description === name ? '' : `: ${description ?? ''}`
    return `${role ?? ''} ${name ?? ''}${more}`
  }
}

const exactly = (words: string) => new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

/** In the page: records the live regions' announcements, as Chromium would pass them to a screen reader. */
function listen(): void {
  const live = '[aria-live=polite], [aria-live=assertive], [role=alert], [role=status]'
  const isHeard = (region: Element) => {
    const modal = Array.from(document.querySelectorAll('dialog:modal')).at(-1)
    return modal === undefined || modal.contains(region)
  }
  const note = (region: Element, said: Node) => {
    const words = (said.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (words !== '') window.heard.push(isHeard(region) ? words : `not heard: ${words}`)
  }
  window.heard = []
  const watch = new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) {
      const place = target instanceof Element ? target : target.parentElement
      const around = place?.closest(live)
      if (around) {
        const isWhole = around.matches('[role=alert], [role=status]')
        for (const said of type === 'characterData' ? [target] : isWhole ? [around] : addedNodes)
          note(around, said)
      } else
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue
          const inside = added.matches(live) ? [added] : added.querySelectorAll(live)
          for (const region of inside) note(region, region)
        }
    }
  })
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
}
