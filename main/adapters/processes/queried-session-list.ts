import type { ConversationHead, GoesOn } from '../../contract/folders/conversations.ts'
import {
  ConversationError,
  type SessionList,
  type SessionQuery,
  type ImportedConversation,
} from '../../ports/conversations.ts'
import type { Clock } from '../../ports/ports.ts'
import { isSameFolder } from '../folder/folder-identity.ts'
import { messageOf } from '../folder/errors.ts'

/** So long a list is taken for what there is, in ms: a user who types into a search is not kept waiting at each letter. */
const fresh = 20_000

/** Conversations that a program is asked for at most. */
export const mostListed = 500
/** First words of a conversation are shown so far, in characters. */
export const titleLength = 200

/** What only the program itself can tell of the conversations that it keeps. */
export interface SessionSource {
  readonly goesOn: GoesOn
  /** As people call the program, at the head of a sentence. */
  readonly program: string
  /** All that it tells of where somebody works in this folder, in any order. */
  heads(folder: string): Promise<readonly ConversationHead[]>
  resumeThread(head: ConversationHead): Promise<ImportedConversation>
}

/** Conversations that a process of their program lists and copies: it is started when it is asked, and ends then. */
export class QueriedSessionList implements SessionList {
  readonly goesOn: GoesOn
  readonly #clock: Clock
  readonly #keeper: SessionSource
  #listed: { readonly folder: string; readonly at: number; readonly heads: Promise<Heads> } | null = null
  /** What was told so far, by id: of some programs one has to know the folder to find a conversation again. */
  readonly #known = new Map<string, ConversationHead>()

  constructor(clock: Clock, keeper: SessionSource) {
    this.#clock = clock
    this.#keeper = keeper
    this.goesOn = keeper.goesOn
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
    const head = await this.look(id)
    if (head === null)
      throw new ConversationError(`${this.#keeper.program} does not know a conversation of that id.`)
    // What becomes of it is in no list yet.
    this.#listed = null
    return this.#keeper.resumeThread(head).catch((error: unknown) => this.#failed(error))
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

/** Whether a conversation has all of these words in its title or in the path of its folder. */
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

/** Those that are here first, then the newest; in the same order each time. */
export const hereThenNewest =
  <T extends { readonly id: string; readonly changedAt: number }>(isHere: (one: T) => boolean) =>
  (a: T, b: T): number =>
    Number(isHere(b)) - Number(isHere(a)) || b.changedAt - a.changedAt || (a.id < b.id ? -1 : 1)
