import type { Message } from '../../contract/mail/messages.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import type { Transcripts } from '../memory/backend.ts'
import { wordsOf, type Ledger, type Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import type { FrameId, AgentId, Entry } from '../../contract/api/model.ts'
import { headers } from '../../core/words/headers.ts'
import { isSubagentLog, mostSubagentRows, ownerOf } from '../../contract/agents/subagents.ts'
import { subagentWords } from '../memory/subagent.ts'

/** Prefix of a copied conversation's inputs; their text is in the original too. */
export const copied = 'copied '

/** Counts the lines that begin with each word, and collects the ids in the transcripts. */
function heard(
  transcripts: Transcripts,
  results: readonly string[],
): { words: Map<string, number>; again: Set<string>; ids: Set<string> } {
  const words = new Map<string, number>()
  /** Written again, since the conversation does not have them. */
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

/** No text was lost or duplicated: what counts as read is in the conversation, once. */
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

/** Whether Janus says that its receiver has read it. An agent may answer a ticket by its id without having read it. */
function wasRead({ state, turn, reply, handled }: Message): boolean {
  const isHandled = handled?.action.kind === 'answered'
  return state === 'read' || (state === 'answered' && reply === null && !isHandled) || turn !== null
}

interface Put {
  readonly messages: readonly Message[]
  readonly images: boolean
}

/** A user's attachments stay with the message: always named by path, and shown to every model that accepts images. */
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

  look(transcripts: Transcripts): void {
    for (const lines of transcripts.values())
      for (const { frame, text, pictures = [] } of lines) {
        const put = this.#put.get(frame)
        if (put === undefined || frame.startsWith(copied)) continue
        // A note that is only announced has the message's id, but not its text.
        for (const { id, attachments = [] } of put.messages.filter((message) => !text.includes(message.id)))
          for (const { path } of attachments) {
            must(text.includes(headers.attached(path)), `what is attached is named with its words (${id})`)
            must(pictures.includes(path) === put.images, `a picture is shown where pictures are (${id})`)
          }
      }
  }
}

/** A subagent's text is in its own log only: it never counts as its agent's text, and reaches no other agent. */
export class SubagentWatcher extends Watcher {
  readonly #newest = new Map<AgentId, number>()

  committed({ after, rows }: Commit): void {
    for (const row of rows) {
      if (row.table === 'entry' && isSubagentLog(row.row.agent)) this.#row(row.row)
      else if (row.table !== 'forgotten' && row.table !== 'copied')
        must(
          !JSON.stringify(row.row).includes(subagentWords),
          'a subagent’s words stand in its own log alone',
        )
    }
    for (const { process, subagents } of after.agents.values())
      must(process !== 'off' || subagents.length === 0, 'no subagent outlives the process that runs it')
  }

  #row({ agent, n, within, author }: Entry): void {
    const before = this.#newest.get(agent) ?? 0
    must(n === before + 1 && n <= mostSubagentRows, 'a subagent’s log has no gaps, and an end')
    must(within !== undefined, `a row of a subagent of ${ownerOf(agent)} is found under its call`)
    must(author.kind === 'system', 'a subagent does not speak for its agent')
    this.ledger.count('subagent said')
    this.#newest.set(agent, n)
  }
}
