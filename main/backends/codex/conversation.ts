import { CodexRefusedError, type Rpc } from './rpc.ts'
import type { Model, BackgroundTerminal } from './protocol.ts'

/** A conversation as it was entered; `lost`: another one had been expected. */
interface Entered {
  readonly thread: string
  readonly lost: boolean
  /** The model that it goes on with. */
  readonly model: string
}

interface ThreadAnswer {
  readonly thread: { readonly id: string }
  readonly model: string
}

/**
 * Takes up a conversation, or begins one where nothing was said in it yet. One that was spoken in and cannot be taken up
 * begins again. Rejects when it is open in another Codex, which must not be disturbed.
 */
export async function enterConversation(
  rpc: Rpc,
  conversation: string,
  conversed: boolean,
  params: Readonly<Record<string, unknown>>,
  log: (line: string) => void,
): Promise<Entered> {
  try {
    const known = { threadId: conversation, excludeTurns: true }
    const { thread, model } = await rpc.request<ThreadAnswer>('thread/resume', { ...known, ...params })
    return { thread: thread.id, lost: false, model }
  } catch (error) {
    if (!(error instanceof CodexRefusedError)) throw error
    if (/active writer/i.test(error.message))
      throw new Error('This conversation is open in another Codex. End that one, then start again.', {
        cause: error,
      })
    if (!/no rollout found/i.test(error.message)) log(`the conversation is not taken up: ${error.message}`)
  }
  const { thread, model } = await rpc.request<ThreadAnswer>('thread/start', params)
  return { thread: thread.id, lost: conversed, model }
}

/** Skills that a folder brings along, by their paths; Codex reads them in a folder that nobody trusts, too. */
export async function skillsOfFolder(rpc: Rpc, cwd: string): Promise<readonly string[]> {
  const { data } = await rpc.request<{ data: readonly { skills: readonly Skill[] }[] }>('skills/list', {
    cwds: [cwd],
  })
  return data.flatMap(({ skills }) => skills.filter(({ scope }) => scope === 'repo').map(({ path }) => path))
}

interface Skill {
  readonly scope: string
  readonly path: string
}

/** The model that Codex is set to where none is chosen; null: it does not say. */
export async function ownModel(rpc: Rpc): Promise<string | null> {
  const { config } = await rpc.request<{ config: { model?: string | null } }>('config/read', {})
  if (typeof config.model === 'string' && config.model !== '') return config.model
  return (await listModels(rpc)).find(({ isDefault }) => isDefault)?.model ?? null
}

/** How hard Codex lets its model think where nobody chose; null: it does not say. */
export async function ownEffort(rpc: Rpc): Promise<string | null> {
  const { config } = await rpc.request<{
    config: { model?: string | null; model_reasoning_effort?: string | null }
  }>('config/read', {})
  if (config.model_reasoning_effort) return config.model_reasoning_effort
  const isOwn = ({ model, isDefault }: Model) => (config.model ? model === config.model : isDefault)
  return (await listModels(rpc)).find(isOwn)?.defaultReasoningEffort ?? null
}

/** The models that can be chosen. */
export async function listModels(rpc: Rpc): Promise<readonly Model[]> {
  const { data } = await rpc.request<{ data: readonly Model[] }>('model/list', {})
  return data
}

interface Thread {
  readonly rpc: Rpc
  readonly thread: string
}

/** Commands that Codex runs beside its turns. */
export async function runningCommands({ rpc, thread }: Thread): Promise<readonly BackgroundTerminal[]> {
  const params = { threadId: thread }
  const list = await rpc.request<{ data: readonly BackgroundTerminal[] }>(
    'thread/backgroundTerminals/list',
    params,
  )
  return list.data
}

/** Ends one of them, by the id of its item; its end is told as that of any. */
export async function endCommand(of: Thread, item: string): Promise<void> {
  const found = (await runningCommands(of)).find(({ itemId }) => itemId === item)
  if (found)
    await of.rpc.request('thread/backgroundTerminals/terminate', {
      threadId: of.thread,
      processId: found.processId,
    })
}

/** Codex lets the commands of a turn that is stopped run on: they are ended, but for those of before (ids of items). */
export async function endCommands(of: Thread, spared: readonly string[]): Promise<void> {
  for (const { itemId, processId } of await runningCommands(of))
    if (!spared.includes(itemId))
      await of.rpc.request('thread/backgroundTerminals/terminate', { threadId: of.thread, processId })
}
