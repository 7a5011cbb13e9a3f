import type { Attachment, KeptDraft } from '../contract/mail/attachments.ts'
import type { PictureRef } from '../core/step/effects.ts'

/** Its message is for the user. */
export class UnfitAttachmentError extends Error {
  override readonly name = 'UnfitAttachmentError'
}

/** `data` is Base64. */
export interface Picture extends PictureRef {
  readonly data: string
}

/** Files attached to the user's messages, and copies stored by content. */
export interface AttachmentFiles {
  /** Stores a copy of the bytes. Throws `UnfitAttachmentError`. */
  keep(name: string, bytes: Uint8Array): Attachment
  /**
   * Makes an attachment of a stored copy, of a picture (which gets copied), or of any other file or folder
   * (by path). Throws `UnfitAttachmentError`.
   */
  take(path: string): Attachment
  /** Returns null if the copy is gone or was changed. Never throws. */
  picture(path: string): Picture | null
  /**
   * Removes every copy that is neither wanted nor younger than an hour: a new attachment isn't in a saved
   * draft yet. Never throws.
   */
  sweep(wanted: ReadonlySet<string>): void
}

export interface FolderFiles {
  /**
   * Paths relative to the folder, with `/`, without ignored files; `isWhole` is false if the list was cut.
   * Never rejects.
   */
  list(folder: string): Promise<{ readonly files: readonly string[]; readonly isWhole: boolean }>
}

export interface DraftStore {
  /** `of` is an agent's id or `first`; an empty draft is removed. */
  keepDraft(of: string, draft: KeptDraft): void
  drafts(): Readonly<Record<string, KeptDraft>>
  /** Hashes of the copies that any message, transcript or draft refers to. */
  attached(): ReadonlySet<string>
}
