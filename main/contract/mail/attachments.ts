/** Pictures and files that go with the user's words. Types, limits and words only. */

/** The kinds of picture that models are shown. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** One of them. */
export type PictureType = (typeof pictureTypes)[number]

/** What goes with one message of the user's. */
export interface Attachment {
  /** What it is called, one line. */
  readonly name: string
  /** Where agents find it, absolute: the copy that Janus keeps, else the user's own file or folder. */
  readonly path: string
  /** How long it is; null: a folder, or its length is nobody's matter. */
  readonly bytes: number | null
  /** It is a picture that a model can be shown; its bytes are kept. */
  readonly picture: PictureType | null
  /** SHA-256 of the copy that Janus keeps, in hex; null: there is none, the path is the user's own. */
  readonly hash: string | null
}

/** What was not sent yet, as it is kept. */
export interface KeptDraft {
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** Files of a folder that fit what was typed. */
export interface FilesFound {
  /** Below the folder, with `/`; best first, 50 at most. */
  readonly files: readonly string[]
  /** How many fit altogether. */
  readonly count: number
  /** The folder has more than was looked at. */
  readonly isPart: boolean
}

/** How much goes with a message. */
export const attachmentLimits = {
  /** Most attachments of one message. */
  count: 20,
  /** Most bytes of one picture, and of one file that is handed over by its bytes: what the API takes, as Base64 5 MiB. */
  bytes: 3_932_160,
  /** Most pixels of a side: models take no larger one. */
  side: 8000,
  /** Most bytes of all pictures of one message. */
  pictures: 16 * 1024 * 1024,
  /** Most bytes that are kept of all messages together. */
  kept: 2 * 1024 * 1024 * 1024,
  /** Most characters of a name. */
  name: 120,
} as const

/** Names of attachments as one line, for where there is no room for them. */
export const attachedNames = (attachments: readonly Pick<Attachment, 'name'>[]): string =>
  attachments.map(({ name }) => name).join(', ')
