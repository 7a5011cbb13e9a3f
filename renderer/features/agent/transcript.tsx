import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Entry, AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { PathOpener } from '../../components/path-link.tsx'
import { openPath } from '../../entities/folder/open-path.ts'
import { applyEvent, useIsWriting, useLog } from '../../state/store.ts'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useStickToEnd } from '../../components/stick-to-end.ts'
import { Timeline } from '../../entities/log/timeline.tsx'
import { rowReader } from './rows.ts'
import { Rows } from './row-list.tsx'
import { rowSelector, showRow } from '../../entities/log/show-row.ts'
import { arrive, useView } from '../../state/view-store.ts'

interface TranscriptProps {
  readonly agent: AgentView
  readonly children: ReactNode
  readonly empty: ReactNode
}

const nothing: readonly Entry[] = []

/** Older rows beyond this are dropped while the user is at the end. */
const mostRows = 1_600
const keptRows = 1_200

/** The transcript scrolls along only while the user is at its end. */
export function Transcript({ agent, children, empty }: TranscriptProps) {
  const log = useLog('agent', agent.id)
  const entries = log?.rows ?? nothing
  const count = entries.length
  const [read] = useState(rowReader)
  const rows = useMemo(() => read(entries), [read, entries])
  const stick = useStickToEnd(entries[0]?.n, entries.at(-1)?.n)
  const { scroller, isAtEnd, toEnd, letGo } = stick
  const isJumping = useJump(agent.id, entries, scroller, letGo)
  useEffect(() => {
    const channel = { kind: 'agent', id: agent.id } as const
    if (isAtEnd && !isJumping && count > mostRows) applyEvent({ kind: 'logTrimmed', channel, keep: keptRows })
  }, [agent.id, isAtEnd, isJumping, count])

  useOwnWords(entries.at(-1), toEnd)
  const open = useCallback(
    (path: string, line: number | null) => void openPath(agent.id, path, line),
    [agent.id],
  )

  const isWriting = useIsWriting(agent.id)
  const isQuiet = agent.status === 'idle' || agent.status === 'asleep' || agent.status === 'starting'
  const isEmpty = log?.phase === 'ready' && rows.length === 0 && isQuiet
  return (
    <Timeline
      channel={{ kind: 'agent', id: agent.id }}
      log={log}
      stick={stick}
      label={`Conversation with ${visible(agent.name)}`}
      failed="The conversation could not be read."
      isWriting={isWriting}
    >
      {isEmpty && empty}
      <PathOpener value={open}>
        <VirtualList scroller={scroller}>
          <Rows agent={agent} rows={rows} />
        </VirtualList>
      </PathOpener>
      {children}
    </Timeline>
  )
}

/** Scrolls to the user's own new message, wherever they were reading. */
function useOwnWords(newest: Entry | undefined, toEnd: () => void) {
  const seen = useRef(newest?.n)
  useEffect(() => {
    const before = seen.current
    seen.current = newest?.n
    if (newest === undefined || before === undefined || newest.n <= before) return
    if (newest.author.kind === 'user' && newest.author.via === 'window') toEnd()
  }, [newest, toEnd])
}

/** Scrolls to the wanted row once it is loaded. Returns whether one is wanted. */
function useJump(
  agent: AgentId,
  entries: readonly Entry[],
  scroller: RefObject<HTMLElement | null>,
  letGo: () => void,
): boolean {
  const jump = useView((now) => (now.jump?.agent === agent ? now.jump : null))
  const wanted = jump?.n ?? null
  const first = entries[0]?.n ?? Infinity
  const last = entries.at(-1)?.n ?? 0
  useEffect(() => {
    if (jump === null || wanted === null || wanted < first || wanted > last || !scroller.current) return
    const row = rowAt(scroller.current, wanted)
    if (row) {
      letGo()
      // First, while all rows on the way are rendered.
      showRow(row, { words: jump.words, isLanding: jump.isLanding })
    }
    arrive()
  }, [jump, wanted, first, last, scroller, letGo])
  return wanted !== null
}

/** The element that shows a row: its own, or the one before it that it is collapsed into. */
function rowAt(scroller: HTMLElement, n: number): HTMLElement | undefined {
  const placeOf = (element: HTMLElement) => Number(element.dataset['n'])
  return [...scroller.querySelectorAll<HTMLElement>(rowSelector)]
    .filter((element) => placeOf(element) <= n)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .at(-1)
}
