import { useMemo, useState, type SyntheticEvent } from 'react'
import { diffLines, type DiffLine } from '../../components/diff-lines.ts'
import { Diff, DiffCount } from '../../components/diff.tsx'
import { visible, withoutTerminalStyle } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import type { ToolCall } from './blocks.ts'
import { changesOf, detailOf } from './tool-input.ts'
import { lineOf, summaryOf } from './tool-words.ts'
import './tools.css'

interface ToolsProps {
  readonly calls: readonly ToolCall[]
  /** The agent is still at this point of its turn. */
  readonly isRunning: boolean
}

/** Tool calls: one stands as its line, several fold into one. Results are behind their line. */
export function Tools({ calls, isRunning }: ToolsProps) {
  const [choice, setChoice] = useState<boolean | null>(null)
  const [only] = calls
  const summary = summaryOf(
    calls.map((call) => ({ tool: call.entry.tool ?? '', isDone: call.result !== null || !isRunning })),
  )
  if (calls.length === 1 && only) {
    return (
      <div className="tools block">
        <ToolRow call={only} isRunning={isRunning} />
      </div>
    )
  }
  const isOpen = choice ?? isRunning
  const failed = calls.filter((call) => call.result?.isError).length
  return (
    <details
      className="tools block"
      open={isOpen}
      onToggle={onlyOwn((open) => open !== isOpen && setChoice(open))}
    >
      <summary>
        <Icon name="right" className="twist" />
        <span className="grow clip">{summary}</span>
        {failed > 0 && (
          <span className="st fail">
            <Sign of="fail" />
            {failed} failed
          </span>
        )}
      </summary>
      {calls.map((call) => (
        <ToolRow key={call.entry.n} call={call} isRunning={isRunning} />
      ))}
    </details>
  )
}

/** Toggle events of folds inside do not bubble, but React's do. */
const onlyOwn = (run: (open: boolean) => void) => (event: SyntheticEvent<HTMLDetailsElement>) => {
  if (event.target === event.currentTarget) run(event.currentTarget.open)
}

interface ToolRowProps {
  readonly call: ToolCall
  readonly isRunning: boolean
}

function ToolRow({ call, isRunning }: ToolRowProps) {
  const tool = call.entry.tool ?? ''
  const line = useMemo(() => lineOf(tool, call.entry.text), [tool, call.entry.text])
  const changes = useMemo(() => changesOf(tool, call.entry.text), [tool, call.entry.text])
  const diff = useMemo(() => changes && diffLines(changes.before, changes.after), [changes])
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="tool" open={isOpen} onToggle={onlyOwn(setOpen)}>
      <summary title={visible(line.target)}>
        <Icon name={line.icon} />
        <span className="verb">{line.verb}</span>
        <span className={`grow clip ${line.isCode ? 'mono' : ''}`}>
          <SafeText text={line.target} />
        </span>
        {diff && <DiffCount lines={diff} />}
        <CallState call={call} isRunning={isRunning} />
      </summary>
      {isOpen && <Input call={call} shown={line.target} diff={diff} />}
      {isOpen && call.result && <Result text={call.result.text} isError={call.result.isError} />}
    </details>
  )
}

interface InputProps {
  readonly call: ToolCall
  readonly shown: string
  readonly diff: readonly DiffLine[] | null
}

function Input({ call, shown, diff }: InputProps) {
  if (diff) return <Diff path={shown} lines={diff} />
  const detail = detailOf(call.entry.text, shown)
  return detail === '' ? null : <Tail text={detail} />
}

function CallState({ call, isRunning }: ToolRowProps) {
  if (call.result?.isError) {
    return (
      <span className="st fail">
        <Sign of="fail" />
        failed
      </span>
    )
  }
  if (call.result) {
    return (
      <span className="st good">
        <Sign of="good" />
        <span className="vh">done</span>
      </span>
    )
  }
  if (!isRunning) return <span className="faint">no result</span>
  return (
    <span className="st work">
      <Since at={call.entry.at} as="counted" />
      <Sign of="work" />
      <span className="vh">running</span>
    </span>
  )
}

const longestTail = 20_000

function Tail({ text, className = '' }: { readonly text: string; readonly className?: string }) {
  const shown = text.slice(0, longestTail)
  return (
    <pre className={`tail ${className}`} tabIndex={0}>
      <SafeText text={shown} />
      {shown.length < text.length && `\n… ${text.length - shown.length} more characters`}
    </pre>
  )
}

function Result({ text, isError }: { readonly text: string; readonly isError: boolean }) {
  const clean = withoutTerminalStyle(text)
  if (clean.trim() === '') return <p className="tail faint">No output</p>
  return <Tail text={clean} className={isError ? 'result failed' : 'result'} />
}
