import { useMemo, useState, useEffect, type ReactNode, type RefObject } from 'react'
import type { GatheringView, UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import type {
  UtteranceId,
  GatheringId,
  CirclePassage,
  SeedPassage,
} from '../../../main/contract/gatherings/gatherings.ts'
import { useStickToEnd } from '../../components/stick-to-end.ts'
import { Timeline } from '../../entities/log/timeline.tsx'
import { useLog, readOlder, useMirror } from '../../state/store.ts'
import { firstSealed, partOf, partsOver, scrollRows, type Part, type ScrollRow } from './rows.ts'
import type { Sitting } from '../../entities/gathering/signs.tsx'
import { LockLine, NoteRow, PassedRow, SealedRow, Banner, LiveRow } from './small-rows.tsx'
import { UtteranceRow } from './utterance-row.tsx'
import type { Log } from '../../state/logs.ts'
import { requestRow, useView, showGathering } from '../../state/view-store.ts'
import type { Passage } from '../../../main/contract/api/model.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useFace } from '../../entities/agent/avatar.tsx'
import type { Face } from '../../entities/agent/identity.ts'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { isUnderWay } from './turn-words.ts'
import { classes } from '../../components/classes.ts'
import css from './gathering-log.module.css'

const nothing: readonly UtteranceView[] = []

interface GatheringLogProps {
  readonly of: GatheringView
  readonly wanted: UtteranceId | null
  readonly onArrived: () => void
}

/** Opens at the newest row and keeps the scroll position while the user reads earlier ones. */
export function GatheringLog({ of, wanted, onArrived }: GatheringLogProps) {
  const log = useLog('gathering', of.id)
  const phase = log?.phase
  const items = log?.rows ?? nothing
  const { collapsed, collapse, expand } = useCollapsible(items, phase === 'ready', of.state === 'closed')
  const rows = useMemo(() => scrollRows(items, collapsed), [items, collapsed])
  const sealed = useMemo(() => firstSealed(items), [items])
  const stick = useStickToEnd(items[0]?.n, items.at(-1)?.n)
  const { scroller, letGo } = stick
  useJump({ of: of.id, log, wanted, scroller, letGo, expand, onArrived })
  return (
    <Timeline
      channel={{ kind: 'gathering', id: of.id }}
      log={log}
      stick={stick}
      label="What was said"
      failed="What was said could not be read."
    >
      {phase === 'ready' && log?.older === null && <Passages passages={of.passages} />}
      {rows.map((row) => (
        <GatheringLogRow
          key={row.row.id}
          of={of}
          row={row}
          isFirstSealed={sealed.has(row.row.id)}
          onCollapse={() => collapse(partOf(row.row, items))}
        />
      ))}
      {isUnderWay(of) && <LiveRow of={of} />}
    </Timeline>
  )
}

/** Phases that were over when the pane opened are collapsed; later only the user collapses. */
function useCollapsible(items: readonly UtteranceView[], isRead: boolean, isOpen: boolean) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<Part> | null>(null)
  if (collapsed === null && isRead) setCollapsed(isOpen ? new Set() : partsOver(items))
  const shown = collapsed ?? none
  const expand = (part: Part | null) => setCollapsed(new Set([...shown].filter((one) => one !== part)))
  const collapse = (part: Part | null) =>
    part === null || shown.has(part) ? expand(part) : setCollapsed(new Set([...shown, part]))
  return { collapsed: shown, collapse, expand }
}

const none: ReadonlySet<Part> = new Set()

interface RowProps {
  readonly of: GatheringView
  readonly row: ScrollRow
  readonly isFirstSealed: boolean
  readonly onCollapse: (() => void) | null
}

export function GatheringLogRow({ of, row, isFirstSealed, onCollapse }: RowProps): ReactNode {
  if (row.kind === 'phase') return <Banner of={of} row={row} onCollapse={onCollapse} />
  const by = sitting(of, row.row)
  switch (row.row.kind) {
    case 'said':
    case 'comment':
    case 'host':
      if (!row.row.sealed) return <UtteranceRow row={row.row} by={by} />
      return (
        <>
          {isFirstSealed && <LockLine />}
          <SealedRow row={row.row} by={by} />
        </>
      )
    case 'passed':
    case 'silent':
    case 'missed':
      return <PassedRow row={row.row} by={by} />
    case 'phase':
    case 'opened':
    case 'note':
      return <NoteRow row={row.row} />
  }
}

/** Whose row it is; the host is the user. */
function sitting(of: GatheringView, { number, name, agent, kind }: UtteranceView): Sitting {
  const seat = of.seats.find((one) => one.number === number)
  const isUser = seat?.kind === 'user' || kind === 'host'
  return { number: number ?? 0, name, agent, kind: isUser ? 'user' : 'agent' }
}

