/** Elements of the window; any other was injected. */
const known = new Set(
  (
    'html head meta title link body div span p a b strong em i del s code pre ul ol li dl dt dd blockquote ' +
    'table thead tbody tr th td h1 h2 h3 h4 h5 h6 hr br sup sub bdi bdo mark kbd q time small abbr ' +
    'button input textarea select option optgroup datalist label fieldset legend form output dialog details ' +
    'summary section main nav header footer aside article figure figcaption search menu progress meter ' +
    'svg g path circle rect ellipse line polyline polygon use symbol defs title radialGradient stop text'
  ).split(' '),
)
/** Ids and names that shadow globals or properties of the page. */
const taken =
  /^(janus|document|body|cookie|location|forms|attributes|children|__proto__|constructor|defaultView)$/
/** Characters that must not be shown as they are. */
const unseen =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}\p{Cs}]/u
const shown = ['title', 'aria-label', 'alt', 'placeholder']
const addresses = 'src srcset href xlink:href action formaction data poster ping background cite'.split(' ')

/** Searched for in the page, to record where payloads are shown. */
export const marker = 'Marked words'

/** Watches the page. Each call of the returned function reports the faults since the last call. */
export function watch(places: Set<string>): () => readonly string[] {
  /** Nodes to check with all their descendants. */
  const added = new Set<Node>([document.documentElement])
  /** Nodes of which only an attribute or the text has changed. */
  const changed = new Set<Node>()
  const note = (records: readonly MutationRecord[]) => {
    for (const { type, target, addedNodes } of records) {
      if (type !== 'childList') changed.add(target)
      for (const node of addedNodes) added.add(node)
    }
  }
  const watcher = new MutationObserver(note)
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  return () => {
    note(watcher.takeRecords())
    const whole = [...added].filter((node) => !isWithin(node, added))
    const alone = [...changed].filter((node) => !added.has(node) && !isWithin(node, added))
    for (const node of [...whole, ...alone.filter((one) => one instanceof Text)])
      for (const place of placesUnder(node)) places.add(place)
    const faults = [...whole.flatMap(faultsUnder), ...alone.flatMap(faultsOf)]
    added.clear()
    changed.clear()
    if (!document.querySelector('[data-part=panes], main')) faults.push('the window is gone')
    if (document.querySelector('[data-part=broken]')) faults.push('a part of the window broke')
    if (unseen.test(document.title)) faults.push('unseen characters in the title of the page')
    return faults
  }
}

/** Whether an ancestor of the node is in the set. */
function isWithin(node: Node, others: ReadonlySet<Node>): boolean {
  for (let at = node.parentNode; at; at = at.parentNode) if (others.has(at)) return true
  return false
}

/** Where the marked text is shown. */
function placesUnder(node: Node): readonly string[] {
  if (!node.textContent?.includes(marker)) return []
  if (node instanceof Text) return [placeOf(node.parentElement)]
  return [...node.childNodes].flatMap((child) => placesUnder(child))
}

/** An element and its ancestors, by part, else by class. */
function placeOf(one: Element | null): string {
  const chain: string[] = []
  for (let at = one; at && at !== document.body && chain.length < 6; at = at.parentElement) {
    const part = at.getAttribute('data-part')
    const [name] = at.classList
    // CSS modules name a class `folder_name`.
    if (part !== null) chain.unshift(`[${part}]`)
    else if (name !== undefined) chain.unshift(`.${name.split('_').at(-1) ?? ''}`)
    else if (chain.length === 0) chain.unshift(at.localName)
  }
  return chain.join(' ')
}

function faultsUnder(node: Node): readonly string[] {
  if (!(node instanceof Element)) return faultsOf(node)
  const faults = [node, ...node.querySelectorAll('*')].flatMap((one) => elementFaults(one))
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) faults.push(...textFaults(text as Text))
  return faults
}

function faultsOf(node: Node): readonly string[] {
  if (node instanceof Text) return textFaults(node)
  return node instanceof Element ? elementFaults(node) : []
}

function textFaults(text: Text): readonly string[] {
  const place = text.parentElement
  // A field shows what the user typed as it is.
  if (!unseen.test(text.data) || place?.matches('textarea') === true) return []
  return [`unseen characters in <${place?.localName ?? ''} class="${place?.className ?? ''}">`]
}

function elementFaults(one: Element): readonly string[] {
  const tag = one.localName
  const place = `<${tag} class="${one.getAttribute('class') ?? ''}">`
  const isOwnScript = tag === 'script' && one.getAttribute('src')?.startsWith('./assets/') === true
  const faults = known.has(tag) || isOwnScript ? [] : [`${place} is not of the window`]
  for (const { name, value } of one.attributes) {
    if (name.startsWith('on')) faults.push(`${place} has ${name}`)
    if (addresses.includes(name) && !isHarmless(one, name, value))
      faults.push(`${place} has ${name}="${value.slice(0, 80)}"`)
    if ((name === 'id' || name === 'name') && taken.test(value))
      faults.push(`${place} has ${name}="${value}"`)
    if (name === 'style' && /url\(|expression|@import/i.test(value))
      faults.push(`${place} has style="${value.slice(0, 80)}"`)
    if (name === 'http-equiv' || name === 'srcdoc' || name === 'target')
      if (value !== '_blank') faults.push(`${place} has ${name}`)
    if (shown.includes(name) && unseen.test(value)) faults.push(`${place} has unseen characters in ${name}`)
  }
  return faults
}

/** Files and signs of the page; for links also web pages, which only a click opens. */
function isHarmless(one: Element, name: string, value: string): boolean {
  if (one.closest('head') || one.localName === 'script')
    return new URL(value, location.href).origin === location.origin
  if (one.localName === 'use') return /^#[a-z]-[a-z0-9-]+$/.test(value)
  return one.localName === 'a' && name === 'href' && /^(https?:\/\/|mailto:)/i.test(value)
}
