import { memo, useMemo, type ReactNode } from 'react'
import type { AgentId, Author } from '../../../main/contract/model.ts'
import { FaceView, useFace } from '../../components/avatar.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Name } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useMirror } from '../../store.ts'
import { blocksOf, type Block } from './blocks.ts'
import { PeerInset } from './peer-inset.tsx'
import { PersonWords } from './person-words.tsx'
import { Remark } from './remark.tsx'
import type { Row } from './rows.ts'
import { SentLine } from './sent-line.tsx'
import { Stream } from './stream.tsx'
import { Thought } from './thought.tsx'
import { Tools } from './tools.tsx'

interface TurnProps {
  readonly row: Row
  readonly agent: AgentId
  /** The agent is at work on this very turn: what it streams stands at its end. */
  readonly isRunning: boolean
}

/** One row of the conversation. */
export const Turn = memo(function Turn({ row, agent, isRunning }: TurnProps) {
  const [first] = row.entries
  if (!first) return null
  if (row.kind === 'remark') return <Remark entry={first} />
  if (row.kind === 'human') {
    return (
      <Voice author={first.author} name={first.authorName} at={first.at} note={viaOf(first.author)}>
        <PersonWords text={first.text} />
      </Voice>
    )
  }
  return (
    <AgentVoice agent={agent} at={first.at}>
      <Blocks row={row} isRunning={isRunning} />
      {isRunning && <Stream agent={agent} />}
    </AgentVoice>
  )
})

const viaOf = (author: Author) => (author.kind === 'human' && author.via === 'api' ? 'via API' : '')

function Blocks({ row, isRunning }: { readonly row: Row; readonly isRunning: boolean }) {
  const blocks = useMemo(() => blocksOf(row.entries), [row])
  return blocks.map((block, at) => (
    <BlockView
      key={block.key}
      block={block}
      isCurrent={isRunning}
      isLast={isRunning && at === blocks.length - 1}
    />
  ))
}

interface BlockViewProps {
  readonly block: Block
  /** Of the turn that runs. */
  readonly isCurrent: boolean
  readonly isLast: boolean
}

function BlockView({ block, isCurrent, isLast }: BlockViewProps): ReactNode {
  switch (block.kind) {
    case 'said':
      return (
        <div className="said block">
          <Markdown text={block.entry.text} />
        </div>
      )
    case 'thought':
      return <Thought text={block.entry.text} isOpen={false} />
    case 'peer':
      return <PeerInset entry={block.entry} />
    case 'remark':
      return <Remark entry={block.entry} />
    case 'tools':
      return <Tools calls={block.calls} isCurrent={isCurrent} isRunning={isLast} />
    case 'sent':
      return <SentLine call={block.call} />
  }
}

/** A turn of the agent itself, under its present name. */
export function AgentVoice(props: {
  readonly agent: AgentId
  readonly at: number | null
  readonly children: ReactNode
}) {
  const name = useMirror((now) => now.agents[props.agent]?.name ?? '')
  const author = useMemo<Author>(() => ({ kind: 'agent', id: props.agent }), [props.agent])
  return (
    <Voice author={author} name={name} at={props.at} note="">
      {props.children}
    </Voice>
  )
}

interface VoiceProps {
  readonly author: Author
  readonly name: string
  readonly at: number | null
  readonly note: string
  readonly children: ReactNode
}

/** Whoever speaks: avatar, name, and the rail in their pigment down to the end of what they say. */
function Voice({ author, name, at, note, children }: VoiceProps) {
  const face = useFace(author, name)
  return (
    <article className="turn" data-hue={face.hue}>
      <div className="gut">
        <FaceView face={face} />
      </div>
      <div className="voice">
        <div className="by">
          <Name name={name} pigment />
          {note !== '' && <span>{note}</span>}
          {at !== null && <At at={at} />}
        </div>
        {children}
      </div>
    </article>
  )
}
