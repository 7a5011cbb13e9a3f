import { useMemo } from 'react'
import { DiffCard, mostLines } from '../../components/diff.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { linesOfChange } from '../../entities/tool/change-lines.ts'
import { callText, type FileDiff, type ToolCall } from '../../../main/contract/tool-calls.ts'

interface AskedInputProps {
  /** Of what is said of it to those who hear the card, or come to it by Tab. */
  readonly id: string
  readonly tool: ToolCall
  readonly input: string
  readonly diffs: readonly FileDiff[]
  /** Nothing is cut out of it: lines can be numbered. */
  readonly isWhole: boolean
}

/** What exactly would run: a change to a file as a diff, everything else as text. */
export function AskedInput({ id, tool, input, diffs, isWhole }: AskedInputProps) {
  const made = useMemo(() => linesOfChange(diffs), [diffs])
  const path = diffs[0]?.path
  if (tool.kind === 'switch_mode') {
    return (
      <div className="cmd plan" tabIndex={0} role="region" aria-label="The plan" aria-describedby={id}>
        <div id={id} className="said">
          <Markdown text={input} />
        </div>
      </div>
    )
  }
  // A table shows no more lines than that; here every one must be seen.
  if (path === undefined || made.lines.length > mostLines) {
    return (
      <pre className="cmd" tabIndex={0} role="group" aria-label="What it would run" aria-describedby={id}>
        <span id={id}>
          <SafeText text={callText({ ...tool, diffs }, input)} />
        </span>
      </pre>
    )
  }
  return (
    <div className="cmd whole" tabIndex={0} role="region" aria-label="The change" aria-describedby={id}>
      <div id={id}>
        <DiffCard
          path={path}
          lines={made.lines}
          isNumbered={isWhole && made.isNumbered}
          isPart={!isWhole}
          isWhole
        >
          {input !== '' && (
            <p className="besides">
              <SafeText text={input} />
            </p>
          )}
        </DiffCard>
      </div>
    </div>
  )
}
