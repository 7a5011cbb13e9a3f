import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

/** @typedef {{name: string, mode: number, read: () => Buffer}} ZipEntry a file in a ZIP archive */

const [endSize, entrySize, localSize] = [22, 46, 30]

/**
 * Opens a ZIP archive of less than 4 GB, and gives its files to `use`.
 * @param {string} path
 * @param {(entries: ZipEntry[]) => void} use
 */
export function openZip(path, use) {
  const file = openSync(path, 'r')
  try {
    use(entriesOf(file))
  } finally {
    closeSync(file)
  }
}

/**
 * @param {number} file
 * @returns {ZipEntry[]}
 */
function entriesOf(file) {
  // Its last words say where the list is. A remark may stand behind them.
  const { size } = fstatSync(file)
  const tail = bytes(file, Math.max(0, size - endSize - 0xffff), size)
  const end = tail.subarray(tail.lastIndexOf('PK\x05\x06', undefined, 'latin1'))
  const start = end.readUInt32LE(16)
  const list = bytes(file, start, start + end.readUInt32LE(12))
  /** @type {ZipEntry[]} */
  const entries = []
  for (let at = 0; at < list.length;) {
    const entry = list.subarray(at)
    const nameSize = entry.readUInt16LE(28)
    entries.push({
      name: entry.toString('utf8', entrySize, entrySize + nameSize),
      mode: (entry.readUInt32LE(38) >>> 16) & 0o777,
      read: () => content(file, entry),
    })
    at += entrySize + nameSize + entry.readUInt16LE(30) + entry.readUInt16LE(32)
  }
  return entries
}

/**
 * @param {number} file
 * @param {Buffer} entry its row in the list
 */
function content(file, entry) {
  const local = entry.readUInt32LE(42)
  const head = bytes(file, local, local + localSize)
  const start = local + localSize + head.readUInt16LE(26) + head.readUInt16LE(28)
  const packed = bytes(file, start, start + entry.readUInt32LE(20))
  return entry.readUInt16LE(10) === 0 ? packed : inflateRawSync(packed)
}

/**
 * @param {number} file
 * @param {number} from
 * @param {number} to
 */
function bytes(file, from, to) {
  const buffer = Buffer.alloc(to - from)
  readSync(file, buffer, 0, buffer.length, from)
  return buffer
}
