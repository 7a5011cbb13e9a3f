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

/** More lines than this of one conversation are not kept. */
const most = 1000

/** A journal longer than this, in bytes, is not one of ours: it is not read, nor written to. */
const longest = 64 * 1024 * 1024

/** One prompt of a conversation, as it is there. */
export interface Replayed {
  readonly id: string
  readonly text: string
}

interface Receipt {
  readonly frame: FrameId
  /** Of its words. */
  readonly hash: string
  /** Its id in the conversation; empty: none was told. */
  readonly id: string
  /** Its turn has ended: with these words, or with none that count. */
  readonly end: { readonly text: string | null } | null
  readonly gone: boolean
}

/**
 * What was put into one conversation, beside it: written before each prompt, since the protocol's first version gives a
 * prompt no name by which it could be found again. What the disk does not take is known meanwhile, and written with the
 * next line: a prompt that is under way is not worth less for it.
 */
export class Receipts {
  readonly #path: string
  readonly #conversation: string
  readonly #log: (line: string) => void
  /** Lines that the disk did not take yet. */
  #unwritten = ''
  #isTold = false

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

  /** Forgets other conversations and what is long past. */
  trim(): void {
    const lines = this.#lines()
    const kept = lines.filter((line) => line['conversation'] === this.#conversation).slice(-most)
    // Half a line at the end would spoil the next one.
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

  /** Its turn has ended; `text`: with these words. */
  ended(frame: FrameId, text: string | null): void {
    this.#add({ frame, end: text })
  }

  gone(frame: FrameId): void {
    this.#add({ frame, gone: true })
  }

  /** What can be said of these frames without the conversation; null for those that have to be looked for there. */
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

  /** The same by the prompts that the conversation holds; what is not among them is noted as gone. */
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
          // The last one, when the power went.
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
      this.#isTold = false
    } catch (error) {
      // The last line may stand there in part: the next one must not go on from it.
      if (!this.#unwritten.startsWith('\n')) this.#unwritten = `\n${this.#unwritten}`
      if (!this.#isTold) this.#log(`receipts are not written: ${String(error)}`)
      this.#isTold = true
    }
  }
}

/** By its id, else by its words: of prompts with the same words the first stand for the first. */
function isAmong(all: readonly Receipt[], frame: FrameId, replayed: readonly Replayed[]): boolean {
  const at = all.findIndex((one) => one.frame === frame)
  const receipt = all[at]
  if (receipt === undefined) return false
  if (receipt.id !== '') return replayed.some(({ id }) => id === receipt.id)
  const same = (hash: string): boolean => hash === receipt.hash
  const before = all.slice(0, at).filter((one) => !one.gone && same(one.hash)).length
  return replayed.filter(({ text }) => same(hashOf(text))).length > before
}

/** Blanks and ends of lines are left out: agents keep them as they like. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('hex')
}

/** What is kept of an agent goes. */
export function forgetReceipts(stateFolder: string, agent: AgentId): void {
  rmSync(pathOf(stateFolder, agent), { force: true })
}

function pathOf(stateFolder: string, agent: AgentId): string {
  return join(stateFolder, 'agents', agent, 'receipts.jsonl')
}
