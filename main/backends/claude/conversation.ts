import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { ForkPlace, Launch } from '../../ports/ports.ts'
import { ConversationError } from '../../ports/conversations.ts'
import { findTranscript, hasMessages, isPrompt, linesFrom, type Line } from './transcript.ts'
import type { SessionStart } from './options.ts'

/**
 * Types of lines that the CLI itself copies when it forks: the message chain with its ids and what belongs
 * to it. Usage, model requests and file checkpoints are left out.
 */
const taken: readonly unknown[] = [
  'user',
  'assistant',
  'attachment',
  'system',
  'progress',
  'content-replacement',
  'tools-used',
  'atis-latch',
]

/**
 * Copies a conversation next to the original; its CLI may be writing meanwhile. With `place` only up to
 * there. Resolves with the copy's id, or null if nothing was said before that place. Reads the file once in
 * memory of its longest line, and never writes it.
 */
export async function copyConversation(
  configFolder: string,
  conversation: string,
  place: ForkPlace | null = null,
): Promise<string | null> {
  const path = await findTranscript(configFolder, conversation)
  if (path === null || !(await hasMessages(path)))
    throw new ConversationError('There is nothing to copy yet: nothing has been said in this conversation.')
  return copyFile(path, place)
}

/** Like `copyConversation` for a known file; `seen` gets each copied line. */
export async function copyFile(
  path: string,
  place: ForkPlace | null,
  seen: (line: Line) => void = () => {},
  damaged: () => void = () => {},
): Promise<string | null> {
  const id = randomUUID()
  const copy = join(dirname(path), `${id}.jsonl`)
  const end = new CutWatch(place)
  const out = createWriteStream(copy, { flags: 'wx', mode: 0o600 })
  let words = 0
  try {
    await once(out, 'open')
    for await (const line of linesFrom(path, 0, damaged)) {
      if (end.isAt(line)) break
      if (!taken.includes(line['type'])) continue
      seen(line)
      if (line['type'] === 'user' || line['type'] === 'assistant') words += 1
      const named = 'sessionId' in line ? { ...line, sessionId: id } : line
      if (!out.write(`${JSON.stringify(named)}\n`)) await once(out, 'drain')
    }
    out.end()
    await once(out, 'finish')
    end.mustBeFound()
    if (words > 0) return id
  } catch (error) {
    out.destroy()
    await rm(copy, { force: true })
    throw error
  }
  await rm(copy, { force: true })
  return null
}

class CutWatch {
  readonly #place: ForkPlace | null
  readonly #ends: ReadonlySet<unknown>
  #isPast: boolean
  #isCut = false

  constructor(place: ForkPlace | null) {
    this.#place = place
    this.#ends = new Set(place?.before)
    this.#isPast = place === null || place.after === null
  }

  isAt(line: Line): boolean {
    if (this.#place === null) return false
    const { after } = this.#place
    if (after !== null && isPrompt(line, after)) this.#isPast = true
    this.#isCut = line['type'] === 'user' && this.#ends.has(line['uuid'])
    return this.#isCut
  }

  mustBeFound(): void {
    const isOpen = this.#place !== null && this.#place.before.length > 0 && !this.#isCut
    if (this.#isPast && !isOpen) return
    throw new ConversationError(
      'That place is not in its present conversation any more: it was cleared, or began again. Fork from a later turn.',
    )
  }
}

/**
 * Decides how a launch enters its conversation; `lost`: it had messages, and none are left. A file without
 * messages can be neither resumed nor started again under its id.
 */
export async function chooseEntrance(
  configFolder: string,
  launch: Launch,
): Promise<SessionStart & { lost: boolean }> {
  const { conversation } = launch
  const path = await findTranscript(configFolder, conversation)
  if (path === null) return { how: 'begin', conversation, lost: launch.conversed }
  if (await hasMessages(path)) return { how: 'resume', conversation, lost: false }
  return { how: 'begin', conversation: randomUUID(), lost: false }
}
