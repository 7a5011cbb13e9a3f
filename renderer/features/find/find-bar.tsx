import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { marksIn, termsOf } from '../../../main/contract/history/found-words.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { paneAt } from '../../components/focus.ts'
import { Icon } from '../../components/icon.tsx'
import { usePane } from '../../components/pane.tsx'
import { followDrawn } from '../../components/virtual-list.tsx'
import { markRanges, rangesIn } from '../../components/text-marks.ts'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { rowSelector } from '../../entities/log/show-row.ts'
import { closeFind, useFinding } from '../../state/find.ts'
import { useLog } from '../../state/store.ts'
import { classes } from '../../components/classes.ts'
import css from './find.module.css'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

export function FindBar({ agent }: { readonly agent: AgentView }) {
  const opening = useFinding(agent.id)
  return opening === null ? null : <Finding agent={agent} opening={opening} />
}

interface FindingProps {
  readonly agent: AgentView
  /** Changes with each opening, which takes the focus again. */
  readonly opening: number
}

function Finding({ agent, opening }: FindingProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { at: place } = usePane()
  const start = useStart(place)
  const log = useLog('agent', agent.id)
  const [first, last] = [log?.rows[0]?.n ?? 0, log?.rows.at(-1)?.n ?? 0]
  const found = useFoundIn(agent.id, typed, last)
  const [at, setAt] = useState<{ readonly q: string; readonly n: number | null }>({ q: '', n: null })
  const now = at.q === found.q ? at.n : null
  const show = useCallback(
    (n: number | null, q: string) => {
      setAt({ q, n })
      if (n !== null) void goToRow({ agent: agent.id, n }, { words: q, isLanding: false })
    },
    [agent.id],
  )
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [opening])
  // Only a new search jumps to a result; rows that arrive later move nothing.
  const asked = useRef('')
  useEffect(() => {
    if (found.phase !== 'found' || asked.current === found.q) return
    asked.current = found.q
    show(firstFrom(found.rows, start.top()), found.q)
  }, [found, show, start])
  useMarks(place, found.q, `${first} ${last} ${now ?? ''}`)
  const step = (way: 1 | -1) => show(stepTo(found.rows, now, way), found.q)
  const leave = () => {
    closeFind()
    start.back()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') leave()
    else step(event.shiftKey ? -1 : 1)
  }
  return (
    <div
      className={classes('row gap-3 no-shrink', css.find)}
      role="search"
      aria-label={`Find in the conversation with ${visible(agent.name)}`}
    >
      <Icon name="search" />
      <input
        ref={field}
        className="input"
        aria-label="Find in this conversation"
        placeholder="Find in this conversation"
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
      />
      <span className={classes('num small muted', css.count)} aria-live="polite">
        {countWords(found, now)}
      </span>
      <Button variant="ghost" className="icon" aria-label="Back (Shift+Enter)" onClick={() => step(-1)}>
        <Icon name="down" className={css.up} />
      </Button>
      <IconButton icon="down" aria-label="On (Enter)" onClick={() => step(1)} />
      <IconButton icon="x" aria-label="Close find" onClick={closeFind} />
    </div>
  )
}

/** `3 of 12`: counts rows, not occurrences. */
function countWords({ phase, rows, isCut, problem, q }: FoundIn, now: number | null): string {
  if (q === '' || phase === 'searching') return ''
  if (phase === 'failed') return problem
  if (rows.length === 0) return 'Not in this conversation'
  const place = now === null ? 0 : rows.indexOf(now) + 1
  return `${place === 0 ? '–' : place} of ${rows.length}${isCut ? ' newest' : ''}`
}

const scrollerAt = (at: number) => paneAt(at)?.querySelector<HTMLElement>('[data-part=scroll]')

/**
 * Remembers the scroll position and focus from before the search, to restore both. `at`: the pane's index.
 */
function useStart(at: number) {
  const [start] = useState(() => {
    const box = scrollerAt(at)
    const before = document.activeElement
    // Measured from the end: older rows may be loaded above.
    const fromEnd = box ? box.scrollHeight - box.scrollTop : 0
    return {
      top: () => topRow(scrollerAt(at)),
      back: () => {
        const now = scrollerAt(at)
        if (now) now.scrollTop = now.scrollHeight - fromEnd
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      },
    }
  })
  return start
}

function topRow(box: HTMLElement | null | undefined): number {
  const top = box?.getBoundingClientRect().top ?? 0
  const row = Array.from(box?.querySelectorAll<HTMLElement>(rowSelector) ?? []).find(
    (one) => one.getBoundingClientRect().bottom > top,
  )
  return Number(row?.dataset['n'] ?? Infinity)
}

function useMarks(at: number, q: string, rows: string) {
  useEffect(() => {
    const box = scrollerAt(at)
    if (!box || q === '') return markRanges('found', [])
    const terms = termsOf(q)
    let frame = 0
    const mark = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() =>
        markRanges(
          'found',
          rangesIn(box, (text) => marksIn(text, terms)),
        ),
      )
    }
    mark()
    const leave = followDrawn(mark)
    return () => {
      leave()
      cancelAnimationFrame(frame)
    }
  }, [at, q, rows])
  useEffect(
    () => () => {
      markRanges('found', [])
      markRanges('found-now', [])
    },
    [],
  )
}

interface FoundIn {
  /** The query that `rows` match. */
  readonly q: string
  readonly rows: readonly number[]
  readonly isCut: boolean
  readonly phase: 'idle' | 'searching' | 'found' | 'failed'
  readonly problem: string
}

const nothing: FoundIn = { q: '', rows: [], isCut: false, phase: 'idle', problem: '' }
/** Debounce; ms. */
const pause = 150

/** Searches the whole stored conversation; again when a new row arrives. */
function useFoundIn(agent: AgentId, typed: string, last: number): FoundIn {
  const q = termsOf(typed).length === 0 ? '' : typed.trim()
  const [found, setFound] = useState(nothing)
  const asked = useRef(0)
  useEffect(() => {
    const id = ++asked.current
    if (q === '') return
    const timer = setTimeout(() => {
      setFound((now) => (now.q === q ? now : { ...now, phase: 'searching' }))
      ask('history.find', { agent, q }).then(
        ({ rows, isCut }) =>
          asked.current === id && setFound({ q, rows, isCut, phase: 'found', problem: '' }),
        (error: unknown) =>
          asked.current === id && setFound({ ...nothing, q, phase: 'failed', problem: errorWords(error) }),
      )
    }, pause)
    return () => clearTimeout(timer)
  }, [agent, q, last])
  return q === '' ? nothing : found
}

/** The next (1) or previous (-1) matching row, cyclic; null when there is none. */
export function stepTo(rows: readonly number[], from: number | null, way: 1 | -1): number | null {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return null
  if (from === null) return last
  const found = way === 1 ? rows.find((n) => n > from) : rows.findLast((n) => n < from)
  return found ?? (way === 1 ? first : last)
}

/** The first result at or below the visible top, else the last above it. */
export const firstFrom = (rows: readonly number[], top: number): number | null =>
  rows.find((n) => n >= top) ?? rows.at(-1) ?? null
