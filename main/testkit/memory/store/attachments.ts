import { createHash } from 'node:crypto'
import type { Attachment } from '../../../contract/mail/attachments.ts'
import {
  UnfitAttachmentError,
  type AttachmentFiles,
  type FolderFiles,
  type Picture,
} from '../../../ports/attachments.ts'

/** Attachments in memory: `files` are the user's own, by path; data with a PNG header is a picture. */
export class MemoryAttachments implements AttachmentFiles {
  readonly files = new Map<string, Uint8Array>()
  readonly kept = new Map<string, Uint8Array>()
  /** The hashes to keep at each sweep. */
  readonly swept: ReadonlySet<string>[] = []

  keep(name: string, bytes: Uint8Array): Attachment {
    if (bytes.length === 0) throw new UnfitAttachmentError(`${name} is empty.`)
    const path = `/kept/${hashOf(bytes)}/${name}`
    this.kept.set(path, bytes)
    return this.#told(path, bytes, hashOf(bytes))
  }

  take(path: string): Attachment {
    const copy = this.kept.get(path)
    if (copy) return this.#told(path, copy, hashOf(copy))
    const own = this.files.get(path)
    if (own === undefined) throw new UnfitAttachmentError(`${path} is not there.`)
    return isPicture(own) ? this.keep(nameOf(path), own) : this.#told(path, own, null)
  }

  picture(path: string): Picture | null {
    const bytes = this.kept.get(path)
    if (bytes === undefined || !isPicture(bytes)) return null
    return { type: 'image/png', path, data: Buffer.from(bytes).toString('base64') }
  }

  sweep(wanted: ReadonlySet<string>): void {
    this.swept.push(wanted)
  }

  #told(path: string, bytes: Uint8Array, hash: string | null): Attachment {
    const picture = hash !== null && isPicture(bytes) ? 'image/png' : null
    return { name: nameOf(path), path, bytes: bytes.length, picture, hash }
  }
}

/** Folders with the files that a test sets. */
export class MemoryFolderFiles implements FolderFiles {
  readonly folders = new Map<string, readonly string[]>()

  list(folder: string): ReturnType<FolderFiles['list']> {
    return Promise.resolve({ files: this.folders.get(folder) ?? [], isWhole: true })
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const isPicture = (bytes: Uint8Array): boolean => Buffer.from(bytes).subarray(1, 4).toString() === 'PNG'
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
