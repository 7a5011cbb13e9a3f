import type { Message } from '../../contract/mail/messages.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import type { Transcripts } from '../memory/backend.ts'
import { wordsOf, type Ledger } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import type { FrameId } from '../../contract/api/model.ts'
import { headers } from '../../core/words/headers.ts'

/** Begins the frames of a copied conversation: what is in there is in the original already. */
export const copied = 'copied '

/** How often each word begins a line of a conversation, and which ids are named in any. */
function heard(
  transcripts: Transcripts,
  results: readonly string[],
): { words: Map<string, number>; again: Set<string>; ids: Set<string> } {
  const words = new Map<string, number>()
  /** Put once more, since the conversation does not hold them. */
  const again = new Set<string>()
  const ids = new Set<string>()
  const texts = [...transcripts.values()].flatMap((lines) =>
    lines.filter(({ frame }) => !frame.startsWith(copied)).map(({ text }) => text),
  )
  for (const text of [...texts, ...results]) {
    const isAgain = text.includes('no longer in your conversation')
    for (const [, word = ''] of text.matchAll(/^(word-\d+\.)/gm))
      if (isAgain) again.add(word)
      else words.set(word, (words.get(word) ?? 0) + 1)
    for (const [id] of text.matchAll(/msg-[0-9a-z]{10}/g)) ids.add(id)
  }
  return { words, again, ids }
}

/** No words were lost, none were doubled: what counts as read is in the conversation, once. */
export function checkWords(ledger: Ledger, transcripts: Transcripts, results: readonly string[]): void {
  const { words, again: putAgain, ids } = heard(transcripts, results)
  const by = new Map<string, Message[]>()
  for (const message of ledger.messages.values()) {
    for (const word of wordsOf(message.body)) by.set(word, [...(by.get(word) ?? []), message])
    if (!wasRead(message) && message.reply === null)
      must(
        message.reason !== null || message.state === 'queued',
        `what ended unread has a reason (${message.id})`,
      )
  }
  for (const [word, messages] of by) {
    const read = messages.filter(wasRead)
    const copies = words.get(word) ?? 0
    const again = read.filter(({ reminded }) => reminded).length
    const named = read.filter(({ id, priority }) => !wakes(priority) && ids.has(id)).length
    if (!putAgain.has(word) && !ledger.untold.has(word))
      must(copies + named >= read.length, `what counts as read is in the conversation (${word})`)
    if (!ledger.blurred.has(word))
      must(copies <= read.length + again, `nothing is in a conversation twice (${word})`)
  }
}

/** Whether an agent has read it, by what Janus says of it. A ticket may be answered by who knows its id only. */
function wasRead({ state, turn, reply, handled }: Message): boolean {
  const isHandled = handled?.action.kind === 'answered'
  return state === 'read' || (state === 'answered' && reply === null && !isHandled) || turn !== null
}

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

  committed(): void {
    for (const { frame, messages, after } of this.ledger.written) {
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
