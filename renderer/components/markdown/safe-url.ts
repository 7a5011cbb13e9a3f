const schemes = new Set(['https:', 'http:', 'mailto:'])

/** An address that may be opened, in plain ASCII; null for every other one. */
export function safeUrl(raw: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)/i.test(raw.trim())) return null
  try {
    const url = new URL(raw)
    const hasLogin = url.username !== '' || url.password !== ''
    return schemes.has(url.protocol) && !hasLogin ? url.href : null
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
