import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Entry } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { Icon } from '../../components/icon.tsx'
import { visible } from '../../components/hygiene.ts'
import { readNewest, tell, useIsWriting, useMirror } from '../../store.ts'
import { Earlier } from '../log/earlier.tsx'
import { rowReader } from './rows.ts'
import { Rows } from './row-list.tsx'
import { useStickToEnd } from './stick-to-end.ts'
import { useJump } from './use-jump.ts'
import './transcript.css'

interface TranscriptProps {
  readonly agent: AgentView
  /** What stands at the end: cards, trouble. */
  readonly children: ReactNode
  /** Shown while nothing has been said. */
  readonly empty: ReactNode
}

const nothing: readonly Entry[] = []

/** More rows than this are let go at the beginning while the reader is at the end. */
const mostRows = 1_600
/** So many are kept then. */
const keptRows = 1_200

/** The conversation. It stays at its end only while the reader is there. */
export function Transcript({ agent, children, empty }: TranscriptProps) {
  const channel = { kind: 'agent', id: agent.id } as const
  const held = useMirror((now) => now.logs.agent[agent.id])
  const phase = held?.phase
  const count = held?.rows.length ?? 0
  useEffect(() => {
    if (phase === undefined || phase === 'stale') void readNewest({ kind: 'agent', id: agent.id })
  }, [agent.id, phase])

  const [read] = useState(rowReader)
  const rows = useMemo(() => read(held?.rows ?? []), [read, held?.rows])
  const { scroller, content, isAtEnd, hasNew, toEnd, letGo } = useStickToEnd(
    held?.rows[0]?.n,
    held?.rows.at(-1)?.n,
  )
  const isJumping = useJump(agent.id, held?.rows ?? nothing, scroller, letGo)
  useEffect(() => {
    if (isAtEnd && !isJumping && count > mostRows)
      tell({ kind: 'logTrimmed', channel: { kind: 'agent', id: agent.id }, keep: keptRows })
  }, [agent.id, isAtEnd, isJumping, count])

  useOwnWords(held?.rows.at(-1), toEnd)

  const isWriting = useIsWriting(agent.id)
  const isQuiet = agent.status === 'idle' || agent.status === 'asleep' || agent.status === 'starting'
  const isEmpty = phase === 'ready' && rows.length === 0 && isQuiet
  return (
    <div className="transcript">
      <div
        ref={scroller}
        className="scroll"
        role="log"
        aria-live="off"
        aria-label={`Conversation with ${visible(agent.name)}`}
        tabIndex={0}
      >
        <div ref={content} className="col">
          {held && <Earlier channel={channel} log={held} failed="The conversation could not be read." />}
          {isEmpty && empty}
          <Rows agent={agent} rows={rows} />
          {children}
        </div>
      </div>
      {!isAtEnd && (
        <button type="button" className="btn new-below" onClick={toEnd}>
          <Icon name="down" />
          {hasNew || isWriting ? 'New below' : 'To the end'}
        </button>
      )}
    </div>
  )
}

/** What the person has just said here is shown, wherever they were reading. */
function useOwnWords(newest: Entry | undefined, toEnd: () => void) {
  const seen = useRef(newest?.n)
  useEffect(() => {
    const before = seen.current
    seen.current = newest?.n
    if (newest === undefined || before === undefined || newest.n <= before) return
    if (newest.author.kind === 'human' && newest.author.via === 'window') toEnd()
  }, [newest, toEnd])
}
