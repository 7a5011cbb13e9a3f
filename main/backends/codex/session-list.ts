import { stat } from 'node:fs/promises'
import type { ConversationHead } from '../../contract/folders/conversations.ts'
import { userWords } from '../../contract/agents/introduced.ts'
import { ConversationError, type ImportedRow, type ImportedConversation } from '../../ports/conversations.ts'
import { mostListed, titleLength, type SessionSource } from '../../adapters/processes/queried-session-list.ts'
import { cut, outputLine } from '../../adapters/processes/output.ts'
import { maxImportedRows, ImportedTurns } from '../../adapters/processes/imported-turns.ts'
import { visit, type Codex } from './ask-once.ts'
import { resultOf, textBlock, toolBlock } from './items.ts'
import type { ImportedTurn, CodexThread, ThreadItem } from './protocol.ts'
import type { Rpc } from './rpc.ts'

/** Conversations or turns per page. */
const page = 100
/** Conversations of users, scripts and Janus, without Codex's own subagents. */
const sourceKinds = ['cli', 'vscode', 'exec', 'appServer']

type Asked = Pick<Rpc, 'request'>

interface Page<T> {
  readonly data: readonly T[]
  readonly nextCursor: string | null
}

/** Lists and copies Codex's conversations of all folders; starts a Codex for each question. */
export function codexKeeper(codex: () => Codex): SessionSource {
  return {
    resumeMode: 'copy',
    program: 'The Codex CLI',
    heads: (folder) => visit(codex(), (rpc) => listHeads(rpc, folder)),
    resumeThread: (head) => visit(codex(), (rpc) => takeUp(rpc, head)),
  }
}

/** The folder's conversations first. */
export async function listHeads(rpc: Asked, folder: string): Promise<readonly ConversationHead[]> {
  const heads = await Promise.all((await listThreads(rpc, folder)).map(headOf))
  return heads.filter((head) => head !== null)
}

async function listThreads(rpc: Asked, folder: string): Promise<readonly CodexThread[]> {
  const of = { sourceKinds, modelProviders: [], sortKey: 'updated_at', limit: page }
  const found = await pages<CodexThread>(rpc, 'thread/list', of, mostListed)
  const { data } = await rpc.request<Page<CodexThread>>('thread/list', { ...of, cwd: folder })
  return [...data, ...found]
}

async function pages<T>(rpc: Asked, method: string, params: object, limit: number): Promise<readonly T[]> {
  const all: T[] = []
  let cursor: string | null = null
  do {
    const found: Page<T> = await rpc.request<Page<T>>(method, { ...params, cursor })
    all.push(...found.data)
    cursor = found.nextCursor
  } while (cursor !== null && all.length < limit)
  return all
}

async function headOf({
  id,
  name,
  preview,
  cwd,
  updatedAt,
  path,
}: CodexThread): Promise<ConversationHead | null> {
  const title = outputLine(name || userWords(preview), titleLength)
  if (title === '') return null
  const file = path === null ? null : await stat(path).catch(() => null)
  return { id, folder: cwd, title, changedAt: updatedAt * 1000, turns: null, bytes: file?.size ?? null }
}

export async function takeUp(rpc: Asked, { id, folder }: ConversationHead): Promise<ImportedConversation> {
  // The folder's settings must not apply while the conversation is only copied.
  const cwd = folder ?? '/'
  const config = { projects: { [cwd]: { trust_level: 'untrusted' } } }
  const { thread: original } = await rpc.request<{ thread: CodexThread }>('thread/read', { threadId: id })
  const turns = await newestTurns(rpc, id)
  const past = new ImportedTurns()
  for (const turn of turns.toReversed()) addTurn(past, turn)
  if (past.turns === 0)
    throw new ConversationError('Nothing was said in that conversation. It was left as it is.')
  const { thread } = await rpc.request<{ thread: CodexThread }>('thread/fork', {
    threadId: id,
    cwd,
    excludeTurns: true,
    config,
  })
  const { rows, turns: shown, earlier } = past
  return {
    conversation: thread.id,
    past: { rows, turns: shown, earlier, damaged: 0, file: original.path ?? '' },
  }
}

/** Newest first: all turns that a tab shows, and some more to count how many there are. */
function newestTurns(rpc: Asked, threadId: string): Promise<readonly ImportedTurn[]> {
  const of = { threadId, limit: page, sortDirection: 'desc', itemsView: 'full' }
  return pages<ImportedTurn>(rpc, 'thread/turns/list', of, 10 * maxImportedRows.turns)
}

function addTurn(past: ImportedTurns, turn: ImportedTurn): void {
  past.begin()
  for (const item of turn.items) for (const row of rowsOf(item, turn)) past.add(row)
  const at = (turn.completedAt ?? turn.startedAt ?? 0) * 1000
  if (turn.status === 'interrupted') past.add({ at, prompt: null, said: { kind: 'interrupted' } })
  past.trim()
}

function rowsOf(item: ThreadItem, turn: ImportedTurn): readonly ImportedRow[] {
  const { startedAtMs, completedAtMs } = item as Timed
  const began = startedAtMs ?? (turn.startedAt ?? 0) * 1000
  const row = (said: ImportedRow['said'], at = began): ImportedRow => ({ at, prompt: null, said })
  if (item.type === 'userMessage') return [row({ kind: 'user', text: cut(userWords(wordsOf(item.content))) })]
  const block = textBlock(item)
  if (block !== null) return [row(block.kind === 'text' ? { ...block, text: cut(block.text) } : block)]
  const tool = toolBlock(item)
  return tool === null ? [] : [row(tool), row(resultOf(item), completedAtMs ?? began)]
}

/** Milliseconds, in versions of Codex that send them. */
interface Timed {
  readonly startedAtMs?: number | null
  readonly completedAtMs?: number | null
}

function wordsOf(content: Extract<ThreadItem, { type: 'userMessage' }>['content']): string {
  const words = content.map((input) => (input.type === 'text' ? input.text : `[${input.type}]`))
  return words.join('\n')
}
