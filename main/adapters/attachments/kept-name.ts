import { attachmentLimits } from '../../contract/mail/attachments.ts'

/** Names that Windows takes for something else. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * A name that every file system takes and that hides nothing: no folders in it, no control characters, none that turn
 * text around; its ending is kept.
 */
export function keptName(written: string): string {
  const last = written.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[.\s]+|[.\s]+$/gu, '')
  const name = shortened(plain)
  if (name === '') return 'file'
  return device.test(name) ? `_${name}` : name
}

function shortened(name: string): string {
  const most = attachmentLimits.name
  // Of a name of letters that take four bytes each, systems take some sixty.
  const fits = (some: string): boolean => some.length <= most && Buffer.byteLength(some) <= 200
  if (fits(name)) return name
  const [ending = ''] = /\.[A-Za-z0-9]{1,10}$/.exec(name) ?? []
  const points = [...name.slice(0, name.length - ending.length)]
  while (points.length > 0 && !fits(`${points.join('')}${ending}`)) points.pop()
  return `${points.join('').trimEnd()}${ending}`
}
