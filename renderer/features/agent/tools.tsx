import { useMemo, type SyntheticEvent } from 'react'
import { useNow } from '../../state/clock.ts'
import type { CallEnd, Card } from '../../../main/contract/model.ts'
import { Diff, DiffCount } from '../../components/diff.tsx'
import { counted } from '../../components/duration.ts'
import { visible, withoutTerminalStyle } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { useKept } from '../../components/stretch.tsx'
import { useMirror } from '../../state/store.ts'
import type { ToolCall } from './blocks.ts'
import { useDensity } from './density.tsx'
import { linesOfChange, type ChangeLines } from '../../entities/tool/change-lines.ts'
import { pathIn } from '../../entities/folder/short-path.ts'
import { lineOf, summaryOf } from '../../entities/tool/tool-words.ts'
import css from './tools.module.css'
import { classes } from '../../components/classes.ts'

interface ToolsProps {
  readonly calls: readonly ToolCall[]
  /** They belong to the turn that runs, and may wait for the person. */
  readonly isCurrent: boolean
  /** The agent is still at this point of its turn. */
  readonly isRunning: boolean
}

/** Tool calls: one stands as its line, several fold into one. Results are behind their line. */
export function Tools({ calls, isCurrent, isRunning }: ToolsProps) {
  const [choice, setChoice] = useKept<boolean | null>(`tools ${calls[0]?.entry.n}`, null)
  const density = useDensity()
  const [only] = calls
  const waiting = useWaiting(calls, isCurrent)
  const standingOf = (call: ToolCall) => standing(call, waiting, isRunning)
  const summary = summaryOf(
    calls.map((call) => ({
      tool: call.tool,
      isDone: standingOf(call) !== 'running' && standingOf(call) !== 'waits',
    })),
  )
  if (calls.length === 1 && only) {
    return (
      <div className={classes(css.tools, 'block')}>
        <ToolRow call={only} standing={standingOf(only)} />
      </div>
    )
  }
  const isOpen = choice ?? openAt[density](isRunning || waiting.size > 0)
  const running = calls.findLast((call) => standingOf(call) === 'running')
  const failed = calls.filter((call) => call.end === 'failed').length
  return (
    <details
      className={classes(css.tools, 'block')}
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
        {running && <Since at={running.entry.at} as="counted" className="faint" />}
      </summary>
      {calls.map((call) => (
        <ToolRow key={call.entry.n} call={call} standing={standingOf(call)} />
      ))}
    </details>
  )
}

/** Whether several calls stand open, where the person has not said. */
const openAt = {
  summary: () => false,
  normal: (isBusy: boolean) => isBusy,
  verbose: () => true,
} as const

/** Toggle events of folds inside do not bubble, but React's do. */
const onlyOwn = (run: (open: boolean) => void) => (event: SyntheticEvent<HTMLDetailsElement>) => {
  if (event.target === event.currentTarget) run(event.currentTarget.open)
}

/** How a call stands; `lost`: the turn is over, and nothing came of it. */
type Standing = CallEnd | 'running' | 'waits' | 'lost'

function standing(call: ToolCall, waiting: ReadonlySet<string>, isRunning: boolean): Standing {
  if (call.end !== null) return call.end
  if (call.entry.call !== null && waiting.has(call.entry.call)) return 'waits'
  return isRunning ? 'running' : 'lost'
}

const noCards: readonly Card[] = []

/** The calls that wait for the person's answer to a card. */
function useWaiting(calls: readonly ToolCall[], isCurrent: boolean): ReadonlySet<string> {
  const agent = calls[0]?.entry.agent
  const cards = useMirror((now) => (isCurrent && agent ? now.agents[agent]?.cards : undefined)) ?? noCards
  return useMemo(() => new Set(cards.map(({ call }) => call)), [cards])
}

/** What these stand beside is a path. */
const pathIcons: ReadonlySet<string> = new Set(['file', 'edit', 'folder'])

interface ToolRowProps {
  readonly call: ToolCall
  readonly standing: Standing
}

