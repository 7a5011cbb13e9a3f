import type { FramePart, ElectronPermission, Sender } from './electron-parts.ts'

export const startPage = 'app://janus/'
/** Shown after repeated breakdowns of the window. */
export const brokenPage = 'app://janus/broken.html'

/** Requires Janus's scheme and host, without credentials. */
export function isOwn(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && isOurs(url)
}

function isOurs({ protocol, host, username, password }: URL): boolean {
  return protocol === 'app:' && host === 'janus' && username === '' && password === ''
}

/** Allows only the start page, and only in the top frame. */
export function allowNavigation(address: string, isMainFrame: boolean): boolean {
  const url = URL.parse(address)
  return isMainFrame && url !== null && isOurs(url) && url.pathname === '/'
}

/** Allows Janus's own files, and `data:` and `blob:` addresses, which never leave the page. */
export function allowRequest(address: string, devTools: boolean): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (url.protocol === 'devtools:') return devTools
  if (url.protocol === 'blob:') return isOwn(url.pathname)
  return url.protocol === 'data:' || isOurs(url)
}

const granted: ReadonlySet<ElectronPermission> = new Set<ElectronPermission>([
  'clipboard-sanitized-write',
  'notifications',
])

export function allowPermission(permission: ElectronPermission, address: string): boolean {
  return granted.has(permission) && isOwn(address)
}

/** Accepts requests only from the window's current top frame at Janus's own address. */
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

/** `place` is how the address is shown to the user. */
export type ExternalLink =
  | { readonly kind: 'open'; readonly address: string; readonly place: string }
  | { readonly kind: 'refused'; readonly reason: string }

const longest = 2048
/** Control, space, invisible and direction characters, and the backslash, which Windows treats as a slash. */
const deceiving = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Co}\p{Cs}\\"<>]/u
const mailAddress = /^[A-Za-z0-9_+][A-Za-z0-9._+-]*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/

/** Allows only web pages and mail addresses. `place` is the host in ASCII, which nothing can imitate. */
export function judgeLink(address: string): ExternalLink {
  const refuse = (reason: string): ExternalLink => ({ kind: 'refused', reason })
  if (address.length > longest) return refuse('The address is too long.')
  if (deceiving.test(address)) return refuse('The address has characters that do not belong in one.')
  const url = URL.parse(address)
  if (url === null) return refuse('That is not an address.')
  if (url.protocol === 'mailto:') {
    const to = url.pathname
    // Drop the query: in some mail programs it can attach files.
    return mailAddress.test(to)
      ? { kind: 'open', address: `mailto:${to}`, place: to }
      : refuse('That is not a mail address.')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('Only pages of the web and mail addresses are opened.')
  }
  // Credentials before the host are meant to look like the host.
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/*[^/?#]*@/i.test(address)) {
    return refuse('The address has a name before its host, as deceiving ones do.')
  }
  if (!/^[a-z]+:\/\/[^/]/i.test(address) || !/^[\x21-\x7e]+$/.test(url.host)) {
    return refuse('That is not an address.')
  }
  return { kind: 'open', address: url.href, place: url.host }
}
