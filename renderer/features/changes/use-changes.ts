import { useEffect, useState } from 'react'
import type { ChangeList } from '../../../main/contract/changes.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import type { ShownSpan } from './span-choice.tsx'

/** What was found; the last stands until the next is there. */
export interface FoundChanges {
  readonly list: ChangeList | null
  readonly problem: string
  /** The list of another span stands there still. */
  readonly isOld: boolean
}

/** The files of a span, read anew when a turn begins or ends, and when `again` is another number. */
export function useChanges(
  { id, turnNumber, status }: AgentView,
  { span, n }: ShownSpan,
  again: number,
): FoundChanges {
  const wanted = `${id} ${span} ${n ?? ''}`
  const [found, setFound] = useState<{
    readonly of: string
    readonly list: ChangeList | null
    readonly problem: string
  }>({
    ...{ of: '', list: null, problem: '' },
  })
  useEffect(() => {
    let left = false
    ask('changes.list', { agent: id, span, ...(n === undefined ? {} : { n }) }).then(
      (list) => left || setFound({ of: wanted, list, problem: '' }),
      (error: unknown) => left || setFound({ of: wanted, list: null, problem: wordsOf(error) }),
    )
    return () => void (left = true)
  }, [id, span, n, wanted, turnNumber, status, again])
  return { list: found.list, problem: found.problem, isOld: found.of !== wanted }
}
