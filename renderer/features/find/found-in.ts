import { useEffect, useRef, useState } from 'react'
import { termsOf } from '../../../main/contract/history/found-words.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

/** Rows of a conversation that have all the words. */
export interface FoundIn {
  /** The words that `rows` are for. */
  readonly q: string
  /** Their places, in order. */
  readonly rows: readonly number[]
  readonly isCut: boolean
  readonly phase: 'idle' | 'searching' | 'found' | 'failed'
  readonly problem: string
}

const nothing: FoundIn = { q: '', rows: [], isCut: false, phase: 'idle', problem: '' }
/** So long a person may pause between two letters, in ms. */
const pause = 150

/** Looks through the whole conversation, as it is stored, for what is typed; anew when it has another last row. */
export function useFoundIn(agent: AgentId, typed: string, last: number): FoundIn {
  const q = termsOf(typed).length === 0 ? '' : typed.trim()
  const [found, setFound] = useState(nothing)
  const asked = useRef(0)
  useEffect(() => {
    const id = ++asked.current
    if (q === '') return
    const timer = setTimeout(() => {
      setFound((now) => (now.q === q ? now : { ...now, phase: 'searching' }))
      ask('history.find', { agent, q }).then(
        ({ rows, isCut }) =>
          asked.current === id && setFound({ q, rows, isCut, phase: 'found', problem: '' }),
        (error: unknown) =>
          asked.current === id && setFound({ ...nothing, q, phase: 'failed', problem: wordsOf(error) }),
      )
    }, pause)
    return () => clearTimeout(timer)
  }, [agent, q, last])
  return q === '' ? nothing : found
}

/** Which row is gone to: from a place, the next one on (1) or back (-1), around the ends; null: there is none. */
export function stepTo(rows: readonly number[], from: number | null, way: 1 | -1): number | null {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return null
  if (from === null) return last
  const found = way === 1 ? rows.find((n) => n > from) : rows.findLast((n) => n < from)
  return found ?? (way === 1 ? first : last)
}

/** The row to begin with: the first one from where the reader is, else the last above. */
export const firstFrom = (rows: readonly number[], top: number): number | null =>
  rows.find((n) => n >= top) ?? rows.at(-1) ?? null
