import { use, useMemo, type MouseEvent, type SyntheticEvent, useCallback } from 'react'
import { useNow } from '../../state/clock.ts'
import { isSubagentLog, ownerOf } from '../../../main/contract/agents/subagents.ts'
import type { CallEnd, Entry } from '../../../main/contract/api/model.ts'
import { Diff, DiffCount } from '../../components/diff.tsx'
import { durationWords } from '../../components/duration.ts'
import { visible, withoutTerminalStyle } from '../../components/hygiene.ts'
import { PathOpener, PathLink, PathText } from '../../components/path-link.tsx'
import { Icon, Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { usePersistentState } from '../../components/virtual-list.tsx'
import { useMirror, useMirrorList } from '../../state/store.ts'
import type { ShownCall } from './blocks.ts'
import { useDensity } from './density.tsx'
import { linesOfCall, type ChangeLines } from '../../entities/tool/change-lines.ts'
import { pathIn } from '../../entities/folder/short-path.ts'
import { lineOf, callsSummary, type Summed } from '../../entities/tool/tool-words.ts'
import css from './tools.module.css'
import { classes } from '../../components/classes.ts'
import { CopyButton } from '../../components/copy-button.tsx'

interface ToolsProps {
  readonly calls: readonly ShownCall[]
  /** Whether they belong to the running turn, and may wait for the user. */
  readonly isCurrent: boolean
  /** Whether the agent is still at this point of its turn. */
  readonly isRunning: boolean
}

export function Tools({ calls, isCurrent, isRunning }: ToolsProps) {
  const [choice, setChoice] = usePersistentState<boolean | null>(
    calls[0] ? `tools ${rowName(calls[0].entry)}` : null,
    null,
  )
  const density = useDensity()
  const [only] = calls
  const waiting = useWaiting(calls, isCurrent)
  const standingOf = (call: ShownCall) => standing(call, waiting, isRunning)
  const summary = callsSummary(calls.map((call) => ({ tool: call.tool, came: came[standingOf(call)] })))
  if (calls.length === 1 && only) {
    return (
      <div className={classes('box small block', css.tools)}>
        <ToolRow call={only} standing={standingOf(only)} />
      </div>
    )
  }
  const isOpen = choice ?? openAt[density](isRunning || waiting.length > 0)
  const running = calls.findLast((call) => standingOf(call) === 'running')
  const failed = calls.filter((call) => call.end === 'failed').length
  const off = calls.filter((call) => came[standingOf(call)] === 'off').length
  return (
    <details
      className={classes('box small block', css.tools)}
      open={isOpen}
      onToggle={onlyOwn((open) => open !== isOpen && setChoice(open))}
    >
      <summary className="row muted">
        <Icon name="right" className="twist" />
        <span className="grow clip">{summary}</span>
        {failed > 0 && (
          <span className="st fail">
            <Sign of="fail" />
            {failed} failed
          </span>
        )}
        {off > 0 && <span className="st">{off === 1 ? '1 call' : `${off} calls`} not finished</span>}
        {running && <Since at={running.entry.at} className="faint" />}
      </summary>
      {calls.map((call) => (
        <ToolRow key={call.entry.n} call={call} standing={standingOf(call)} />
      ))}
    </details>
  )
}

/** Names a row uniquely in a tab: rows of subagents are numbered separately. */
export const rowName = ({ agent, n }: Pick<Entry, 'agent' | 'n'>): string =>
  isSubagentLog(agent) ? `${agent} ${n}` : String(n)

const openAt = {
  summary: () => false,
  normal: (isBusy: boolean) => isBusy,
  verbose: () => true,
} as const

/** The DOM's toggle events don't bubble, but React's do: ignore those of nested details. */
const onlyOwn = (run: (open: boolean) => void) => (event: SyntheticEvent<HTMLDetailsElement>) => {
  if (event.target === event.currentTarget) run(event.currentTarget.open)
}

/** `runsOn`: continues in the background. `lost`: the turn ended without a result. */
type Standing = CallEnd | 'running' | 'runsOn' | 'waits' | 'lost'

function standing(call: ShownCall, waiting: readonly string[], isRunning: boolean): Standing {
  if (call.end !== null) return call.end
  if (call.entry.call !== null && waiting.includes(call.entry.call)) return 'waits'
  return isRunning ? 'running' : 'lost'
}

const came: Readonly<Record<Standing, Summed['came']>> = {
  running: 'running',
  waits: 'running',
  done: 'done',
  failed: 'done',
  launched: 'done',
  runsOn: 'done',
  stopped: 'off',
  denied: 'off',
  lost: 'off',
}

/** Ids of the calls that wait for the user's answer to a card. */
function useWaiting(calls: readonly ShownCall[], isCurrent: boolean): readonly string[] {
  const agent = calls[0]?.entry.agent
  return useMirrorList((now) => {
    const cards = isCurrent && agent ? now.agents[ownerOf(agent)]?.cards : undefined
    return cards?.map(({ call }) => call) ?? []
  })
}

const pathIcons: ReadonlySet<string> = new Set(['file', 'edit', 'folder'])

function ToolRow({ call, standing }: { readonly call: ShownCall; readonly standing: Standing }) {
  const { tool } = call
  const line = useMemo(() => lineOf(tool), [tool])
  const cwd = useMirror((now) => now.agents[ownerOf(call.entry.agent)]?.cwd ?? '')
  const diff = useMemo(
    () => (tool.diffs.length > 0 ? linesOfCall(tool.diffs, call.result) : null),
    [tool, call.result],
  )
  const isRunningOn = useIsRunningOn(call)
  const density = useDensity()
  const [choice, setChoice] = usePersistentState<boolean | null>(`tool ${rowName(call.entry)}`, null)
  const isOpen = choice ?? density === 'verbose'
  return (
    <details
      className={css.tool}
      data-n={call.entry.n}
      open={isOpen}
      onToggle={onlyOwn((open) => open !== isOpen && setChoice(open))}
    >
      <summary className="row muted" title={visible(line.target)}>
        <Icon name={line.icon} />
        <span className={css.verb}>{line.verb}</span>
        <span className={classes('grow clip', line.isCode && 'mono')}>
          <Target line={line} cwd={cwd} />
        </span>
        {tool.description !== '' && tool.kind === 'execute' && (
          <SafeText
            as="span"
            className={classes('small pretty clip faint', css.about)}
            title={visible(tool.description)}
            text={tool.description}
          />
        )}
        {diff && <DiffCount lines={diff.lines} />}
        <CallState at={call.entry.at} standing={isRunningOn ? 'runsOn' : standing} exit={call.result?.exit} />
      </summary>
      {isOpen && <Input call={call} shown={line.target} diff={diff} />}
      {isOpen && call.result && call.end !== 'launched' && (
        <Output
          text={call.result.text}
          isError={call.end === 'failed'}
          isOfCommand={tool.kind === 'execute'}
        />
      )}
    </details>
  )
}

/** A path opens by a click. Keyboard users open it from the expanded row. */
function Target({ line, cwd }: { readonly line: ReturnType<typeof lineOf>; readonly cwd: string }) {
  const open = use(PathOpener)
  const isFile = line.icon === 'file' || line.icon === 'edit'
  if (!pathIcons.has(line.icon)) return <SafeText text={line.target} />
  const shown = <SafeText text={pathIn(cwd, line.target)} />
  if (open === null || !isFile) return shown
  const click = (event: MouseEvent) => {
    event.preventDefault()
    open(line.target, null)
  }
  return (
    <span className={css.target} title="Open in your editor" onClick={click}>
      {shown}
    </span>
  )
}

interface InputProps {
  readonly call: ShownCall
  readonly shown: string
  readonly diff: ChangeLines | null
}

function Input({ call, shown, diff }: InputProps) {
  const { kind, isTitleAll } = call.tool
  const isFile = kind === 'read' || kind === 'edit' || kind === 'write'
  return (
    <>
      {isFile && (
        <p className={css.open}>
          <PathLink path={shown} line={diff?.isNumbered ? firstFresh(diff) : null}>
            Open in your editor
          </PathLink>
        </p>
      )}
      {diff ? <Diff path={shown} {...diff} /> : !isTitleAll && <Tail text={call.entry.text} />}
    </>
  )
}

const firstFresh = ({ lines }: ChangeLines) =>
  lines.find(({ sign, fresh }) => sign === '+' && fresh !== null)?.fresh ?? null

const signs = {
  failed: { sign: 'fail', tone: 'fail', words: 'failed' },
  denied: { sign: 'stop', tone: '', words: 'denied' },
  stopped: { sign: 'stop', tone: '', words: 'stopped' },
  waits: { sign: 'needs', tone: 'needs', words: 'waits for you' },
  runsOn: { sign: 'work', tone: 'work', words: 'in the background' },
  launched: { sign: 'idle', tone: '', words: 'was in the background' },
} as const

interface CallStateProps {
  readonly at: number
  readonly standing: Standing
  readonly exit: number | undefined
}

function CallState({ at, standing, exit }: CallStateProps) {
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
      {exit === undefined ? words : `${words}, exit code ${exit}`}
    </span>
  )
}