interface Jump {
  readonly of: GatheringId
  readonly log: Log<UtteranceView> | undefined
  readonly wanted: UtteranceId | null
  readonly scroller: RefObject<HTMLElement | null>
  readonly letGo: () => void
  readonly expand: (part: Part | null) => void
  readonly onArrived: () => void
}

/** Scrolls to a row and focuses it; loads earlier pages and expands its phase as needed. */
function useJump({ of, log, wanted, scroller, letGo, expand, onArrived }: Jump): void {
  useEffect(() => {
    if (wanted === null || log?.phase !== 'ready') return
    const row = log.rows.find((one) => one.id === wanted)
    const shown = scroller.current?.querySelector<HTMLElement>(`[data-utterance="${CSS.escape(wanted)}"]`)
    if (shown) {
      letGo()
      shown.focus({ preventScroll: true })
      toMiddle(shown)
      mark(shown)
      onArrived()
    } else if (row) expand(partOf(row, log.rows))
    else if (log.older === null) onArrived()
    else void readOlder({ kind: 'gathering', id: of })
  })
}

/** Scrolls twice: rows out of view have an estimated height until they are rendered. */
function toMiddle(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' })
  requestAnimationFrame(() => {
    row.scrollIntoView({ block: 'center' })
    requestAnimationFrame(() => row.scrollIntoView({ block: 'center' }))
  })
}

const acts = ['pointerdown', 'keydown'] as const

/** Highlights one row until the next action. */
function mark(row: HTMLElement): void {
  for (const before of document.querySelectorAll<HTMLElement>('[data-found]')) delete before.dataset['found']
  row.dataset['found'] = ''
  const end = new AbortController()
  const unmark = () => {
    delete row.dataset['found']
    end.abort()
  }
  for (const one of acts) document.addEventListener(one, unmark, { capture: true, signal: end.signal })
}

/** The row to scroll to in this gathering, if any. */
export const useScrollTarget = (id: GatheringId): UtteranceId | null =>
  useView(({ aim }) => (aim?.kind === 'gathering' && aim.id === id ? aim.utterance : null))

export const clearScrollTarget = () => requestRow(null)

function Passages({ passages }: { readonly passages: readonly SeedPassage[] }) {
  if (passages.length === 0) return null
  return (
    <details className={classes('small muted', css.passages)}>
      <summary>
        The seed holds {passages.length} {passages.length === 1 ? 'passage' : 'passages'} of earlier
        conversations
      </summary>
      <ul>
        {passages.map((one) =>
          one.from === 'circle' ? (
            <CircleSource key={`${one.gathering} ${one.text}`} passage={one} />
          ) : (
            <Source key={`${one.agent} ${one.n}`} passage={one} />
          ),
        )}
      </ul>
    </details>
  )
}

function CircleSource({ passage }: { readonly passage: CirclePassage }) {
  const { gathering, topic, speaker, at, text } = passage
  const isKnown = useMirror((now) => now.gatherings[gathering] !== undefined)
  const go = isKnown ? () => showGathering(gathering) : null
  return (
    <Excerpt at={at} text={text} source={`the gathering ${topic}`} onSource={go}>
      <b>{speaker === null ? 'Harvest' : <Name name={speaker} />}</b>
      <span className="muted">
        of the circle “<SafeText text={topic} />”
      </span>
    </Excerpt>
  )
}

function Source({ passage }: { readonly passage: Passage }) {
  const { agent, agentName, author, authorName, n, at, text } = passage
  const { hue } = useFace(author, authorName)
  const isOwn = author.kind === 'agent' && author.id === agent
  const source = `where ${authorName} said it`
  return (
    <Excerpt hue={hue} at={at} text={text} source={source} onSource={() => void goToRow({ agent, n })}>
      <b>
        <Name name={authorName} pigment />
      </b>
      {!isOwn && (
        <span className="muted">
          to <Name name={agentName} />
        </span>
      )}
    </Excerpt>
  )
}

interface ExcerptProps {
  readonly hue?: Face['hue']
  readonly at: number
  readonly text: string
  /** The source, for screen readers. */
  readonly source: string
  readonly onSource: (() => void) | null
  readonly children: ReactNode
}

function Excerpt({ hue, at, text, source, onSource, children }: ExcerptProps) {
  return (
    <li data-hue={hue}>
      <p className="by">
        {children}
        <span className="num">
          <At at={at} />
        </span>
        {onSource && (
          <button
            type="button"
            className="plain"
            aria-label={visible(`Source: ${source}`)}
            onClick={onSource}
          >
            Source
          </button>
        )}
      </p>
      <SafeText as="p" className={classes('break-anywhere', css.quote)} dir="auto" text={text} />
    </li>
  )
}
