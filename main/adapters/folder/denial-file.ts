import { join } from 'node:path'
import { z } from 'zod'
import type { DenialLog } from '../../ports/denials.ts'
import {
  denialCodes,
  type DeniedRequest,
  type DeniedRequestLine,
} from '../../contract/app/denied-requests.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Page } from '../../contract/api/views.ts'
import type { Clock } from '../../ports/ports.ts'
import { appendOwnerOnly, appendTurning, readOwnerOnly } from './owner-only.ts'
import { messageOf } from './errors.ts'

/** A file this long, in bytes, becomes the one before, and a new one is begun. */
const longest = 512 * 1024
/** Lines in a minute. */
const mostAMinute = 60
const minute = 60_000

const head = { n: z.int().min(1), at: z.iso.datetime() }
const agentId = z.templateLiteral(['agt-', z.string().regex(/^[0-9a-z]{10}$/)])
const lineShape: z.ZodType<DeniedRequestLine> = z.union([
  z.object({ ...head, leftOut: z.int().min(1) }),
  z.object({
    ...head,
    code: z.enum(denialCodes),
    by: z.union([
      z.object({ kind: z.literal('agent'), id: agentId as z.ZodType<AgentId> }),
      z.object({ kind: z.enum(['api', 'window', 'stranger']) }),
    ]),
    route: z.string().max(200),
    token: z.enum(['none', 'unknown', 'revoked']).exactOptional(),
  }),
])

/** What the file is made of. `log` hears once when it takes no lines. */
interface DenialFileOptions {
  readonly folder: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: (line: string) => void
}

/**
 * Keeps denied requests in `refused.jsonl` of the state folder, a line of JSON each, readable by its owner only; the
 * ones before are in `refused.jsonl.1`. Both are bounded, so anyone who knocks without end fills no disk.
 */
export class DenialFile implements DenialLog {
  readonly #path: string
  readonly #clock: DenialFileOptions['clock']
  readonly #log: DenialFileOptions['log']
  /** Of the newest line; null until the file was looked at. */
  #last: number | null = null
  #from = -Infinity
  #count = 0
  #leftOut = 0
  #cancel = (): void => undefined
  #isBroken = false

  constructor({ folder, clock, log }: DenialFileOptions) {
    this.#path = join(folder, 'refused.jsonl')
    this.#clock = clock
    this.#log = log
  }

  note(denied: DeniedRequest): void {
    const now = this.#clock.now()
    if (now >= this.#from + minute || now < this.#from) {
      this.#tellLeftOut()
      this.#from = now
      this.#count = 0
    }
    if (this.#count >= mostAMinute) {
      if (this.#leftOut === 0)
        this.#cancel = this.#clock.after(this.#from + minute - now, () => this.#tellLeftOut())
      this.#leftOut++
      return
    }
    this.#count++
    this.#add(denied)
  }

  page(before: number | null, limit: number): Page<DeniedRequestLine> {
    const fitting = this.#read()
      .filter(({ n }) => before === null || n < before)
      .toReversed()
    const items = fitting.slice(0, limit)
    return { items, next: fitting.length > limit ? (items.at(-1)?.n ?? null) : null }
  }

  close(): void {
    this.#tellLeftOut()
  }

  #tellLeftOut(): void {
    this.#cancel()
    if (this.#leftOut > 0) this.#add({ leftOut: this.#leftOut })
    this.#leftOut = 0
  }

  #add(line: DeniedRequest | { readonly leftOut: number }): void {
    try {
      this.#last ??= this.#begin()
      const at = new Date(this.#clock.now()).toISOString()
      const text = `${JSON.stringify({ n: this.#last + 1, at, ...line })}\n`
      appendTurning(this.#path, text, longest)
      this.#last++
      this.#isBroken = false
    } catch (error) {
      // A refusal stands whether or not it can be written down.
      if (!this.#isBroken) this.#log(`denied requests are not kept: ${messageOf(error)}`)
      this.#isBroken = true
    }
  }

  /** The number of the newest line; a line that was cut short is ended. */
  #begin(): number {
    const text = readOwnerOnly(this.#path) ?? ''
    if (text !== '' && !text.endsWith('\n')) appendOwnerOnly(this.#path, '\n')
    return this.#read().at(-1)?.n ?? 0
  }

  /** All lines, oldest first; what is none is passed over. */
  #read(): DeniedRequestLine[] {
    const texts = [`${this.#path}.1`, this.#path].map((path) => readOwnerOnly(path) ?? '')
    return texts.flatMap((text) => text.split('\n')).flatMap(lineOf)
  }
}

function lineOf(text: string): DeniedRequestLine[] {
  try {
    const read = lineShape.safeParse(JSON.parse(text))
    return read.success ? [read.data] : []
  } catch {
    return []
  }
}
