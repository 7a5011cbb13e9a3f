import { memo, useMemo, type ReactNode } from 'react'
import { ownerOf } from '../../../main/contract/agents/subagents.ts'
import type { AgentId, Entry } from '../../../main/contract/api/model.ts'
import { classes } from '../../components/classes.ts'
import {
  guessedHeight,
  DrawAll,
  VirtualListItem,
  usePersistentState,
} from '../../components/virtual-list.tsx'
import { Sign, Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { AgentText, type WordsProps } from '../../entities/agent/said.tsx'
import { useMirror, useStreamKinds } from '../../state/store.ts'
import { blocksOf, turnParts, firstUnfinishedBlock, type TurnBlock, type ShownCall } from './blocks.ts'
import { CircleNews, Remark, UsedLine } from './remark.tsx'
import { CircleInset, isSpoken, PieceInset } from './circle-inset.tsx'
import { CrossedLine, SentLine } from './sent-line.tsx'
import { useDensity } from './density.tsx'
import { PeerInset } from './peer-inset.tsx'
import { Subagent } from './subagent.tsx'
import { Tools } from './tools.tsx'
import type { TurnProps } from './turn.tsx'
import css from './transcript.module.css'
import { saidAtOf } from '../../../main/contract/api/entry-time.ts'
import { At } from '../../components/time.tsx'
import { intentIcons, intentWords } from '../../entities/timer/timer-words.ts'
import { Inset } from './inset.tsx'
import { DiffCard } from '../../components/diff.tsx'
import { pathIn } from '../../entities/folder/short-path.ts'
import { linesOfCall } from '../../entities/tool/change-lines.ts'
import { useLiveText } from '../../entities/agent/paced-stream.ts'
import toolsCss from './tools.module.css'

/** Renders the same whether the turn runs or not: nothing may move when it ends. */
export function Blocks({ row, agent, isRunning, wanted }: TurnProps) {
  const density = useDensity()
  const live = useStreamKinds(isRunning ? agent : null)
  const waits = useMirror((now) => now.agents[agent]?.needs !== null)
  const blocks = useMemo(() => blocksOf(row.entries, density, live, row.key), [row, density, live])
  return (
    <>
      <BlockList blocks={blocks} row={row} agent={agent} isRunning={isRunning} wanted={wanted} />
      {isRunning && live.length === 0 && !waits && !isToolRunning(blocks) && <AtWork agent={agent} />}
    </>
  )
}

function AtWork({ agent }: { readonly agent: AgentId }) {
  const waitingFor = useMirror((now) => now.agents[agent]?.waitingFor?.name)
  return (
    <p className={classes('st work', css.atWork)}>
      <Sign of={waitingFor === undefined ? 'work' : 'wait'} />
      {waitingFor === undefined ? 'Working…' : <SafeText text={`Waiting for ${waitingFor}`} />}
    </p>
  )
}

/** A running tool shows its own progress. */
const isToolRunning = (blocks: readonly TurnBlock[]): boolean =>
  blocks.slice(firstUnfinishedBlock(blocks)).some((block) => {
    const calls = block.kind === 'tools' ? block.calls : block.kind === 'subagent' ? [block.call] : []
    return calls.some((call) => call.end === null)
  })

interface BlockListProps extends TurnProps {
  readonly blocks: readonly TurnBlock[]
}

/** Parts at the end of the running turn that are always rendered; in other turns only the part jumped to. */
const keptParts = 2

/**
 * Renders blocks in parts, so that a turn may be long. Keys stay the same when a block is finished and when a
 * turn ends.
 */
function BlockList({ blocks, row, agent, isRunning, wanted }: BlockListProps) {
  const next = (row.entries.at(-1)?.n ?? row.key - 1) + 1
  const parts = useMemo(() => turnParts(blocks, next), [blocks, next])
  const still = useMemo(() => (isRunning ? firstUnfinishedBlock(blocks) : Infinity), [blocks, isRunning])
  return parts.map((part, at) => {
    const isEnd = at >= parts.length - keptParts
    const isWanted =
      wanted !== null && (at === 0 || wanted >= part.first) && wanted < (parts[at + 1]?.first ?? Infinity)
    return (
      <VirtualListItem
        key={part.key}
        name={`turn ${row.key} ${part.key}`}
        guess={() => guessOf(part.blocks)}
        isKept={parts.length <= keptParts || (isRunning && isEnd) || isWanted}
        className="voice-part"
      >
        <Part
          blocks={part.blocks}
          agent={agent}
          isCurrent={isRunning}
          last={isRunning ? (blocks.at(-1)?.key ?? null) : null}
          open={still - part.from}
          wanted={isWanted ? wanted : null}
        />
      </VirtualListItem>
    )
  })
}

/** Estimated height of blocks not yet rendered, in px. */
const guessOf = (blocks: readonly TurnBlock[]): number =>
  blocks.reduce((sum, block) => sum + (block.kind === 'said' ? guessedHeight(block.text ?? '') : 65), 0)

interface PartProps {
  readonly blocks: readonly TurnBlock[]
  readonly agent: AgentId
  readonly isCurrent: boolean
  /** Key of the last block, while the turn runs. */
  readonly last: string | null
  /** Index of the first block that is still in progress. */
  readonly open: number
  readonly wanted: number | null
}

const Part = memo(function Part({ blocks, agent, isCurrent, last, open, wanted }: PartProps) {
  return blocks.map((block, at) => (
    <DrawAll key={block.key} value={wanted !== null && block.n === wanted}>
      <BlockView
        block={block}
        agent={agent}
        isCurrent={isCurrent}
        isLast={block.key === last}
        isOpen={at >= open}
      />
    </DrawAll>
  ))
})

interface BlockViewProps {
  readonly block: TurnBlock
  readonly agent: AgentId
  readonly isCurrent: boolean
  readonly isLast: boolean
  /** The agent is still at this block, whatever is below it. */
  readonly isOpen: boolean
  readonly depth?: number
}

function BlockView({ block, agent, isCurrent, isLast, isOpen, depth = 0 }: BlockViewProps): ReactNode {
  switch (block.kind) {
    case 'said':
      return (
        <AgentText
          text={block.text}
          agent={agent}
          at={block.live}
          n={block.n}
          isLast={isLast}
          isHalf={block.isHalf === true}
          isNotice={block.isNotice === true}
          isPass={block.isPass === true}
        />
      )
    case 'thought':
      return <Thinking text={block.text} agent={agent} at={block.live} n={block.n} isLast={isLast} />
    case 'peer':
      return isSpoken(block.entry) ? <CircleInset entry={block.entry} /> : <PeerInset entry={block.entry} />
    case 'piece':
      return <PieceInset entry={block.entry} agent={agent} />
    case 'beat':
      return <BeatInset entry={block.entry} />
    case 'crossed':
      return <CrossedLine entry={block.entry} />
    case 'news':
      return <CircleNews entries={block.entries} />
    case 'remark':
      return block.entry.note?.kind === 'used' ? (
        <UsedLine entry={block.entry} used={block.entry.note} />
      ) : (
        <Remark entry={block.entry} />
      )
    case 'tools':
      return <Tools calls={block.calls} isCurrent={isCurrent} isRunning={isOpen} />
    case 'change':
      return <ChangeBlock call={block.call} />
    case 'subagent':
      return (
        <Subagent
          call={block.call}
          isRunning={isOpen}
          depth={depth}
          view={(inner, isRunning) => (
            <BlockView
              block={inner}
              agent={agent}
              isCurrent={isRunning}
              isLast={false}
              isOpen={isRunning}
              depth={depth + 1}
            />
          )}
        />
      )
    case 'sent':
      return <SentLine call={block.call} />
  }
}

function BeatInset({ entry }: { readonly entry: Entry }) {
  const word = entry.intent === undefined ? 'Timer' : intentWords[entry.intent]
  const name = useMirror((now) => now.agents[ownerOf(entry.agent)]?.name ?? '')
  return (
    <Inset
      entry={entry}
      label={`Timer: ${word}`}
      plain={1}
      head={
        <>
          <Icon name={entry.intent === undefined ? 'hour' : intentIcons[entry.intent]} />
          <span className="muted strong">{word}</span>
          <span className="num">
            prompt to <Name name={name} /> from its timer · <At at={saidAtOf(entry)} />
          </span>
        </>
      }
    />
  )
}

function ChangeBlock({ call }: { readonly call: ShownCall }) {
  const density = useDensity()
  const { entry, tool, result } = call
  const cwd = useMirror((now) => now.agents[ownerOf(entry.agent)]?.cwd ?? '')
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

const atOnce = () => 0

function Thinking({ text, agent, at, n, isLast }: WordsProps) {
  const written = useLiveText(text === null ? agent : null, at, atOnce)
  return <Thought text={text ?? written} n={n} isGrowing={text === null && isLast} />
}

interface ThoughtProps {
  readonly text: string
  readonly n: number | undefined
  readonly isGrowing: boolean
}

function Thought({ text, n, isGrowing }: ThoughtProps) {
  const density = useDensity()
  const [choice, setChoice] = usePersistentState<boolean | null>(
    n === undefined ? null : `thought ${n}`,
    null,
  )
  const isOpen = choice ?? density === 'verbose'
  if (text.trim() === '') return null
  return (
    <details
      className={classes('small block', toolsCss.thought)}
      data-n={n}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setChoice(open)}
    >
      <summary className="row faint">
        <Icon name="right" className="twist" />
        {isGrowing ? 'Thinking…' : 'Thought'}
      </summary>
      {isOpen && <SafeText as="p" dir="auto" text={text} />}
    </details>
  )
}
