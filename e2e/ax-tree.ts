import type { CDPSession } from '@playwright/test'

/** A part of Chromium's own accessibility tree; only what is looked at. */
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
 * What keeps the page as it is now from being heard, in short: a stop without a name, a stop whose name stands for
 * other words, one that says its name twice, a live region that has something to say where nobody hears it.
 */
export async function flawsByEar(cdp: CDPSession): Promise<readonly string[]> {
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

/** Its description begins with the name, which was heard just before. */
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

/** Live regions with words outside the dialog that is open. */
const unheard = `(() => {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const live = [...document.querySelectorAll('[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]')]
  return live
    .filter((one) => modal && !modal.contains(one) && one.textContent.trim() !== '')
    .map((one) => 'nobody hears: ' + one.textContent.trim())
})()`
