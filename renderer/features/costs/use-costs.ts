import { useEffect, useState } from 'react'
import type { CostDay, CostsReport } from '../../../main/contract/budget/costs.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { allDays } from './days.ts'

/** What days used, newest first, as far as they were asked for. */
export interface Costs {
  /** Of the newest page; null before the first answer. */
  readonly report: CostsReport | null
  readonly days: readonly CostDay[]
  readonly problem: string
  /** Asks for earlier days; null: there are none. */
  readonly more: (() => void) | null
}

/** Asks for the newest days, anew whenever today has used more; earlier ones when they are wanted. */
export function useCosts(): Costs {
  const today = useMirror((now) => now.day)
  const [report, setReport] = useState<CostsReport | null>(null)
  const [earlier, setEarlier] = useState<Pick<CostsReport, 'days' | 'next'> | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let left = false
    ask('costs.get', {}).then(
      (told) => !left && setReport(told),
      (error: unknown) => !left && setProblem(wordsOf(error)),
    )
    return () => {
      left = true
    }
  }, [today])
  const next = earlier === null ? (report?.next ?? null) : earlier.next
  const more = (before: string) => {
    ask('costs.get', { before }).then(
      (page) => setEarlier((was) => ({ days: allDays(was?.days ?? [], page.days), next: page.next })),
      (error: unknown) => setProblem(wordsOf(error)),
    )
  }
  return {
    report,
    problem,
    days: allDays(report?.days ?? [], earlier?.days ?? []),
    more: next === null ? null : () => more(next),
  }
}
