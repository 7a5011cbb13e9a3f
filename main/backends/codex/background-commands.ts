import type { BackgroundTerminal } from './protocol.ts'
import type { Rpc } from './rpc.ts'

/** A conversation of a Codex that runs. */
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