function ToolRow({ call, standing }: ToolRowProps) {
  const { tool } = call
  const line = useMemo(() => lineOf(tool), [tool])
  const cwd = useMirror((now) => now.agents[call.entry.agent]?.cwd ?? '')
  const diff = useMemo(
    () => (tool.diffs.length > 0 ? linesOfChange(tool.diffs, call.result?.text) : null),
    [tool, call.result],
  )
  const density = useDensity()
  const [choice, setChoice] = useKept<boolean | null>(`tool ${call.entry.n}`, null)
  const isOpen = choice ?? density === 'verbose'
  return (
    <details
      className={css.tool}
      data-n={call.entry.n}
      open={isOpen}
      onToggle={onlyOwn((open) => open !== isOpen && setChoice(open))}
    >
      <summary title={visible(line.target)}>
        <Icon name={line.icon} />
        <span className={css.verb}>{line.verb}</span>
        <span className={classes('grow clip', line.isCode && 'mono')}>
          <SafeText text={pathIcons.has(line.icon) ? pathIn(cwd, line.target) : line.target} />
        </span>
        {diff && <DiffCount lines={diff.lines} />}
        <CallState at={call.entry.at} standing={standing} />
      </summary>
      {isOpen && <Input call={call} shown={line.target} diff={diff} />}
      {isOpen && call.result && <Result text={call.result.text} isError={call.end === 'failed'} />}
    </details>
  )
}

interface InputProps {
  readonly call: ToolCall
  readonly shown: string
  readonly diff: ChangeLines | null
}

function Input({ call, shown, diff }: InputProps) {
  if (diff) return <Diff path={shown} {...diff} />
  return call.tool.isTitleAll ? null : <Tail text={call.entry.text} />
}

const signs = {
  failed: { sign: 'fail', tone: 'fail', words: 'failed' },
  denied: { sign: 'stop', tone: '', words: 'denied' },
  stopped: { sign: 'stop', tone: '', words: 'stopped' },
  waits: { sign: 'needs', tone: 'needs', words: 'waits for you' },
} as const

function CallState({ at, standing }: { readonly at: number; readonly standing: Standing }) {
  if (standing === 'lost') return <span className="faint">no result</span>
  if (standing === 'done' || standing === 'running') {
    const isDone = standing === 'done'
    return (
      <span className={classes('st', isDone ? 'good' : 'work')}>
        {!isDone && <Silence since={at} />}
        <Sign of={isDone ? 'good' : 'work'} />
        <span className="vh">{isDone ? 'done' : 'running'}</span>
      </span>
    )
  }
  const { sign, tone, words } = signs[standing]
  return (
    <span className={classes('st', tone)}>
      <Sign of={sign} />
      {words}
    </span>
  )
}

/** From here on it is worth saying that nothing came, in ms. */
const longSilence = 10_000

/** For how long a tool runs. Its output comes at its end: until then there is nothing else to tell. */
function Silence({ since }: { readonly since: number }) {
  const ms = useNow() - since
  return (
    <span className={classes('num', css.facts)}>
      {ms < longSilence ? counted(ms) : `no output for ${lasting(ms)}`}
    </span>
  )
}

/** `48 s`, from a minute on as the clock counts. */
const lasting = (ms: number) => (ms < 60_000 ? `${Math.floor(ms / 1000)} s` : counted(ms))

const longestTail = 20_000

function Tail({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  const shown = text.slice(0, longestTail)
  return (
    <pre className={classes(css.tail, className)} data-part="tool-text" tabIndex={0}>
      <SafeText text={shown} />
      {shown.length < text.length && `\n… ${text.length - shown.length} more characters`}
    </pre>
  )
}

function Result({ text, isError }: { readonly text: string; readonly isError: boolean }) {
  const clean = withoutTerminalStyle(text)
  if (clean.trim() === '')
    return (
      <p className={classes(css.tail, 'faint')} data-part="tool-text">
        No output
      </p>
    )
  return <Tail text={clean} className={isError ? css.failed : undefined} />
}