/** After this long without output the duration is shown; ms. */
const longSilence = 10_000

/** How long a tool has been running: its output arrives only at its end. */
function Silence({ since }: { readonly since: number }) {
  const ms = useNow() - since
  const time = durationWords(ms, Math.floor)
  return (
    <span className={classes('num', css.facts)}>{ms < longSilence ? time : `no output for ${time}`}</span>
  )
}

export function useIsRunningOn({ entry, end }: ShownCall): boolean {
  const isPossible = end === 'launched' || end === null
  return useMirror(
    (now) =>
      isPossible &&
      now.agents[ownerOf(entry.agent)]?.background.some(({ call }) => call === entry.call) === true,
  )
}

/** Characters; more are not laid out. */
const longestTail = 20_000

interface TailProps {
  readonly text: string
  readonly className?: string | undefined
}

export function Tail({ text, className }: TailProps) {
  const shown = text.slice(0, longestTail)
  return (
    <pre className={classes(css.tail, className)} data-part="tool-text" tabIndex={0}>
      <SafeText text={shown} />
      {shown.length < text.length && `\n… ${text.length - shown.length} more characters`}
    </pre>
  )
}

interface OutputProps {
  readonly text: string
  readonly isError: boolean
  readonly isOfCommand: boolean
}

/** The result of a call; a command's is scrolled to its end, as in a terminal. */
export function Output({ text, isError, isOfCommand }: OutputProps) {
  const clean = withoutTerminalStyle(text)
  const className = isError ? css.failed : undefined
  if (clean.trim() === '')
    return (
      <p className={classes(css.tail, 'faint')} data-part="tool-text">
        No output
      </p>
    )
  return (
    <div className={css.output}>
      {isOfCommand ? <End text={clean} className={className} /> : <Tail text={clean} className={className} />}
      <CopyButton text={() => clean} label="Copy the output" className={css.copy} />
    </div>
  )
}

function End({ text, className }: TailProps) {
  const shown = endOf(text)
  const toEnd = useCallback((box: HTMLElement | null) => {
    if (box) box.scrollTop = box.scrollHeight
  }, [])
  return (
    <pre ref={toEnd} className={classes(css.tail, className)} data-part="tool-text" tabIndex={0}>
      {shown.length < text.length && `… ${text.length - shown.length} characters before\n`}
      <PathText text={shown} />
    </pre>
  )
}

/** The last lines that are laid out; cuts into a line only when it is longer than the limit. */
export function endOf(text: string): string {
  if (text.length <= longestTail) return text
  const end = text.slice(-longestTail)
  const line = end.indexOf('\n')
  return line < 0 || line === end.length - 1 ? end : end.slice(line + 1)
}
