/** Pictures and files sent with the user's messages. Types, limits and texts only. */

/** Picture types that models accept. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export type PictureType = (typeof pictureTypes)[number]

export interface Attachment {
  /** One line. */
  readonly name: string
  /** Absolute path for agents: Janus's copy, or else the user's own file or folder. */
  readonly path: string
  /** Null: a folder, or unknown. */
  readonly bytes: number | null
  /** A picture that models can be shown, and whose bytes are kept; else null. */
  readonly picture: PictureType | null
  /** SHA-256 in hex of Janus's copy; null: there is none, and the path is the user's own. */
  readonly hash: string | null
}

/** An unsent draft. */
export interface KeptDraft {
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** Files in a folder that match a query. */
export interface FilesFound {
  /** Relative to the folder, with `/`; best first, at most 50. */
  readonly files: readonly string[]
  /** Number of all matches. */
  readonly count: number
  /** The folder has more files than were searched. */
  readonly isPart: boolean
}

export const attachmentLimits = {
  /** Per message. */
  count: 20,
  /** Bytes of one picture or uploaded file: the model API takes 5 MiB of Base64. */
  bytes: 3_932_160,
  /** Pixels per side, the models' maximum. */
  side: 8000,
  /** Bytes of all pictures in one message. */
  pictures: 16 * 1024 * 1024,
  /** Bytes stored for all messages together. */
  kept: 2 * 1024 * 1024 * 1024,
  /** Characters. */
  name: 120,
} as const

export const attachedNames = (attachments: readonly Pick<Attachment, 'name'>[]): string =>
  attachments.map(({ name }) => name).join(', ')
