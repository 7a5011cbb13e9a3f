const schemes = new Set(['https:', 'http:', 'mailto:'])
/** Longer addresses are not opened; nobody would read them. */
const longest = 4096

/** An address that may be opened, in plain ASCII; null for every other one. */
export function safeUrl(raw: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)/i.test(raw.trim())) return null
  try {
    const url = new URL(raw)
    const hasLogin = url.username !== '' || url.password !== ''
    const isOpen = schemes.has(url.protocol) && !hasLogin && url.href.length <= longest
    return isOpen && /^[\x21-\x7e]+$/.test(url.href) ? url.href : null
  } catch {
    return null
  }
}

const longestShown = 80

/** An address as it stands beside its link: whole, or its beginning and end. */
export function shownUrl(url: string): string {
  const plain = url.replace(/^https?:\/\//, '').replace(/^([^/?#]+)\/$/, '$1')
  return plain.length <= longestShown ? plain : `${plain.slice(0, 56)}…${plain.slice(-20)}`
}

/** Where an address leads, for the question before it is opened. */
export interface Destination {
  readonly kind: 'web' | 'mail'
  /** Host with its port, or whom a mail goes to; ASCII. */
  readonly to: string
  /** The host is written with letters beyond ASCII, some of which look like others. */
  readonly isForeign: boolean
  readonly isPlain: boolean
}

/** Reads an address that `safeUrl` has given. */
export function destinationOf(href: string): Destination {
  const url = new URL(href)
  if (url.protocol === 'mailto:') return { kind: 'mail', to: url.pathname, isForeign: false, isPlain: false }
  const isForeign = url.hostname.split('.').some((part) => part.startsWith('xn--'))
  return { kind: 'web', to: url.host, isForeign, isPlain: url.protocol === 'http:' }
}
