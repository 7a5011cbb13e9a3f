import { z } from 'zod'
import { attachmentLimits, pictureTypes } from './attachments.ts'
import { line, path, ref } from '../api/shapes.ts'

/** An attachment, as a window keeps it with a draft. */
export const attachment = z.strictObject({
  name: line(attachmentLimits.name),
  path,
  bytes: z.int().min(0).nullable(),
  picture: z.enum(pictureTypes).nullable(),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
})

/** What goes with a message, by its full path: the person's file, or a copy that `attachments.keep` has told. */
export const attachmentPaths = z.array(z.strictObject({ path })).max(attachmentLimits.count)

/** What can be asked about pictures and files, by the person only. */
export const attachmentRequests = {
  /** Keeps a copy of bytes, as Base64, that lie in no file: what was pasted, or came out of a browser. */
  'attachments.keep': z.strictObject({
    name: z.string().max(1000),
    data: z.base64().max(Math.ceil(attachmentLimits.bytes / 3) * 4),
  }),
  /** What a file of the person's is as an attachment; of a picture a copy is kept. */
  'attachments.take': z.strictObject({ path }),
  /** The bytes of a kept picture, as Base64, to be shown. */
  'attachments.show': z.strictObject({ path }),
  /** Files of an agent's folder whose paths fit, best first; without words the shortest. */
  'files.find': z.strictObject({ agent: ref, words: z.string().max(500) }),
} as const
