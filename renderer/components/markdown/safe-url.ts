const schemes = new Set(['https:', 'http:', 'mailto:'])
/** Nobody would read a longer address before opening it. */
const longest = 4096

/** Returns an address that may be opened, in ASCII, else null. */
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

/** Shortens an address to its beginning and end. */
export function shownUrl(url: string): string {
  const plain = url.replace(/^https?:\/\//, '').replace(/^([^/?#]+)\/$/, '$1')
  return plain.length <= longestShown ? plain : `${plain.slice(0, 56)}…${plain.slice(-20)}`
}

export interface Destination {
  readonly kind: 'web' | 'mail'
  /** Host and port, or the mail address; ASCII. */
  readonly to: string
  /** The host has letters beyond ASCII, some of which look like others. */
  readonly isForeign: boolean
  readonly isPlain: boolean
}

/** Expects an address that `safeUrl` returned. */
export function destinationOf(href: string): Destination {
  const url = new URL(href)
  if (url.protocol === 'mailto:') return { kind: 'mail', to: url.pathname, isForeign: false, isPlain: false }
  const isForeign = url.hostname.split('.').some((part) => part.startsWith('xn--'))
  return { kind: 'web', to: url.host, isForeign, isPlain: url.protocol === 'http:' }
}
