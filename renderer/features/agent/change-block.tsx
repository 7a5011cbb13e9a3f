import { useMemo } from 'react'
import { DiffCard } from '../../components/diff.tsx'
import { Sign } from '../../components/icon.tsx'
import type { ToolCall } from './blocks.ts'
import { useMirror } from '../../state/store.ts'
import { useDensity } from './density.tsx'
import { pathIn } from '../../entities/folder/short-path.ts'
import { changesOf, linesOfChange } from '../../entities/tool/tool-input.ts'

/** A change to a file that the agent has made. */
export function ChangeBlock({ call }: { readonly call: ToolCall }) {
  const density = useDensity()
  const { entry, result } = call
  const cwd = useMirror((now) => now.agents[entry.agent]?.cwd ?? '')
  const changes = useMemo(() => changesOf(entry.tool ?? '', entry.text), [entry])
  const made = useMemo(() => changes && linesOfChange(changes, result?.text), [changes, result])
  if (!changes || !made) return null
  return (
    <div className="block" data-n={entry.n}>
      <DiffCard
        key={density}
        path={changes.path}
        shown={pathIn(cwd, changes.path)}
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
