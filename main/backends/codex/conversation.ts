import { CodexRefusedError, type Rpc } from './rpc.ts'
import type { Model, BackgroundTerminal } from './protocol.ts'

/** `lost`: the known conversation could not be resumed. */
interface Entered {
  readonly thread: string
  readonly lost: boolean
  readonly model: string
}

interface ThreadAnswer {
  readonly thread: { readonly id: string }
  readonly model: string
}

/**
 * Resumes a conversation, or starts one if it has no messages. One that can't be resumed is replaced by a
 * new one. Rejects if it is open in another Codex, which must not be disturbed.
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

/** Paths of the folder's skills; Codex reads them even in an untrusted folder. */
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

export async function ownModel(rpc: Rpc): Promise<string | null> {
  const { config } = await rpc.request<{ config: { model?: string | null } }>('config/read', {})
  if (typeof config.model === 'string' && config.model !== '') return config.model
  return (await listModels(rpc)).find(({ isDefault }) => isDefault)?.model ?? null
}

export async function ownEffort(rpc: Rpc): Promise<string | null> {
  const { config } = await rpc.request<{
    config: { model?: string | null; model_reasoning_effort?: string | null }
  }>('config/read', {})
  if (config.model_reasoning_effort) return config.model_reasoning_effort
  const isOwn = ({ model, isDefault }: Model) => (config.model ? model === config.model : isDefault)
  return (await listModels(rpc)).find(isOwn)?.defaultReasoningEffort ?? null
}

export async function listModels(rpc: Rpc): Promise<readonly Model[]> {
  const { data } = await rpc.request<{ data: readonly Model[] }>('model/list', {})
  return data
}

interface Thread {
  readonly rpc: Rpc
  readonly thread: string
}

export async function runningCommands({ rpc, thread }: Thread): Promise<readonly BackgroundTerminal[]> {
  const params = { threadId: thread }
  const list = await rpc.request<{ data: readonly BackgroundTerminal[] }>(
    'thread/backgroundTerminals/list',
    params,
  )
  return list.data
}

/** Ends the background commands of these items; their ends are reported like any others. */
export async function endCommands(of: Thread, isWanted: (item: string) => boolean): Promise<void> {
  for (const { itemId, processId } of await runningCommands(of))
    if (isWanted(itemId))
      await of.rpc.request('thread/backgroundTerminals/terminate', { threadId: of.thread, processId })
}
