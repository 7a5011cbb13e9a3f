import { useMemo } from 'react'
import { DiffCard, mostLines } from '../../components/diff.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { linesOfChange } from '../../entities/tool/change-lines.ts'
import { callText, type FileDiff, type ToolCall } from '../../../main/contract/agents/tool-calls.ts'
import { classes } from '../../components/classes.ts'
import css from './cards.module.css'

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
  const files = useMemo(() => filesOf(diffs), [diffs])
  const count = files.reduce((sum, { made }) => sum + made.lines.length, 0)
  if (tool.kind === 'switch_mode') {
    return (
      <div
        className={classes(css.cmd, css.plan)}
        data-part="asked"
        tabIndex={0}
        role="region"
        aria-label="The plan"
        aria-describedby={id}
      >
        <div id={id} className="prose">
          <Markdown text={input} />
        </div>
      </div>
    )
  }
  const text = callText({ ...tool, diffs }, input)
  // A table shows no more lines than that; here every one must be seen.
  if (files.length === 0 || count > mostLines) {
    return (
      <pre
        className={css.cmd}
        data-part="asked"
        tabIndex={0}
        role="group"
        aria-label="What it would run"
        aria-describedby={id}
      >
        <span id={id}>
          {text === '' ? <span className="muted">No input</span> : <SafeText text={text} />}
        </span>
      </pre>
    )
  }
  return (
    <div
      className={classes(css.cmd, css.whole)}
      data-part="asked"
      tabIndex={0}
      role="region"
      aria-label="The change"
      aria-describedby={id}
    >
      <div id={id}>
        {files.map(({ path, made }, at) => (
          <DiffCard
            key={path}
            path={path}
            lines={made.lines}
            isNumbered={isWhole && made.isNumbered}
            isPart={!isWhole}
            isWhole
          >
            {input !== '' && at === files.length - 1 && (
              <p className={css.besides}>
                <SafeText text={input} />
              </p>
            )}
          </DiffCard>
        ))}
      </div>
    </div>
  )
}

/** The changes file by file, each under its own path. */
function filesOf(diffs: readonly FileDiff[]) {
  const paths = [...new Set(diffs.map(({ path }) => path))]
  return paths.map((path) => ({ path, made: linesOfChange(diffs.filter((diff) => diff.path === path)) }))
}
