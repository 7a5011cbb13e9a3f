import { appendFile, chmod } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { forkSession, type SessionStore, type SessionStoreEntry } from '@anthropic-ai/claude-agent-sdk'
import { findTranscript, hasMessages, linesFrom } from './transcript.ts'
import type { Launch } from '../../ports.ts'
import type { Entrance } from './options.ts'

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

/**
 * How to enter a launch's conversation; `lost`: it was spoken in, and nothing of it is there. A file that
 * holds no word yet can neither be resumed nor begun under its name again.
 */
export async function chooseEntrance(
  configFolder: string,
  launch: Launch,
): Promise<Entrance & { lost: boolean }> {
  const { conversation } = launch
  const path = await findTranscript(configFolder, conversation)
  if (path === null) return { how: 'begin', conversation, lost: launch.conversed }
  if (await hasMessages(path)) return { how: 'resume', conversation, lost: false }
  return { how: 'begin', conversation: randomUUID(), lost: false }
}
