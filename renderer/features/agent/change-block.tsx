import { useMemo } from 'react'
import { DiffCard } from '../../components/diff.tsx'
import { Sign } from '../../components/icon.tsx'
import type { ToolCall } from './blocks.ts'
import { useMirror } from '../../state/store.ts'
import { useDensity } from './density.tsx'
import { pathIn } from '../../entities/folder/short-path.ts'
import { linesOfCall } from '../../entities/tool/change-lines.ts'

/** A change to a file that the agent has made. */
export function ChangeBlock({ call }: { readonly call: ToolCall }) {
  const density = useDensity()
  const { entry, tool, result } = call
  const cwd = useMirror((now) => now.agents[entry.agent]?.cwd ?? '')
  const made = useMemo(() => linesOfCall(tool.diffs, result), [tool, result])
  const path = tool.diffs[0]?.path ?? ''
  return (
    <div className="block" data-n={entry.n}>
      <DiffCard
        key={density}
        path={path}
        shown={pathIn(cwd, path)}
        {...made}
        isWhole={density === 'verbose'}
        state={
          <span className="st good">
            <Sign of="good" />
            <span className="vh">done</span>
          </span>
        }
      />
    </div>
  )
}
