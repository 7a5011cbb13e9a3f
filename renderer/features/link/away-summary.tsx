import { useEffect, useRef, useState, useCallback } from 'react'
import type { CrossingId, LinkId } from '../../../main/contract/links/links.ts'
import type { CrossingView } from '../../../main/contract/links/link-views.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { firstPlainLine } from '../../components/markdown/plain-line.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { spanOfTime } from '../../components/duration.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { agentAuthor } from '../../entities/link/link-words.ts'
import { useMoney } from '../../state/money.ts'
import { usePartyName } from './parties.ts'
import { keepSeen, lastSeenAt } from '../../entities/link/link-memory.ts'
import { classes } from '../../components/classes.ts'
import css from './link.module.css'

/** `lead` is the link to the crossing; `rest` continues the text. */
interface DigestLine {
  readonly lead: string
  readonly rest: string
}

/** Characters of a crossing that the summary uses. */
const lineLength = 240
/** Characters; a shorter first clause says too little. */
const shortestLead = 16
/** Characters; a longer one is cut between words. */
const longestLead = 90

/** The first line of a crossing, split after its first clause. */
export function digestLine({ text }: Pick<CrossingView, 'text'>): DigestLine {
  const line = firstPlainLine(text.slice(0, 2_000)).slice(0, lineLength) || 'Words without letters'
  const clause = Array.from(line.matchAll(/[.!?;:,](?=\s|$)/g)).find(({ index }) => index >= shortestLead)
  const end = clause && clause.index <= longestLead ? clause.index : cutAt(line)
  return { lead: line.slice(0, end), rest: line.slice(end) }
}

/** The last space before the lead would be too long. */
function cutAt(line: string): number {
  if (line.length <= longestLead) return line.length
  const gap = line.lastIndexOf(' ', longestLead)
  return gap < shortestLead ? longestLead : gap
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** `two messages`. `isWhole`: all crossings since then are loaded. */
export function crossingCountWords(items: readonly Pick<CrossingView, 'kind'>[], isWhole: boolean): string {
  const count = items.filter((one) => one.kind === 'said').length
  if (count === 0 && isWhole) return 'nothing crossed'
  const words = `${numbers[count] ?? count} ${count === 1 ? 'message' : 'messages'}`
  return isWhole ? words : `at least ${words}`
}

/** Turns that read a crossing and had nothing to add. */
export const silentWords = (count: number): string =>
  `${count === 1 ? 'One turn' : `${count} turns`} ended with nothing to add (not counted).`

const most = 8

interface SummaryProps {
  readonly away: Away
  readonly items: readonly CrossingView[]
  /** All crossings since then are loaded. */
  readonly isWhole: boolean
  readonly onJump: (id: CrossingId) => void
  readonly onDismiss: () => void
}

export function LinkAwaySummary({ away, items, isWhole, onJump, onDismiss }: SummaryProps) {
  const money = useMoney()
  const cost = items.reduce((sum, one) => sum + one.costUsd, 0)
  const when = `While you were away (${spanOfTime(away.since, away.until)})`
  const said = items.filter((one) => one.kind === 'said')
  const silent = items.length - said.length
  const shown = said.slice(-most)
  const section = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useCollapsedByReading(section)
  return (
    <section ref={section} className={classes('stack gap-2 well', css.digest)} aria-label={when}>
      <header className="row">
        <h2 className="grow num strong break-anywhere">
          {when}: {crossingCountWords(items, isWhole)}
          {money && `, ${money(cost)}`}
        </h2>
        <Button
          variant="ghost"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Collapse' : 'Expand'} messages while you were away`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Collapse' : 'Expand'}
        </Button>
        <IconButton
          icon="x"
          aria-label="Dismiss messages while you were away"
          title="Dismiss"
          onClick={onDismiss}
        />
      </header>
      {isOpen && (
        <ul>
          {said.length > shown.length && <li className="faint">{said.length - shown.length} before these</li>}
          {shown.map((one) => (
            <Line key={one.id} crossing={one} onJump={onJump} />
          ))}
          {silent > 0 && <li className="faint">{silentWords(silent)}</li>}
        </ul>
      )}
    </section>
  )
}

/** Whether a key scrolls instead of typing. `at`: tag name of the focused element. */
export const isScrollKey = (key: string, at: string): boolean =>
  /^(?:Page|Arrow)(?:Up|Down)$|^(?:Home|End)$/.test(key) && !['TEXTAREA', 'INPUT'].includes(at)

/** Collapses once the user scrolls, to leave room for the log. */
function useCollapsedByReading(of: { readonly current: HTMLElement | null }) {
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    const pane = of.current?.closest('[data-part=pane]')
    const scroller = pane?.querySelector('[data-part=scroll]')
    const over = new AbortController()
    const { signal } = over
    for (const name of ['wheel', 'touchmove'])
      scroller?.addEventListener(name, () => setOpen(false), { signal, passive: true })
    const key = (event: Event) => {
      const { target } = event
      if (
        event instanceof KeyboardEvent &&
        isScrollKey(event.key, target instanceof Element ? target.tagName : '')
      )
        setOpen(false)
    }
    pane?.addEventListener('keydown', key, { signal })
    return () => over.abort()
  }, [of])
  return [isOpen, setOpen] as const
}

interface LineProps {
  readonly crossing: CrossingView
  readonly onJump: (id: CrossingId) => void
}

function Line({ crossing, onJump }: LineProps) {
  const name = usePartyName(crossing.from, crossing.fromName)
  const { lead, rest } = digestLine(crossing)
  return (
    <li>
      <Avatar author={agentAuthor(crossing.from)} name={name} size="sm" />
      <span className="vh">
        <Name name={name} />:{' '}
      </span>
      <p className="clip" dir="auto">
        <button type="button" className={classes('in-words', css.jump)} onClick={() => onJump(crossing.id)}>
          <SafeText text={lead} />
        </button>
        <SafeText text={rest} />
      </p>
    </li>
  )
}

/** Shorter absences are ignored; ms. */
const shortest = 20_000

/** Milliseconds. */
interface Away {
  readonly since: number
  readonly until: number
}

/**
 * When the user was last away from this link: since it was visible, or the window focused. `isRead`: the log
 * is loaded; before that nothing counts as seen.
 */
export function useAway(link: LinkId, isRead: boolean): Away | null {
  const [away, setAway] = useState<Away | null>(() => {
    const since = lastSeenAt(link)
    return since === null ? null : { since, until: Date.now() }
  })
  const read = useRef(isRead)
  useEffect(() => {
    read.current = isRead
  }, [isRead])
  const left = useRef<number | null>(null)
  const leave = useCallback(() => {
    if (left.current !== null) return
    left.current = Date.now()
    if (read.current) keepSeen(link, left.current)
  }, [link])
  useEffect(() => {
    const come = () => {
      const since = left.current
      left.current = null
      if (since !== null && read.current && Date.now() - since >= shortest)
        setAway({ since, until: Date.now() })
    }
    const look = () => (document.hidden ? leave() : come())
    const over = new AbortController()
    const { signal } = over
    window.addEventListener('blur', leave, { signal })
    window.addEventListener('focus', come, { signal })
    window.addEventListener('pagehide', leave, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    return () => {
      over.abort()
      leave()
    }
  }, [leave])
  return away
}
