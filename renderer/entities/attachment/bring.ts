import type { Attachment } from '../../../main/contract/mail/attachments.ts'
import { attachmentLimits } from '../../../main/contract/mail/attachments.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import { ask } from '../../state/connection.ts'

/** Brings a file of the person's into main: by its path where the window knows it, else its bytes. Rejects with words. */
export async function bringFile(file: File): Promise<Attachment> {
  const path = window.janus?.pathOf?.(file) ?? ''
  if (path !== '') return ask('attachments.take', { path })
  const name = file.name === '' ? 'file' : file.name
  const { bytes: most } = attachmentLimits
  if (file.size > most)
    throw refusal(
      `${name} has ${sizeWords(file.size)}. A browser hands over a copy, of ${sizeWords(most)} at most: write its path instead.`,
    )
  return ask('attachments.keep', { name, data: await base64Of(file) })
}

/** In words for the person, which are shown as they are. */
const refusal = (message: string) => new RefusedError({ code: 'too_large', message })

/** Rejects for a folder: a browser lets nobody read one. */
async function base64Of(file: File): Promise<string> {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    throw refusal(
      `${file.name} cannot be read. A folder cannot be handed over by a browser: write its path instead.`,
    )
  }
  let binary = ''
  const step = 0x8000
  for (let at = 0; at < bytes.length; at += step)
    binary += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(binary)
}
