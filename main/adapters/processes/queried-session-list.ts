import type { ConversationHead, ResumeMode } from '../../contract/folders/conversations.ts'
import {
  ConversationError,
  type SessionList,
  type SessionQuery,
  type ImportedConversation,
} from '../../ports/conversations.ts'
import type { Clock } from '../../ports/ports.ts'
import { isSameFolder } from '../folder/folder-identity.ts'
import { messageOf } from '../folder/errors.ts'

/** Milliseconds a list is cached, so that search does not query the program on every keystroke. */
const fresh = 20_000

export const mostListed = 500
/** Characters. */
export const titleLength = 200

/** What only the program knows about its conversations. */
export interface SessionSource {
  readonly resumeMode: ResumeMode
  /** The program's name at the start of a sentence. */
  readonly program: string
  /** Returns all conversations that it lists for the folder, in any order. */
  heads(folder: string): Promise<readonly ConversationHead[]>
  resumeThread(head: ConversationHead): Promise<ImportedConversation>
  delete?(head: ConversationHead): Promise<void>
}

/** Lists and imports conversations by a short-lived process of their program. */
export class QueriedSessionList implements SessionList {
  readonly resumeMode: ResumeMode
  readonly #clock: Clock
  readonly #keeper: SessionSource
  #listed: { readonly folder: string; readonly at: number; readonly heads: Promise<Heads> } | null = null
  /** By id; some programs need the folder to find a conversation. */
  readonly #known = new Map<string, ConversationHead>()

  constructor(clock: Clock, keeper: SessionSource) {
    this.#clock = clock
    this.#keeper = keeper
    this.resumeMode = keeper.resumeMode
  }

  async list({ folder, words, offset, limit }: SessionQuery) {
    const found = (await this.#heads(folder)).filter(matcherOf(words))
    return { items: found.slice(offset, offset + limit), isMore: found.length > offset + limit }
  }

  async look(id: string): Promise<ConversationHead | null> {
    if (!this.#known.has(id)) await this.#heads(this.#listed?.folder ?? '/')
    return this.#known.get(id) ?? null
  }

  async takeUp(id: string): Promise<ImportedConversation> {
    const head = await this.#change(id)
    return this.#keeper.resumeThread(head).catch((error: unknown) => this.#failed(error))
  }

  async delete(id: string): Promise<void> {
    const head = await this.#change(id)
    await this.#keeper.delete?.(head).catch((error: unknown) => this.#failed(error))
    this.#listed = null
    this.#known.delete(id)
  }

  /** The conversation that is about to change, and with it the list. */
  async #change(id: string): Promise<ConversationHead> {
    const head = await this.look(id)
    if (head === null)
      throw new ConversationError(`${this.#keeper.program} does not know a conversation of that id.`)
    this.#listed = null
    return head
  }

  #heads(folder: string): Promise<Heads> {
    const now = this.#clock.steady()
    const listed = this.#listed
    if (listed && isSameFolder(listed.folder, folder) && now - listed.at < fresh) return listed.heads
    const heads = this.#ask(folder)
    const asked = { folder, at: now, heads }
    this.#listed = asked
    heads.catch(() => {
      if (this.#listed === asked) this.#listed = null
    })
    return heads
  }

  async #ask(folder: string): Promise<Heads> {
    const heads = await this.#keeper.heads(folder).catch((error: unknown) => this.#failed(error))
    const all = new Map(heads.map((head) => [head.id, head]))
    for (const [id, head] of all) this.#known.set(id, head)
    const ofFolder = new Set(
      heads.filter((head) => head.folder !== null && isSameFolder(head.folder, folder)),
    )
    return [...all.values()].sort(hereThenNewest((head) => ofFolder.has(head)))
  }

  #failed(error: unknown): never {
    if (error instanceof ConversationError) throw error
    const why = messageOf(error)
    throw new ConversationError(`${this.#keeper.program} could not be asked for its conversations: ${why}`)
  }
}

type Heads = readonly ConversationHead[]

/** Matches all words in the title or the folder's path. */
export function matcherOf(words: string): (head: ConversationHead) => boolean {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return ({ title, folder }) => {
    const text = `${title}\n${folder ?? ''}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  }
}

/** Conversations of this folder first, then by date; stable. */
export const hereThenNewest =
  <T extends { readonly id: string; readonly changedAt: number }>(isHere: (one: T) => boolean) =>
  (a: T, b: T): number =>
    Number(isHere(b)) - Number(isHere(a)) || b.changedAt - a.changedAt || (a.id < b.id ? -1 : 1)
