import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { attachmentLimits, type Attachment } from '../../contract/mail/attachments.ts'
import { sizeWords } from '../../contract/words/size-words.ts'
import { UnfitAttachmentError, type AttachmentFiles, type Picture } from '../../ports/attachments.ts'
import { orNull } from '../folder/errors.ts'
import { isBelow } from '../folder/folder-identity.ts'
import { readForeignFile } from '../folder/foreign-file.ts'
import { checkOwnFolder, checkPlainOrMissing, makeOwnFolder, replaceFile } from '../folder/owner-only.ts'
import { pictureShape } from './picture-shape.ts'

/** Milliseconds. A new copy is in no draft yet, so a sweep keeps it this long. */
const grace = 3_600_000

interface AttachmentOptions {
  /** Created with the first copy; holds `HASH/NAME`. Agents may read it. */
  readonly folder: string
  /** Nothing below it may be attached. */
  readonly stateFolder: string
  readonly now: () => number
  readonly log: (line: string) => void
}

export function openAttachmentFiles(options: AttachmentOptions): AttachmentFiles {
  const { folder, log } = options
  const keep = (name: string, bytes: Uint8Array): Attachment => {
    if (bytes.length === 0) throw unfit(`${name} is empty.`)
    if (bytes.length > attachmentLimits.bytes)
      throw unfit(
        `${name} has ${sizeWords(bytes.length)}, and ${most} can be attached. Name its path instead.`,
      )
    const hash = hashOf(bytes)
    const copy = { hash, name: keptName(name) }
    const path = join(folder, hash, copy.name)
    if (!isSame(path, hash)) write(options, copy, bytes)
    return attachmentOf(path, copy, bytes)
  }
  return {
    keep,
    take: (path) => {
      const copy = copyAt(folder, path)
      if (copy !== null) return attachmentOf(path, copy, readCopy(path, copy.hash))
      return takeOwn(options, path, keep)
    },
    picture: (path) => {
      const copy = copyAt(folder, path)
      try {
        return copy === null ? null : pictureOf(path, readCopy(path, copy.hash))
      } catch (error) {
        log(`attachment ${path}: ${String(error)}`)
        return null
      }
    },
    sweep: (wanted) => {
      try {
        sweep(options, wanted)
      } catch (error) {
        log(`attachments: ${String(error)}`)
      }
    },
  }
}

const most = sizeWords(attachmentLimits.bytes)
const unfit = (words: string): UnfitAttachmentError => new UnfitAttachmentError(words)
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Copy {
  readonly hash: string
  readonly name: string
}

/** Returns null when the path is not one of our copies. */
function copyAt(folder: string, path: string): Copy | null {
  const hash = basename(dirname(path))
  const name = basename(path)
  return path === join(folder, hash, name) && /^[0-9a-f]{64}$/.test(hash) ? { hash, name } : null
}

function write({ folder, log }: AttachmentOptions, { hash, name }: Copy, bytes: Uint8Array): void {
  makeOwnFolder(folder)
  if (sizeOf(folder) + bytes.length > attachmentLimits.kept) {
    log('attachments: as many are kept as may be')
    throw unfit(
      `${sizeWords(attachmentLimits.kept)} of attachments are kept. Delete a tab that has some for good.`,
    )
  }
  makeOwnFolder(join(folder, hash))
  const path = join(folder, hash, name)
  checkPlainOrMissing(path)
  replaceFile(path, bytes, { mode: 0o600, keep: null })
}

/**
 * Attaches the user's file or folder by its path. A picture is copied, so that a later change of the file
 * has no effect.
 */
