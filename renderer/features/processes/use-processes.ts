import { useEffect, useState } from 'react'
import type { ProcessReport } from '../../../main/contract/agents/processes.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { watch } from '../../state/watch.ts'

/** What runs, as it was measured last; `problem`: why that is not newer. */
export interface Seen {
  readonly report: ProcessReport | null
  readonly problem: string | null
}

/** Measures what runs while `isOpen`, and anew when `running` is another one. */
export function useProcesses(isOpen: boolean, running: string): Seen {
  const [seen, setSeen] = useState<Seen>({ report: null, problem: null })
  useEffect(() => {
    if (!isOpen) return
    return watch({
      look: () => ask('processes.list', {}),
      told: (report) => setSeen({ report, problem: null }),
      failed: (error) => setSeen(({ report }) => ({ report, problem: wordsOf(error) })),
      isSeen: () => !document.hidden,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    })
  }, [isOpen, running])
  return seen
}
