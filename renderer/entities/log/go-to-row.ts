import type { AgentId } from '../../../main/contract/api/model.ts'
import type { SearchResult } from '../../../main/contract/history/search-views.ts'
import { act } from '../../state/act.ts'
import { mirror, readNewest, readOlder } from '../../state/store.ts'
import type { RowFocus } from './show-row.ts'
import { jumpTo, select, toast, view } from '../../state/view-store.ts'

/**
 * Shows a row of a transcript: opens its tab, reads older pages until the row is loaded, and lets the tab
 * jump to it.
 */
export async function goToRow(
  { agent, n }: Pick<SearchResult, 'agent' | 'n'>,
  { words, isLanding }: RowFocus = { words: '', isLanding: true },
): Promise<void> {
  const found = mirror.getState().agents[agent]
  if (!found) return void toast('That agent is no longer here.')
  if (found.closed && !(await act('agents.reopen', { agent }))) return
  select(agent)
  const jump = { agent, n, words, isLanding }
  jumpTo(jump)
  await readNewest({ kind: 'agent', id: agent })
  for (;;) {
    const before = held(agent)
    const isWanted = view.getState().jump === jump
    if (!isWanted || before === undefined || before.first <= n) return
    if (before.older === null) break
    await readOlder({ kind: 'agent', id: agent })
    // A page that brought nothing could not be read; the transcript says so.
    if (held(agent)?.first === before.first && held(agent)?.phase === 'failed') break
  }
  jumpTo(null)
}

function held(agent: AgentId) {
  const log = mirror.getState().logs.agent[agent]
  if (!log) return undefined
  const { older, phase, rows } = log
  return { older, phase, first: rows[0]?.n ?? Infinity }
}
