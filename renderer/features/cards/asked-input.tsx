import { useMemo } from 'react'
import { diffLines } from '../../components/diff-lines.ts'
import { Diff, DiffCount } from '../../components/diff.tsx'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { besidesChange, changesOf, prettyInput } from '../agent/tool-input.ts'

interface AskedInputProps {
  readonly tool: string
  readonly json: string
}

/** What exactly would run: a change to a file as a diff, everything else as text. */
export function AskedInput({ tool, json }: AskedInputProps) {
  const changes = useMemo(() => changesOf(tool, json), [tool, json])
  const lines = useMemo(() => changes && diffLines(changes.before, changes.after), [changes])
  const besides = useMemo(() => besidesChange(json), [json])
  if (!changes || !lines) {
    return (
      <pre className="cmd" tabIndex={0} aria-label="What it would run">
        <SafeText text={prettyInput(json)} />
      </pre>
    )
  }
  return (
    <div className="cmd change">
      <header>
        <Icon name="file" />
        <span className="mono clip grow">
          <SafeText text={changes.path} />
        </span>
        <DiffCount lines={lines} />
      </header>
      <div className="within" tabIndex={0} role="region" aria-label="The change">
        <Diff path={changes.path} lines={lines} />
      </div>
      {besides.length > 0 && (
        <p className="besides">
          <SafeText text={besides.join('\n')} />
        </p>
      )}
    </div>
  )
}
