import { join } from 'node:path'
import { z } from 'zod'
import type { DenialLog } from '../../ports/denials.ts'
import {
  denialCodes,
  type DeniedRequest,
  type DeniedRequestLine,
} from '../../contract/app/denied-requests.ts'
import { parseJson } from '../../contract/api/parse-json.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Page } from '../../contract/api/views.ts'
import type { Clock } from '../../ports/ports.ts'
import { appendOwnerOnly, appendRotating, readOwnerOnly } from './owner-only.ts'
import { messageOf } from './errors.ts'

/** Bytes after which the file is rotated. */
const longest = 512 * 1024
/** Cap per minute. */
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

/** `log` is called once when writing begins to fail. */
interface DenialFileOptions {
  readonly folder: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: (line: string) => void
}

/**
 * Keeps denied requests as JSON lines in the owner-only `refused.jsonl`, and the rotated ones in
 * `refused.jsonl.1`. Both are bounded, so an attacker can't fill the disk.
 */
export class DenialFile implements DenialLog {
  readonly #path: string
  readonly #clock: DenialFileOptions['clock']
  readonly #log: DenialFileOptions['log']
  /** Number of the newest line; null until the file was read. */
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
      appendRotating(this.#path, text, longest)
      this.#last++
      this.#isBroken = false
    } catch (error) {
      // The request stays denied even if it can't be logged.
      if (!this.#isBroken) this.#log(`denied requests are not kept: ${messageOf(error)}`)
      this.#isBroken = true
    }
  }

  /** Returns the number of the newest line. Ends a line that was cut off. */
  #begin(): number {
    const text = readOwnerOnly(this.#path) ?? ''
    if (text !== '' && !text.endsWith('\n')) appendOwnerOnly(this.#path, '\n')
    return this.#read().at(-1)?.n ?? 0
  }

  /** Oldest first; malformed lines are skipped. */
  #read(): DeniedRequestLine[] {
    const texts = [`${this.#path}.1`, this.#path].map((path) => readOwnerOnly(path) ?? '')
    return texts.flatMap((text) => text.split('\n')).flatMap(lineOf)
  }
}

const lineOf = (text: string): DeniedRequestLine | [] => lineShape.safeParse(parseJson(text)).data ?? []