function takeOwn(
  { stateFolder, folder }: AttachmentOptions,
  path: string,
  keep: (name: string, bytes: Uint8Array) => Attachment,
): Attachment {
  if (!isAbsolute(path)) throw unfit('Give the whole path of the file, like /home/you/picture.png.')
  if (/[\p{Cc}\u2028\u2029]/u.test(path))
    throw unfit(
      'A name with a line break or a control character cannot be told to an agent. Rename the file.',
    )
  const real = realPath(path)
  if (real === null) throw unfit(`${path} is not there.`)
  if (isBelow(realPath(stateFolder) ?? stateFolder, real))
    throw unfit(`${path} is in the folder of Janus itself, which is closed to agents.`)
  if (isBelow(realPath(folder) ?? folder, real)) throw unfit(`${path} is not kept any more.`)
  const own = { name: keptName(path), path, picture: null, hash: null }
  if (fs.statSync(real).isDirectory()) return { ...own, bytes: null }
  const file = readForeignFile(real, { most: attachmentLimits.bytes, links: 'refuse' })
  if (file.state === 'long') return { ...own, bytes: file.size }
  if (file.state === 'virtual')
    throw unfit(`${path} is not a stored file: the system makes it up while it is read.`)
  if (file.state === 'unreadable') throw unfit(`${path} cannot be read (${file.code}).`)
  if (file.state !== 'read') throw unfit(`${path} is neither a file nor a folder.`)
  const { bytes } = file
  return isShowable(bytes) ? keep(basename(path), bytes) : { ...own, bytes: bytes.length }
}

function attachmentOf(path: string, { hash, name }: Copy, bytes: Uint8Array): Attachment {
  const picture = isShowable(bytes) ? (pictureShape(bytes)?.type ?? null) : null
  return { name, path, bytes: bytes.length, picture, hash }
}

/** Larger pictures are attached as plain files. */
function isShowable(bytes: Uint8Array): boolean {
  const shape = pictureShape(bytes)
  return shape !== null && Math.max(shape.width, shape.height) <= attachmentLimits.side
}

function pictureOf(path: string, bytes: Buffer): Picture | null {
  const shape = pictureShape(bytes)
  return shape === null ? null : { type: shape.type, path, data: bytes.toString('base64') }
}

function isSame(path: string, hash: string): boolean {
  const bytes = readOwnCopy(path)
  return bytes !== null && hashOf(bytes) === hash
}

/** Throws when the copy is missing or no longer matches its hash. */
function readCopy(path: string, hash: string): Buffer {
  const bytes = readOwnCopy(path)
  if (bytes === null) throw unfit(`${basename(path)} is not kept any more. Attach it again.`)
  if (hashOf(bytes) !== hash) throw unfit(`${basename(path)} was changed meanwhile. Attach it again.`)
  return bytes
}

function readOwnCopy(path: string): Buffer | null {
  const file = readForeignFile(path, { most: attachmentLimits.bytes, links: 'refuse' })
  return file.state === 'read' ? file.bytes : null
}

const realPath = (path: string): string | null => orNull(() => fs.realpathSync(path))

function hashesIn(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return []
  checkOwnFolder(folder)
  return fs.readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name))
}

function sizeOf(folder: string): number {
  const files = hashesIn(folder).flatMap((hash) =>
    fs.readdirSync(join(folder, hash)).map((name) => join(folder, hash, name)),
  )
  return files.reduce((sum, file) => sum + fs.lstatSync(file).size, 0)
}

function sweep({ folder, now }: AttachmentOptions, wanted: ReadonlySet<string>): void {
  for (const hash of hashesIn(folder)) {
    const path = join(folder, hash)
    if (wanted.has(hash) || now() - fs.lstatSync(path).mtimeMs < grace) continue
    // If the entry was replaced by a link, only the link is removed.
    fs.rmSync(path, { recursive: true, force: true })
  }
}

/** Device names reserved on Windows. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * Returns a safe file name for every file system: no folders, control or bidirectional characters; keeps
 * the extension.
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
  // File systems limit names to 255 bytes, and a character may take four.
  const fits = (some: string): boolean => some.length <= most && Buffer.byteLength(some) <= 200
  if (fits(name)) return name
  const [ending = ''] = /\.[A-Za-z0-9]{1,10}$/.exec(name) ?? []
  const points = [...name.slice(0, name.length - ending.length)]
  while (points.length > 0 && !fits(`${points.join('')}${ending}`)) points.pop()
  return `${points.join('').trimEnd()}${ending}`
}
