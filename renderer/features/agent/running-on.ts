import { useMirror } from '../../state/store.ts'
import type { ToolCall } from './blocks.ts'

/** Whether what a call began still runs beside the turns of its agent. */
export function useIsRunningOn({ entry, end }: ToolCall): boolean {
  const isPossible = end === 'launched' || end === null
  return useMirror(
    (now) =>
      isPossible && now.agents[entry.agent]?.background.some(({ call }) => call === entry.call) === true,
  )
}
