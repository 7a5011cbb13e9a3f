import { useEffect, useState } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { ask } from '../../state/connection.ts'

/** Why this name cannot be had, told as it is written; empty: it can, or nobody knows. `own`: whose it is so far. */
export function useNameProblem(name: string, own?: AgentId): string {
  const [told, setTold] = useState({ of: '', words: '' })
  useEffect(() => {
    let left = false
    ask('agents.checkName', { name, ...(own === undefined ? {} : { agent: own }) }).then(
      ({ problem }) => left || setTold({ of: name, words: problem ?? '' }),
      () => undefined,
    )
    return () => void (left = true)
  }, [name, own])
  // The words about what was written before stand until there are others.
  return name.trim() === '' ? '' : told.words
}
