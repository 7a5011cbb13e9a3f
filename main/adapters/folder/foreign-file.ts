import * as fs from 'node:fs'
import { codeOf, orNull } from './errors.ts'
import { closing } from './owner-only.ts'

// Missing on Windows.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants

/**
 * Magic numbers of Linux's virtual file systems: reported sizes are false, some files never end, and some
 * reads have effects.
 */
const virtual = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0xf97cff8c, // selinuxfs
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0xcafe4a11, // bpf
  0x62656570, // configfs
  0x6165676c, // pstore
  0xde5e81e4, // efivarfs
  0x1cd1, // devpts
])

type ForeignFile =
  | { readonly state: 'read'; readonly bytes: Buffer; readonly mode: number }
  /** Lower bound in bytes. */
  | { readonly state: 'long'; readonly size: number }
  | { readonly state: 'missing' }
  | { readonly state: 'link' }
  | { readonly state: 'special' }
  /** On a virtual file system such as /proc or /sys. */
  | { readonly state: 'virtual' }
  | { readonly state: 'unreadable'; readonly code: string }

/** `most`: bytes. `links`: only the last path segment. */
interface ForeignLimits {
  readonly most: number
  readonly links: 'follow' | 'refuse'
}

/**
 * Reads a file whose path somebody else chose. Never blocks on a pipe, opens no device, and stops at the
 * limit whatever size the file reports. Never throws.
 */
export function readForeignFile(path: string, limits: ForeignLimits): ForeignFile {
  try {
    const unfit = unfitAt(path, limits)
    if (unfit !== null) return unfit
    // The file may have been replaced since, so check again what was opened.
    const noFollow = limits.links === 'follow' ? 0 : O_NOFOLLOW
    return closing(fs.openSync(path, O_RDONLY | O_NONBLOCK | noFollow), (fd) => readOpened(fd, limits.most))
  } catch (error) {
    return stateOf(error)
  }
}

/**
 * Checked before opening, because opening a device can have effects. Returns null when the file may be
 * opened.
 */
function unfitAt(path: string, { links }: ForeignLimits): ForeignFile | null {
  const stat = links === 'follow' ? fs.statSync(path) : fs.lstatSync(path)
  if (stat.isSymbolicLink()) return { state: 'link' }
  return stat.isFile() ? null : { state: 'special' }
}

function readOpened(fd: number, most: number): ForeignFile {
  const stat = fs.fstatSync(fd)
  if (!stat.isFile()) return { state: 'special' }
  if (isVirtual(fd)) return { state: 'virtual' }
  if (stat.size > most) return { state: 'long', size: stat.size }
  const bytes = readUpTo(most, stat.size, (into) => fs.readSync(fd, into, 0, into.length, null))
  if (bytes === null) return { state: 'long', size: most + 1 }
  return { state: 'read', bytes, mode: stat.mode & 0o777 }
}

/**
 * Reads to the end; returns null when there are more than `most` bytes. `size` is only a hint and may be
 * wrong. `read` returns the number of bytes it stored.
 */
export function readUpTo(most: number, size: number, read: (into: Buffer) => number): Buffer | null {
  const chunks: Buffer[] = []
  let length = 0
  for (let room = size + 1; length <= most; room = 64 * 1024) {
    const chunk = Buffer.allocUnsafe(Math.min(room, most + 1 - length))
    const got = read(chunk)
    if (got === 0) return Buffer.concat(chunks)
    chunks.push(chunk.subarray(0, got))
    length += got
  }
  return null
}

function isVirtual(fd: number): boolean {
  if (process.platform !== 'linux') return false
  return orNull(() => virtual.has(fs.statfsSync(`/proc/self/fd/${fd}`).type)) === true
}

function stateOf(error: unknown): ForeignFile {
  const code = codeOf(error) || 'unknown'
  if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' }
  // Errors of `O_NOFOLLOW` when the file was replaced by a link.
  if (code === 'ELOOP' || code === 'EMLINK') return { state: 'link' }
  return { state: 'unreadable', code }
}

/** Returns null for anything but UTF-8 text. */
export function utf8Of(bytes: Buffer): string | null {
  const text = bytes.toString('utf8')
  return text.includes('\0') || !Buffer.from(text).equals(bytes) ? null : text
}

/** Decodes leniently; returns an empty string for an unreadable file. */
export function readShortText(path: string, limits: ForeignLimits): string {
  const file = readForeignFile(path, limits)
  return file.state === 'read' ? file.bytes.toString('utf8') : ''
}
