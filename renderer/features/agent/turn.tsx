import { memo, useMemo, useState, type ReactNode } from 'react'
import type { AgentId, Author, Entry, MessageId } from '../../../main/contract/model.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { saidBy } from '../../components/said-by.ts'
import { QuoteButton } from '../../entities/message/quote-button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { clockTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useMirror, useStreamKinds } from '../../state/store.ts'
import { BeatInset } from './beat-inset.tsx'
import { blocksOf, isStillAt, type Block } from './blocks.ts'
import { ChangeBlock } from './change-block.tsx'
import { CircleNews } from './circle-news.tsx'
import { CircleInset, isSpoken, PieceInset } from './circle-inset.tsx'
import { CrossedLine } from './crossed-line.tsx'
import { useDensity } from './density.tsx'
import { PeerInset } from './peer-inset.tsx'
import { Attached } from '../../entities/attachment/attached.tsx'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { Remark, UsedLine } from './remark.tsx'
import { placeOf, type Row } from './rows.ts'
import { Said, silenceOf } from '../../entities/agent/said.tsx'
import { Thinking } from './thought.tsx'
import { SentLine } from './sent-line.tsx'
import { Tools } from './tools.tsx'
import { TurnChangesLine } from './turn-changes-line.tsx'
import { TurnMenu } from './turn-acts.tsx'
import { wayWords } from '../../entities/message/receipt.ts'
import { classes } from '../../components/classes.ts'
import css from './transcript.module.css'
import { foldedOf } from './long-text.ts'

interface TurnProps {
  /** A turn that has just begun has no entries. */
  readonly row: Row
  readonly agent: AgentId
  /** The agent is at work on this very turn: what it streams stands at its end. */
  readonly isRunning: boolean
}

/** One row of the conversation. */
export const Turn = memo(function Turn({ row, agent, isRunning }: TurnProps) {
  const [first] = row.entries
  if (row.kind === 'remark' && row.entries.length > 1) return <CircleNews entries={row.entries} />
  if (row.kind === 'remark') return first && <Remark entry={first} />
  if (row.kind === 'human') {
    return (
      first && (
        <Voice
          author={first.author}
          name={first.authorName}
          n={first.n}
          at={first.at}
          note={noteOf(first)}
          message={first.message}
          words={first.text.trim() === '' ? null : () => first.text}
          menu={{ agent, entry: first }}
        >
          {first.text.trim() !== '' && <PersonWords text={first.text} />}
          <Attached attachments={first.attachments} />
        </Voice>
      )
    )
  }
  return <AgentTurn row={row} agent={agent} isRunning={isRunning} />
})

/** By which way the person's words came, where it was not the plain one. */
const noteOf = ({ author, way, imported }: Entry) =>
  [
    imported ? 'imported' : '',
    author.kind === 'human' && author.via === 'api' ? 'via API' : '',
    way === undefined ? '' : wayWords[way],
  ]
    .filter((word) => word !== '')
    .join(' · ')

/** A turn of the agent itself, under its present name. */
function AgentTurn({ row, agent, isRunning }: TurnProps) {
  const name = useMirror((now) => now.agents[agent]?.name ?? '')
  const author = useMemo<Author>(() => ({ kind: 'agent', id: agent }), [agent])
  const isSaid = row.entries.some(isWords)
  const last = row.entries.findLast(({ kind }) => kind !== 'crossing') ?? row.entries.at(-1)
  return (
    <Voice
      author={author}
      name={name}
      n={row.key}
      at={row.entries[0]?.at ?? null}
      note={row.entries[0]?.imported ? 'imported' : ''}
      message={null}
      words={isSaid ? () => saidIn(row) : null}
      menu={last === undefined || isRunning ? null : { agent, entry: last }}
    >
      <Blocks row={row} agent={agent} isRunning={isRunning} />
      {!isRunning && <TurnChangesLine row={row} agent={agent} />}
    </Voice>
  )
}

/** Is it something said? That there was nothing to add is not. */
const isWords = ({ kind, text }: Entry) => kind === 'text' && silenceOf(text, false) === 'words'

const saidIn = (row: Row) =>
  row.entries
    .filter(isWords)
    .map((entry) => entry.text)
    .join('\n\n')

/** The parts of a turn, whether it runs or not: what stands does not move when it ends. */
function Blocks({ row, agent, isRunning }: TurnProps) {
  const density = useDensity()
  const live = useStreamKinds(isRunning ? agent : null)
  const waits = useMirror((now) => now.agents[agent]?.needs !== null)
  const blocks = useMemo(() => blocksOf(row.entries, density, live), [row, density, live])
  return (
    <>
      <BlockList blocks={blocks} entries={row.entries} agent={agent} isRunning={isRunning} />
      {isRunning && live.length === 0 && !waits && !isToolRunning(blocks) && <AtWork agent={agent} />}
    </>
  )
}

