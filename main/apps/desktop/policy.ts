import type { FramePart, ElectronPermission, Sender } from './electron-parts.ts'

/** The only page there is. */
export const startPage = 'app://janus/'
/** Shown when the window has broken down again and again. */
export const brokenPage = 'app://janus/broken.html'

/** Whether an address is one of ours: the scheme, the host and nothing beside it. */
export function isOwn(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && isOurs(url)
}

function isOurs({ protocol, host, username, password }: URL): boolean {
  return protocol === 'app:' && host === 'janus' && username === '' && password === ''
}

/** Whether the window may go there by itself: to its own start page only, never a frame within it. */
export function allowNavigation(address: string, isMainFrame: boolean): boolean {
  const url = URL.parse(address)
  return isMainFrame && url !== null && isOurs(url) && url.pathname === '/'
}

/** Whether a page may load something: own files, and what is made in the page itself and leaves the machine never. */
export function allowRequest(address: string, devTools: boolean): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (url.protocol === 'devtools:') return devTools
  if (url.protocol === 'blob:') return isOwn(url.pathname)
  return url.protocol === 'data:' || isOurs(url)
}

/** Of all that a page may ask for, what ours is given: to copy, and to notify. */
const granted: ReadonlySet<ElectronPermission> = new Set<ElectronPermission>([
  'clipboard-sanitized-write',
  'notifications',
])

/** Whether a page at this address is given a permission. */
export function allowPermission(permission: ElectronPermission, address: string): boolean {
  return granted.has(permission) && isOwn(address)
}

/** Whether a request comes from the window's own page: its top frame, still there, at our address. */
export function acceptSender(event: {
  readonly senderFrame: FramePart | null
  readonly sender: Sender
}): boolean {
  const { senderFrame: frame, sender } = event
  if (frame === null || frame.parent !== null) return false
  const { mainFrame } = sender
  const isTop = frame.processId === mainFrame.processId && frame.frameToken === mainFrame.frameToken
  return isTop && isOwn(frame.url)
}

/** An address that the user may be led to, and how it is named to them; or why not, in words. */
export type ExternalLink =
  | { readonly kind: 'open'; readonly address: string; readonly place: string }
  | { readonly kind: 'refused'; readonly reason: string }

const longest = 2048
/** Controls, spaces, invisible and direction characters, and what Windows takes for a slash. */
const deceiving = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Co}\p{Cs}\\"<>]/u
const mailAddress = /^[A-Za-z0-9_+][A-Za-z0-9._+-]*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/

/**
 * Judges an address that an agent may have written. Only pages of the web and mail addresses pass; the place is the
 * host in ASCII, so that no letter of another script can stand for one of it.
 */
export function judgeLink(address: string): ExternalLink {
  const refuse = (reason: string): ExternalLink => ({ kind: 'refused', reason })
  if (address.length > longest) return refuse('The address is too long.')
  if (deceiving.test(address)) return refuse('The address has characters that do not belong in one.')
  const url = URL.parse(address)
  if (url === null) return refuse('That is not an address.')
  if (url.protocol === 'mailto:') {
    const to = url.pathname
    // What follows the address could attach files in some programs.
    return mailAddress.test(to)
      ? { kind: 'open', address: `mailto:${to}`, place: to }
      : refuse('That is not a mail address.')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('Only pages of the web and mail addresses are opened.')
  }
  // A name before the host is meant to be taken for the host.
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/*[^/?#]*@/i.test(address)) {
    return refuse('The address has a name before its host, as deceiving ones do.')
  }
  if (!/^[a-z]+:\/\/[^/]/i.test(address) || !/^[\x21-\x7e]+$/.test(url.host)) {
    return refuse('That is not an address.')
  }
  return { kind: 'open', address: url.href, place: url.host }
}
