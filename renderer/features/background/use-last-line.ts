import { useEffect, useState } from 'react'
import type { BackgroundTask } from '../../../main/contract/agents/background.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { withoutTerminalStyle } from '../../components/hygiene.ts'
import { ask } from '../../state/connection.ts'
import { watch } from '../../state/watch.ts'

/**
 * What a task says last. Of a command its program tells nothing by itself, only when it is asked: so it is asked while
 * somebody looks at this.
 */
export function useLastLine(agent: AgentId, { id, kind, line }: BackgroundTask): string {
  const [written, setWritten] = useState('')
  useEffect(() => {
    if (kind !== 'command') return
    return watch({
      look: () => ask('agents.taskOutput', { agent, task: id }),
      told: ({ text }) => setWritten(lastLineOf(text ?? '')),
      failed: () => undefined,
      isSeen: () => !document.hidden,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    })
  }, [agent, id, kind])
  return written === '' ? line : written
}

/** The last line that has words; of one that was written over in place, what stands there now. */
export function lastLineOf(output: string): string {
  const lines = withoutTerminalStyle(output).split(/[\n\r]/)
  return lines.findLast((line) => line.trim() !== '')?.trim() ?? ''
}
