import { appendFile, chmod } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forkSession, type SessionStore, type SessionStoreEntry } from '@anthropic-ai/claude-agent-sdk'
import { findTranscript, hasMessages, linesFrom } from './transcript.ts'

/**
 * Copies a conversation beside itself, as it stands in its file; its CLI may be writing to it meanwhile.
 * Resolves with the copy's id. What a copy looks like is the SDK's matter: it is handed the lines and gives
 * back others, because by itself it knows only the config folder of our own environment.
 */
export async function copyConversation(configFolder: string, conversation: string): Promise<string> {
  const path = await findTranscript(configFolder, conversation)
  if (path === null || !(await hasMessages(path)))
    throw new Error('There is nothing to copy yet: nothing has been said in this conversation.')
  const { sessionId } = await forkSession(conversation, { sessionStore: new FileStore(path) })
  return sessionId
}

/** One conversation's file to read, and new ones beside it. */
class FileStore implements SessionStore {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async load(): Promise<SessionStoreEntry[]> {
    const entries: SessionStoreEntry[] = []
    for await (const line of linesFrom(this.#path, 0))
      if (typeof line['type'] === 'string') entries.push(line as SessionStoreEntry)
    return entries
  }

  async append({ sessionId }: { sessionId: string }, entries: SessionStoreEntry[]): Promise<void> {
    const copy = join(dirname(this.#path), `${sessionId}.jsonl`)
    await appendFile(copy, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 })
    await chmod(copy, 0o600)
  }
}
