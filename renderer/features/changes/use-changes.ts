import { useEffect, useState } from 'react'
import type { ChangeList } from '../../../main/contract/folders/changes.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { loadErrorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useLog } from '../../state/store.ts'
import type { ShownSpan } from './change-words.tsx'

/**
 * Loads the changed files of a span; reloads when a turn begins or ends, and after a revert or its undo.
 * Meanwhile the last list stays. `isOld`: the list is of another span. `version` changes with each list.
 */
export function useChanges({ id, turnNumber, status }: AgentView, { span, n }: ShownSpan) {
  const wanted = `${id} ${span} ${n ?? ''}`
  const [found, setFound] = useState({
    of: '',
    list: null as ChangeList | null,
    problem: '',
    version: 0,
  })
  const taken = useTaken(id)
  useEffect(() => {
    let left = false
    const set = (list: ChangeList | null, problem: string) => {
      if (!left) setFound((now) => ({ of: wanted, list, problem, version: now.version + 1 }))
    }
    ask('changes.list', { agent: id, span, ...(n === undefined ? {} : { n }) }).then(
      (list) => set(list, ''),
      (error: unknown) => set(null, loadErrorWords('changes', error)),
    )
    return () => void (left = true)
  }, [id, span, n, wanted, turnNumber, status, taken])
  const { list, problem, version } = found
  return { list, problem, version, isOld: found.of !== wanted }
}

function useTaken(id: AgentId): number | undefined {
  const rows = useLog('agent', id)?.rows ?? []
  return rows.findLast(({ note }) => note?.kind === 'filesUndone' || note?.kind === 'filesPutBack')?.n
}
