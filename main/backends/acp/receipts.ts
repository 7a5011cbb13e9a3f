import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Located } from '../../ports/ports.ts'
import {
  appendOwnerOnly,
  makeOwnFolder,
  readOwnerOnly,
  writeOwnerOnly,
} from '../../adapters/folder/owner-only.ts'
import { asObject, asText, type Json } from '../../adapters/processes/json.ts'

const mostLines = 1000

/** Bytes; a longer journal was not written by Janus, so it is neither read nor written. */
const longest = 64 * 1024 * 1024

export interface Replayed {
  readonly id: string
  readonly text: string
}

interface Receipt {
  readonly frame: FrameId
  readonly hash: string
  /** Id in the conversation; empty if the agent sent none. */
  readonly id: string
  /** Set when the turn has ended; `text` is null if it has no usable answer. */
  readonly end: { readonly text: string | null } | null
  readonly gone: boolean
}

/**
 * Journal of the prompts put into a conversation. A line is written before each prompt, because version 1 of
 * the protocol gives prompts no id by which to find them again. Lines that can't be written are kept in
 * memory and written with the next one; the prompt is sent anyway.
 */
export class Receipts {
  readonly #path: string
  readonly #conversation: string
  readonly #log: (line: string) => void
  #unwritten = ''
  #isLogged = false

  constructor(
    stateFolder: string,
    agent: AgentId,
    conversation: string,
    log: (line: string) => void = () => undefined,
  ) {
    this.#path = pathOf(stateFolder, agent)
    this.#conversation = conversation
    this.#log = log
  }

  /** Removes lines of other conversations and the oldest ones. */
  trim(): void {
    const lines = this.#lines()
    const kept = lines.filter((line) => line['conversation'] === this.#conversation).slice(-mostLines)
    // An incomplete last line would corrupt the next one.
    if (kept.length === lines.length && !/[^\n]$/.test(this.#text())) return
    this.#writing(() => {
      writeOwnerOnly(this.#path, kept.map((line) => `${JSON.stringify(line)}\n`).join(''))
      this.#unwritten = ''
    })
  }

  get isBegun(): boolean {
    return this.#all().length > 0
  }

  written(frame: FrameId, text: string): void {
    this.#add({ frame, hash: hashOf(text) })
  }

  named(frame: FrameId, id: string): void {
    this.#add({ frame, id })
  }

  /** `text`: the answer of its turn, or null. */
  ended(frame: FrameId, text: string | null): void {
    this.#add({ frame, end: text })
  }

  gone(frame: FrameId): void {
    this.#add({ frame, gone: true })
  }

  /** Locates frames by the journal alone; null where the conversation has to be searched. */
  known(frames: readonly FrameId[]): readonly (Located | null)[] {
    const all = this.#all()
    return frames.map((frame) => {
      const receipt = all.find((one) => one.frame === frame)
      if (receipt === undefined || receipt.gone) return { frame, found: 'absent', text: '' }
      if (receipt.end === null) return null
      const { text } = receipt.end
      return text === null ? { frame, found: 'unfinished', text: '' } : { frame, found: 'finished', text }
    })
  }

  locate(frames: readonly FrameId[], replayed: readonly Replayed[]): readonly Located[] {
    const all = this.#all()
    return this.known(frames).map((known, at) => {
      const frame = frames[at] ?? ''
      if (known !== null) return known
      if (isAmong(all, frame, replayed)) return { frame, found: 'unfinished', text: '' }
      this.gone(frame)
      return { frame, found: 'absent', text: '' }
    })
  }

  #all(): readonly Receipt[] {
    const receipts = new Map<FrameId, Receipt>()
    for (const line of this.#lines()) {
      const frame = asText(line['frame'])
      if (line['conversation'] !== this.#conversation || frame === '') continue
      const before = receipts.get(frame) ?? { frame, hash: '', id: '', end: null, gone: false }
      const end = line['end']
      receipts.set(frame, {
        frame,
        hash: asText(line['hash']) || before.hash,
        id: asText(line['id']) || before.id,
        end: end === undefined ? before.end : { text: typeof end === 'string' ? end : null },
        gone: 'gone' in line ? line['gone'] === true : 'hash' in line ? false : before.gone,
      })
    }
    return [...receipts.values()]
  }

  #lines(): readonly Json[] {
    return this.#text()
      .split('\n')
      .flatMap((line) => {
        try {
          return line === '' ? [] : [asObject(JSON.parse(line))]
        } catch {
          // The last line may be incomplete after a power loss.
          return []
        }
      })
  }

  #text(): string {
    try {
      return (readOwnerOnly(this.#path, longest) ?? '') + this.#unwritten
    } catch {
      return this.#unwritten
    }
  }

  #add(line: object): void {
    this.#unwritten += `${JSON.stringify({ conversation: this.#conversation, ...line })}\n`
    this.#writing(() => {
      appendOwnerOnly(this.#path, this.#unwritten, longest)
      this.#unwritten = ''
    })
  }

  #writing(write: () => void): void {
    try {
      makeOwnFolder(dirname(dirname(this.#path)))
      makeOwnFolder(dirname(this.#path))
      write()
      this.#isLogged = false
    } catch (error) {
      // Part of the line may have been written: begin on a new line next time.
      if (!this.#unwritten.startsWith('\n')) this.#unwritten = `\n${this.#unwritten}`
      if (!this.#isLogged) this.#log(`receipts are not written: ${String(error)}`)
      this.#isLogged = true
    }
  }
}

/** Compares by id, else by text: of prompts with the same text the first corresponds to the first. */
function isAmong(all: readonly Receipt[], frame: FrameId, replayed: readonly Replayed[]): boolean {
  const at = all.findIndex((one) => one.frame === frame)
  const receipt = all[at]
  if (receipt === undefined) return false
  if (receipt.id !== '') return replayed.some(({ id }) => id === receipt.id)
  const same = (hash: string): boolean => hash === receipt.hash
  const before = all.slice(0, at).filter((one) => !one.gone && same(one.hash)).length
  return replayed.filter(({ text }) => same(hashOf(text))).length > before
}

/** Ignores whitespace: agents change it. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('hex')
}

export function forgetReceipts(stateFolder: string, agent: AgentId): void {
  rmSync(pathOf(stateFolder, agent), { force: true })
}

function pathOf(stateFolder: string, agent: AgentId): string {
  return join(stateFolder, 'agents', agent, 'receipts.jsonl')
}
