import type { AgentId } from '../../../main/contract/api/model.ts'
import { useIsPast } from '../../state/clock.ts'
import { useMirror } from '../../state/store.ts'
import { useAmounts } from './use-amounts.ts'

/** `$0.31, 42k tokens today`, of a tab; undefined: nothing. In a rehearsal `42k tokens today (rehearsal)`. */
export function useTodayWords(agent: AgentId): string | undefined {
  const part = useMirror((now) => now.day.tabs[agent])
  const until = useMirror((now) => now.day.until)
  const isOver = useIsPast(until)
  const { used, isPaid } = useAmounts()
  if (part === undefined || isOver) return undefined
  return `${used(part)} today${isPaid ? '' : ' (demo, no cost)'}`
}
