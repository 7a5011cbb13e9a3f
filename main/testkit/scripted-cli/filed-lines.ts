import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from '../memory/acts.ts'

/** The real CLI writes a prompt down only after its model has been asked, in ms. */
const writtenAfter = 15

/** The file of a conversation, as the real CLI keeps it; null where there is none. */
export function findFile(config: string, conversation: string): string | null {
  const projects = join(config, 'projects')
  try {
    for (const folder of readdirSync(projects)) {
      const path = join(projects, folder, `${conversation}.jsonl`)
      if (statSync(path, { throwIfNoEntry: false })) return path
    }
  } catch {
    // Nobody has spoken yet.
  }
  return null
}

/** Where a conversation that begins in this folder is kept. */
export function newFile(config: string, conversation: string, cwd: string): string {
  const folder = join(config, 'projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'))
  mkdirSync(folder, { recursive: true })
  return join(folder, `${conversation}.jsonl`)
}

/** The prompts of one conversation, each written to its transcript as it is read, and the end of its turn after it. */
export class FiledLines extends Array<Line> {
  #path = ''
  #conversation = ''
  #parent: string | null = null
  #isInTurn: () => boolean = () => false
  readonly #unwritten: object[] = []
  #timer: NodeJS.Timeout | undefined
  /** How the turn ended that was written last, if nothing has been read since. */
  #ended: string | null = null

  /** Keeps slices and the like plain. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  /** What a file holds; `isInTurn`: whether what is read now is steered into a turn. */
  static open(path: string, conversation: string, isInTurn: () => boolean): FiledLines {
    const lines = new FiledLines()
    lines.#path = path
    lines.#conversation = conversation
    lines.#isInTurn = isInTurn
    for (const { frame, text, note } of promptsIn(path))
      Array.prototype.push.call(lines, { frame, text, final: '', ...(note ? { note } : {}) })
    return lines
  }

  override push(...added: Line[]): number {
    for (const line of added) this.#write(line)
    return this.length
  }

  /** Everything is in the file. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const lines = this.#unwritten.splice(0).map((line) => `${JSON.stringify(line)}\n`)
    if (lines.length > 0) appendFileSync(this.#path, lines.join(''), { mode: 0o600 })
  }

  #write(line: Line): void {
    let { final } = line
    // Anyone who reads it keeps this very one, and says in it how its turn has ended.
    Object.defineProperty(line, 'final', {
      enumerable: true,
      get: () => final,
      set: (text: string | null) => {
        if (text !== null && final === null) this.#end(text)
        final = text
      },
    })
    super.push(line)
    if (this.#isInTurn()) this.#put('attachment', randomUUID(), attachmentOf(line))
    else this.#put('user', line.frame, promptOf(line))
    this.#timer ??= setTimeout(() => this.flush(), writtenAfter)
  }

  /** The turn of the newest prompts has ended; told once for each of them. */
  #end(text: string): void {
    if (this.#ended === text) return
    if (text === '') this.#put('user', randomUUID(), userOf('[Request interrupted by user]'))
    else this.#put('assistant', randomUUID(), answerOf(text))
    this.#ended = text
    this.flush()
  }

  #put(type: string, uuid: string, rest: object): void {
    this.#ended = null
    const of = { sessionId: this.#conversation, cwd: process.cwd(), version: '2.1.330', gitBranch: '' }
    const timestamp = new Date().toISOString()
    const parentUuid = this.#parent
    this.#parent = uuid
    this.#unwritten.push({
      parentUuid,
      isSidechain: false,
      userType: 'external',
      ...of,
      type,
      uuid,
      timestamp,
      ...rest,
    })
  }
}

function promptOf({ text, note }: Line): object {
  return { ...userOf(text), promptSource: 'sdk', ...(note ? { queueTranscriptOnly: true } : {}) }
}

const userOf = (content: string): object => ({ message: { role: 'user', content } })

function attachmentOf({ frame, text }: Line): object {
  return { attachment: { type: 'queued_command', prompt: text, source_uuid: frame } }
}

function answerOf(text: string): object {
  const content = [{ type: 'text', text }]
  const of = { type: 'message', role: 'assistant', model: 'scripted' }
  return { message: { id: `msg_${randomUUID()}`, ...of, content, stop_reason: 'end_turn' } }
}

interface Kept {
  readonly type?: string
  readonly uuid?: string
  readonly promptSource?: string
  readonly queueTranscriptOnly?: boolean
  readonly message?: { readonly content?: unknown }
  readonly attachment?: { readonly source_uuid?: string; readonly prompt?: string }
}

/** The prompts in a file; a torn end is passed over. */
function promptsIn(path: string): { frame: string; text: string; note: true | undefined }[] {
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [JSON.parse(text) as Kept]
      } catch {
        return []
      }
    })
    .flatMap(({ type, uuid, promptSource, queueTranscriptOnly, message, attachment }) => {
      if (type === 'attachment' && attachment?.source_uuid !== undefined)
        return [{ frame: attachment.source_uuid, text: attachment.prompt ?? '', note: undefined }]
      if (type !== 'user' || promptSource === undefined || uuid === undefined) return []
      const note = queueTranscriptOnly === true ? (true as const) : undefined
      return [{ frame: uuid, text: String(message?.content ?? ''), note }]
    })
}
