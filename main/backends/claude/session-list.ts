import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConversationHead } from '../../contract/folders/conversations.ts'
import {
  ConversationError,
  type SessionList,
  type SessionQuery,
  type ImportedConversation,
} from '../../ports/conversations.ts'
import { hereThenNewest, matcherOf } from '../../adapters/processes/queried-session-list.ts'
import { withSubagents } from './subagent-history.ts'
import { copyFile } from './conversation.ts'
import { readHead, type FileHead } from './head.ts'
import { ClaudeHistoryReader } from './history-reader.ts'
import { findTranscript } from './transcript.ts'

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/
const atOnce = 16

interface Found {
  readonly id: string
  readonly path: string
  /** Name of the project's folder in the CLI's folder. */
  readonly project: string
  readonly changedAt: number
  readonly bytes: number
}

/** Lists Claude's conversations of all folders. Read-only; heads are cached. */
export class ClaudeSessionList implements SessionList {
  readonly resumeMode = 'copy'
  readonly #projects: string
  readonly #configFolder: string
  /** By path; `of` is the modification time and size for which the head is valid. */
  readonly #heads = new Map<string, { readonly of: string; readonly head: FileHead | null }>()

  constructor(configFolder: string) {
    this.#configFolder = configFolder
    this.#projects = join(configFolder, 'projects')
  }

  async list({ folder, words, offset, limit }: SessionQuery) {
    const project = projectName(folder)
    const found = (await this.#found()).sort(hereThenNewest((one) => one.project === project))
    const isWanted = matcherOf(words)
    const items: ConversationHead[] = []
    const most = offset + limit + 1
    for (let at = 0; at < found.length && items.length < most; at += atOnce) {
      const heads = await Promise.all(found.slice(at, at + atOnce).map((one) => this.#head(one)))
      items.push(...heads.flatMap((head) => (head !== null && isWanted(head) ? [head] : [])))
    }
    return { items: items.slice(offset, offset + limit), isMore: items.length > offset + limit }
  }

  async look(id: string): Promise<ConversationHead | null> {
    const path = fileName.test(`${id}.jsonl`) ? await findTranscript(this.#configFolder, id) : null
    const file = path === null ? null : await lookAt(path, id, '')
    return file && (await this.#head(file))
  }

  async takeUp(id: string): Promise<ImportedConversation> {
    const file = fileName.test(`${id}.jsonl`) ? await findTranscript(this.#configFolder, id) : null
    if (file === null)
      throw new ConversationError(
        'There is no conversation of that id among those that the Claude CLI keeps.',
      )
    const reader = new ClaudeHistoryReader()
    let damaged = 0
    const conversation = await copyFile(
      file,
      null,
      (line) => reader.take(line),
      () => damaged++,
    )
    if (conversation === null || !reader.hasWords)
      throw new ConversationError(
        `${file} holds nothing that was said: it is damaged, or of a version of the Claude CLI that Janus does not know. It was left as it is.`,
      )
    const { turns, earlier } = reader
    const rows = await withSubagents(file, reader.rows)
    return { conversation, past: { rows, turns, earlier, damaged, file } }
  }

  async #found(): Promise<Found[]> {
    const projects = await readdir(this.#projects).catch(() => [])
    const inAll = await Promise.all(
      projects.map(async (project) => {
        const files = await readdir(join(this.#projects, project)).catch(() => [])
        return Promise.all(
          files.flatMap((name) => {
            const id = fileName.exec(name)?.[1]
            return id === undefined ? [] : [lookAt(join(this.#projects, project, name), id, project)]
          }),
        )
      }),
    )
    return inAll.flat().filter((one) => one !== null)
  }

  async #head(file: Found): Promise<ConversationHead | null> {
    const { id, path, changedAt, bytes } = file
    const of = `${String(changedAt)} ${String(bytes)}`
    const known = this.#heads.get(path)
    const head = known?.of === of ? known.head : await readHead(path, bytes).catch(() => null)
    this.#heads.set(path, { of, head })
    if (head === null || head.title === null) return null
    return { id, folder: head.folder, title: head.title, changedAt, turns: head.turns, bytes }
  }
}

async function lookAt(path: string, id: string, project: string): Promise<Found | null> {
  const file = await stat(path).catch(() => null)
  if (file === null || !file.isFile() || file.size === 0) return null
  return { id, path, project, changedAt: Math.floor(file.mtimeMs), bytes: file.size }
}

/** The CLI's folder name for a project; only the beginning of a very long path is reliable. */
function projectName(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-')
}
