import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Attachment } from '../../contract/mail/attachments.ts'

/** A stored attachment: `.png` is a picture, all else a file of the user's own. */
export function makeAttachment(name: string): Attachment {
  const isPicture = name.endsWith('.png')
  const hash = createHash('sha256').update(name).digest('hex')
  return {
    name,
    path: isPicture ? `/kept/${name}` : `/own/${name}`,
    bytes: 1000,
    picture: isPicture ? 'image/png' : null,
    hash: isPicture ? hash : null,
  }
}

/** A PNG of one color; another `shade` gives another file. */
export function pngOf(width: number, height: number, shade = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // RGB with eight bits each.
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.alloc(1 + 3 * width, shade)
  line[0] = 0
  const rows = Buffer.concat(Array<Buffer>(height).fill(line))
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
