import type { AgentId, Entry, MessageId } from '../../../main/contract/api/model.ts'
import { mirror, readNewest, readOlder } from '../../state/store.ts'
import { select, toast } from '../../state/view-store.ts'
import { goToRow } from '../log/go-to-row.ts'

/** Returns the row that shows a message: where it was read, or the call that sent it. */
export function rowOf(entries: readonly Entry[], id: MessageId): number | null {
  const read = entries.find(
    (entry) => entry.message === id && entry.kind !== 'note' && entry.kind !== 'result',
  )
  if (read) return read.n
  const result = entries.find((entry) => entry.kind === 'result' && entry.message === id)
  const call = result && entries.find((entry) => entry.kind === 'tool' && entry.call === result.call)
  return call?.n ?? null
}

/** Shows a message in the transcript of its sender or reader; reads older pages until it is loaded. */
export async function goToMessage(agent: AgentId, id: MessageId): Promise<void> {
  if (!mirror.getState().agents[agent]) return void toast('That agent is no longer here.')
  select(agent)
  await readNewest({ kind: 'agent', id: agent })
  for (;;) {
    const now = mirror.getState().logs.agent[agent]
    const n = rowOf(now?.rows ?? [], id)
    if (n !== null) return goToRow({ agent, n })
    const oldest = now?.rows[0]?.n
    await readOlder({ kind: 'agent', id: agent })
    // There is nothing older, or it could not be read.
    if (mirror.getState().logs.agent[agent]?.rows[0]?.n === oldest) break
  }
  toast('It is not in this conversation (yet).')
}
