import type { Attachment, KeptDraft, PictureType } from '../contract/mail/attachments.ts'

/** Why something cannot be attached, in words for the user. */
export class UnfitAttachmentError extends Error {
  override readonly name = 'UnfitAttachmentError'
}

/** A picture for a model: Base64. */
export interface Picture {
  readonly type: PictureType
  readonly path: string
  readonly data: string
}

/** What goes with the user's messages: their files, and the copies that Janus keeps by content. */
export interface AttachmentFiles {
  /** Keeps a copy of these bytes. Throws `UnfitAttachmentError`. */
  keep(name: string, bytes: Uint8Array): Attachment
  /** What a path is as an attachment: one of the copies, a picture, of which a copy is kept, or a file or folder. Throws `UnfitAttachmentError`. */
  take(path: string): Attachment
  /** A kept picture as it was; null where it is gone or has been changed. Never throws. */
  picture(path: string): Picture | null
  /**
   * Removes every copy that is not among these hashes and older than an hour: what was attached just now stands in no
   * draft yet. Never throws.
   */
  sweep(wanted: ReadonlySet<string>): void
}

/** The files of an agent's folder, for anyone who names one. */
export interface FolderFiles {
  /** Paths below the folder with `/`, whatever is ignored there left out; `isWhole`: these are all. Never rejects. */
  list(folder: string): Promise<{ readonly files: readonly string[]; readonly isWhole: boolean }>
}

/** What was not sent yet, and which copies are needed. */
export interface DraftStore {
  /** Keeps what was not sent yet, under an agent's id or `first`; nothing at all forgets it. */
  keepDraft(of: string, draft: KeptDraft): void
  drafts(): Readonly<Record<string, KeptDraft>>
  /** Hashes of the copies that a message, a transcript or a draft has. */
  attached(): ReadonlySet<string>
}
