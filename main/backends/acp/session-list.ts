import type { ConversationHead } from '../../contract/folders/conversations.ts'
import { userWords, withoutIntroducedTitle } from '../../contract/agents/introduced.ts'
import { ConversationError, type ImportedRow, type ImportedConversation } from '../../ports/conversations.ts'
import { mostListed, titleLength, type SessionSource } from '../../adapters/processes/queried-session-list.ts'
import { outputLine } from '../../adapters/processes/output.ts'
import { ImportedTurns } from '../../adapters/processes/imported-turns.ts'
import type { AcpConnection } from './connection.ts'
import type { Greeting } from './opening.ts'
import { copySession, replaySession } from './opening.ts'
import type { Profile } from './profile.ts'
import { UpdateReader } from './reader.ts'
import { asObject, asObjects, asText, type Json } from '../../adapters/processes/json.ts'
import { acpText } from './calls.ts'

/** Starts a process; `hear` gets its updates, `neutral` is a folder without settings. */
export type Visit = <T>(
  hear: (update: Json) => void,
  ask: (connection: AcpConnection, greeting: Greeting, neutral: string) => Promise<T>,
) => Promise<T>

/** Lists and copies conversations that this kind of program stores; null if it offers no list. */
export function acpKeeper(profile: Profile, visit: Visit): SessionSource | null {
  const { lists } = profile
  if (lists === undefined) return null
  return {
    resumeMode: profile.copiesBy === 'never' ? 'original' : 'copy',
    program: profile.program,
    heads: (folder) =>
      visit(
        () => undefined,
        async (connection, { deletes }) => {
          const heads = await listSessions(connection, lists === 'folder' ? { cwd: folder } : {})
          return deletes ? heads.map((head) => ({ ...head, canDelete: true as const })) : heads
        },
      ),
    resumeThread: (head) => takeUp(profile, head, visit),
    delete: ({ id }) =>
      visit(
        () => undefined,
        async (connection) => void (await connection.request('session/delete', { sessionId: id })),
      ),
  }
}

async function listSessions(connection: AcpConnection, of: object): Promise<readonly ConversationHead[]> {
  const all: ConversationHead[] = []
  let cursor: string | null = null
  do {
    const page: Json = await connection.request('session/list', cursor === null ? of : { ...of, cursor })
    all.push(...asObjects(page['sessions']).flatMap((session) => headOf(session) ?? []))
    cursor = asText(page['nextCursor']) || null
  } while (cursor !== null && all.length < mostListed)
  return all
}

function headOf(session: Json): ConversationHead | null {
  const id = asText(session['sessionId'])
  const title = outputLine(withoutIntroducedTitle(asText(session['title'])), titleLength)
  if (id === '' || title === '') return null
  const changedAt = Date.parse(asText(session['updatedAt'])) || 0
  return { id, folder: asText(session['cwd']) || null, title, changedAt, turns: null, bytes: null }
}

/**
 * The folder's settings don't apply meanwhile: the program starts in a neutral folder, and keeps settings
 * out of a folder that it is given.
 */
async function takeUp(profile: Profile, head: ConversationHead, visit: Visit): Promise<ImportedConversation> {
  const reader = new AcpHistoryReader(profile, head.changedAt)
  let isRead = false
  const conversation = await visit(
    (update) => isRead && reader.take(update),
    async (connection, greeting, neutral) => {
      const place = {
        conversation: head.id,
        cwd: profile.lists === 'folder' ? (head.folder ?? neutral) : neutral,
      }
      const copy = await copySession(connection, profile, place)
      isRead = true
      await replaySession(connection, greeting, { ...place, conversation: copy ?? head.id })
      isRead = false
      return copy
    },
  )
  const { rows, turns, earlier } = reader.end()
  if (turns === 0)
    throw new ConversationError(`${profile.name} tells nothing that was said there. It was left as it is.`)
  return {
    conversation: conversation ?? head.id,
    ...(conversation === null ? { isOriginal: true as const } : {}),
    past: { rows, turns, earlier, damaged: 0, file: '' },
  }
}

export class AcpHistoryReader {
  readonly #past = new ImportedTurns()
  readonly #reader: UpdateReader
  /** Milliseconds since 1970, for updates without a time. */
  readonly #usual: number
  #at = 0
  #words: { readonly id: string; text: string } | null = null

  constructor({ ownWord }: Pick<Profile, 'ownWord'>, changedAt: number) {
    this.#reader = new UpdateReader(ownWord)
    this.#usual = changedAt
  }

  take(update: Json): void {
    const kind = update['sessionUpdate']
    const time = asObject(update['_meta'])['timestamp']
    if (kind === 'user_message_chunk' || kind === 'user_message') return this.#addPrompt(update, time)
    const heard = this.#reader.read(update)
    if (heard.length === 0) return
    this.#closePrompt()
    this.#addBlocks(heard)
    this.#noteTime(time)
  }

  end(): Pick<ImportedTurns, 'rows' | 'turns' | 'earlier'> {
    this.#closePrompt()
    this.#endTurn()
    return this.#past
  }

  #addPrompt(update: Json, time: unknown): void {
    const id = asText(update['messageId'])
    const text = acpText(update['content'])
    if (this.#words !== null && this.#words.id === id) {
      this.#words.text += text
      return
    }
    this.#closePrompt()
    this.#endTurn()
    this.#noteTime(time)
    this.#words = { id, text }
  }

  #closePrompt(): void {
    const words = this.#words
    this.#words = null
    if (words === null || words.text.trim() === '') return
    this.#past.begin()
    this.#add({ kind: 'user', text: userWords(words.text) })
  }

  #endTurn(): void {
    this.#addBlocks(this.#reader.endTurn('stopped'))
    this.#reader.beginTurn()
    this.#past.trim()
  }

  #addBlocks(heard: ReturnType<UpdateReader['read']>): void {
    for (const one of heard) if ('fact' in one && one.fact.type === 'block.said') this.#add(one.fact.block)
  }

  #noteTime(time: unknown): void {
    if (typeof time === 'number' && time > 0) this.#at = time
  }

  #add(said: ImportedRow['said']): void {
    this.#past.add({ at: this.#at || this.#usual, prompt: null, said })
  }
}