/** Nothing is seen of its work at this moment: that it is at work, or whom it waits for. */
function AtWork({ agent }: { readonly agent: AgentId }) {
  const waitingFor = useMirror((now) => now.agents[agent]?.waitingFor?.name)
  return (
    <p className={classes('st work', css.atWork)}>
      <Sign of={waitingFor === undefined ? 'work' : 'wait'} />
      {waitingFor === undefined ? 'At work' : <SafeText text={`Waits on ${waitingFor}`} />}
    </p>
  )
}

/** A tool that runs says so itself. */
const isToolRunning = (blocks: readonly Block[]): boolean =>
  blocks.some(
    (block, at) =>
      block.kind === 'tools' && isStillAt(blocks, at) && block.calls.some((call) => call.end === null),
  )

interface BlockListProps {
  readonly blocks: readonly Block[]
  readonly entries: Row['entries']
  readonly agent: AgentId
  readonly isRunning: boolean
}

/** The keys hold while a block turns from written to said, and while a turn ends. */
const BlockList = ({ blocks, entries, agent, isRunning }: BlockListProps) =>
  blocks.map((block, at) => (
    <BlockView
      key={block.key}
      block={block}
      agent={agent}
      n={placeOf(block.key, entries)}
      isCurrent={isRunning}
      isLast={isRunning && at === blocks.length - 1}
      isOpen={isRunning && isStillAt(blocks, at)}
    />
  ))

interface BlockViewProps {
  readonly block: Block
  readonly agent: AgentId
  /** Its row; none while it is being written. */
  readonly n: number | undefined
  /** Of the turn that runs. */
  readonly isCurrent: boolean
  readonly isLast: boolean
  /** The agent is still at it, whatever stands below. */
  readonly isOpen: boolean
}

function BlockView({ block, agent, n, isCurrent, isLast, isOpen }: BlockViewProps): ReactNode {
  switch (block.kind) {
    case 'said':
      return <Said text={block.text} agent={agent} at={block.live} n={n} isLast={isLast} />
    case 'thought':
      return <Thinking text={block.text} agent={agent} at={block.live} n={n} isLast={isLast} />
    case 'peer':
      return isSpoken(block.entry) ? <CircleInset entry={block.entry} /> : <PeerInset entry={block.entry} />
    case 'piece':
      return <PieceInset entry={block.entry} />
    case 'beat':
      return <BeatInset entry={block.entry} />
    case 'crossed':
      return <CrossedLine entry={block.entry} />
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
    case 'sent':
      return <SentLine call={block.call} />
  }
}

interface VoiceProps {
  readonly author: Author
  readonly name: string
  readonly n: number
  readonly at: number | null
  readonly note: string
  /** The message that it is; its receipt stands beside the time. */
  readonly message: MessageId | null
  /** What is copied; null where nothing was said yet. */
  readonly words: (() => string) | null
  /** From where one can go on otherwise; null while it is written. */
  readonly menu: { readonly agent: AgentId; readonly entry: Entry } | null
  readonly children: ReactNode
}

/** Whoever speaks: avatar, name, and the rail in their pigment down to the end of what they say. */
function Voice({ author, name, n, at, note, message, words, menu, children }: VoiceProps) {
  const face = useFace(author, name)
  return (
    <article
      className={css.turn}
      data-part="turn"
      data-hue={face.hue}
      data-n={n}
      data-message={message ?? undefined}
      aria-label={[visible(name), ...(at === null ? [] : [clockTime(at)])].join(', ')}
      {...saidBy(name, author.kind === 'agent' ? author.id : null, at)}
    >
      <div className={css.gut}>
        <FaceView face={face} />
      </div>
      <div className="voice">
        <div className="by">
          <span role="heading" aria-level={2}>
            <Name name={name} pigment />
          </span>
          {note !== '' && <span>{note}</span>}
          {at !== null && <At at={at} />}
          {message !== null && <Receipt id={message} as="quiet" isOwn={author.kind === 'human'} />}
          <span className="grow" />
          {words && (
            <>
              <CopyButton text={words} className={css.copy} label={`Copy what ${visible(name)} said`} />
              <QuoteButton
                className={css.copy}
                quote={() => ({
                  ...{ words: words(), by: name, at, message },
                  agent: author.kind === 'agent' ? author.id : null,
                })}
              />
            </>
          )}
          {menu && <TurnMenu {...menu} name={name} className={css.copy} />}
        </div>
        {children}
      </div>
    </article>
  )
}

/** What a person wrote, as it is; something very long is folded. */
export function PersonWords({ text }: { readonly text: string }) {
  const folded = useMemo(() => foldedOf(text), [text])
  const [isOpen, setOpen] = useState(false)
  const isFolded = folded !== null && !isOpen
  return (
    <div className="prose" data-part="said">
      <p className={classes('plain', isFolded && undefined)} dir="auto">
        <SafeText text={isFolded ? folded.shown : text} />
      </p>
      {folded && (
        <button type="button" className="btn ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all (${folded.size})`}
        </button>
      )}
    </div>
  )
}
