import { useMemo } from 'react'
import { DiffCard, mostLines } from '../../components/diff.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { besidesChange, changesOf, linesOfChange, prettyInput } from '../../entities/tool/tool-input.ts'
import { inputOf, textIn } from '../../entities/tool/tool-words.ts'

interface AskedInputProps {
  /** Of what is said of it to those who hear the card, or come to it by Tab. */
  readonly id: string
  readonly tool: string
  readonly json: string
  /** Nothing is cut out of it: lines can be numbered. */
  readonly isWhole: boolean
}

/** What exactly would run: a change to a file as a diff, everything else as text. */
export function AskedInput({ id, tool, json, isWhole }: AskedInputProps) {
  const changes = useMemo(() => changesOf(tool, json), [tool, json])
  const made = useMemo(() => changes && linesOfChange(changes), [changes])
  const besides = useMemo(() => besidesChange(json), [json])
  const plan = tool === 'ExitPlanMode' ? textIn(inputOf(json), 'plan') : ''
  if (plan !== '') {
    return (
      <div className="cmd plan" tabIndex={0} role="region" aria-label="The plan" aria-describedby={id}>
        <div id={id} className="said">
          <Markdown text={plan} />
        </div>
      </div>
    )
  }
  // A table shows no more lines than that; here every one must be seen.
  if (!changes || !made || made.lines.length > mostLines) {
    return (
      <pre className="cmd" tabIndex={0} role="group" aria-label="What it would run" aria-describedby={id}>
        <span id={id}>
          <SafeText text={prettyInput(json)} />
        </span>
      </pre>
    )
  }
  return (
    <div className="cmd whole" tabIndex={0} role="region" aria-label="The change" aria-describedby={id}>
      <div id={id}>
        <DiffCard
          path={changes.path}
          lines={made.lines}
          isNumbered={isWhole && made.isNumbered}
          isPart={!isWhole}
          isWhole
        >
          {besides.length > 0 && (
            <p className="besides">
              <SafeText text={besides.join('\n')} />
            </p>
          )}
        </DiffCard>
      </div>
    </div>
  )
}
