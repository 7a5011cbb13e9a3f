import type { FrameId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { headers } from '../../core/words/headers.ts'
import type { Transcripts } from '../memory/backend.ts'
import { must, Watcher } from './invariant.ts'
import { copied } from './invariant-words.ts'
import { writtenIn, type Commit } from './ledger.ts'

/** A prompt of mail in which something is attached. */
interface Put {
  readonly messages: readonly Message[]
  /** Its process's model is shown pictures. */
  readonly images: boolean
}

/**
 * What the user attached is with their words wherever these are put: named by its path, and shown to every process whose
 * model is shown pictures.
 */
export class AttachedWatcher extends Watcher {
  readonly #put = new Map<FrameId, Put>()

  committed(commit: Commit): void {
    for (const { frame, messages, after } of writtenIn(commit)) {
      const attached = messages.filter(({ attachments }) => attachments !== undefined)
      const putsMail = frame.kind === 'mail' || frame.kind === 'prompt'
      if (putsMail && attached.length > 0)
        this.#put.set(frame.id, { messages: attached, images: after.abilities.images })
    }
  }

  /** Looks into all conversations. */
  look(transcripts: Transcripts): void {
    for (const lines of transcripts.values())
      for (const { frame, text, pictures = [] } of lines) {
        const put = this.#put.get(frame)
        if (put === undefined || frame.startsWith(copied)) continue
        // Of a note that is only named, its id stands there, and nothing of it.
        for (const { id, attachments = [] } of put.messages.filter((message) => !text.includes(message.id)))
          for (const { path } of attachments) {
            must(text.includes(headers.attached(path)), `what is attached is named with its words (${id})`)
            must(pictures.includes(path) === put.images, `a picture is shown where pictures are (${id})`)
          }
      }
  }
}
