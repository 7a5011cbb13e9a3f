import { orNull } from '../folder/errors.ts'
import type { PictureType } from '../../contract/mail/attachments.ts'

interface PictureShape {
  readonly type: PictureType
  readonly width: number
  readonly height: number
}

/** Detects the picture type from the bytes, not the name. Returns null for types that models don't accept. */
export function pictureShape(bytes: Uint8Array): PictureShape | null {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Reads past the end throw, so truncated files are not pictures.
  const read = [png, gif, webp, jpeg].map((one) => orNull(() => one(at)))
  const shape = read.find((one) => one !== null) ?? null
  return shape !== null && shape.width > 0 && shape.height > 0 ? shape : null
}

type Read = (bytes: Buffer) => PictureShape | null

const png: Read = (bytes) =>
  bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) && ascii(bytes, 12, 16) === 'IHDR'
    ? { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null

const gif: Read = (bytes) =>
  /^GIF8[79]a$/.test(ascii(bytes, 0, 6))
    ? { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : null

const webp: Read = (bytes) => {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP') return null
  const sizes: Readonly<Record<string, () => readonly [number, number]>> = {
    'VP8 ': () => [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff],
    VP8L: () => {
      const bits = bytes.readUInt32LE(21)
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
    },
    VP8X: () => [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1],
  }
  const [width, height] = sizes[ascii(bytes, 12, 16)]?.() ?? [0, 0]
  return { type: 'image/webp', width, height }
}

/** Skips segments up to the frame header, which has the size. */
const jpeg: Read = (bytes) => {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)
