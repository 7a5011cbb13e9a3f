import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Channel } from '../../../main/contract/api/log.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import type { Log } from '../../state/logs.ts'
import type { StickToEnd } from '../../components/stick-to-end.ts'
import { readNewest, readOlder } from '../../state/store.ts'
import css from './timeline.module.css'
import { classes } from '../../components/classes.ts'

interface TimelineProps extends Omit<RowsInViewProps, 'earlier'> {
  readonly channel: Channel
  readonly log: Log | undefined
  readonly failed: string
}

/** The rows of a log, with buttons to load older rows and to jump to the end. */
export function Timeline({ channel, log, failed, ...rest }: TimelineProps) {
  return <RowsInView {...rest} earlier={log && <Earlier channel={channel} log={log} failed={failed} />} />
}

interface RowsInViewProps {
  readonly earlier: ReactNode
  readonly stick: StickToEnd
  readonly label: string
  /** Text is being written at the end that is not a row yet. */
  readonly isWriting?: boolean
  readonly column?: string | undefined
  readonly children: ReactNode
}

export function RowsInView(props: RowsInViewProps) {
  const { earlier, stick, label, isWriting = false, column = 'col', children } = props
  const { scroller, content, isAtEnd, hasNew, toEnd } = stick
  return (
    <div className="transcript" data-part="transcript">
      <LogScroller of={scroller} label={label}>
        <div ref={content} className={column}>
          {earlier}
          {children}
        </div>
      </LogScroller>
      {!isAtEnd && (
        <Button className={css.newBelow} data-part="new-below" onClick={toEnd}>
          <Icon name="down" />
          {hasNew || isWriting ? 'New below' : 'To the end'}
        </Button>
      )}
    </div>
  )
}

interface LogScrollerProps {
  readonly of: RefObject<HTMLDivElement | null>
  readonly label: string
  readonly children: ReactNode
}

/** Keyboard scrollable; `aria-live` is off, so that not every new row is announced. */
export function LogScroller({ of, label, children }: LogScrollerProps) {
  return (
    <div
      ref={of}
      className="scroll"
      data-part="scroll"
      role="log"
      aria-live="off"
      aria-label={label}
      tabIndex={0}
    >
      {children}
    </div>
  )
}

interface EarlierProps {
  readonly channel: Channel
  readonly log: Log
  readonly failed: string
}

export function Earlier({ channel, log, failed }: EarlierProps) {
  const pages = {
    older: log.older,
    phase: log.phase,
    first: log.rows[0]?.n,
    readOlder: () => readOlder(channel),
    readNewest: () => readNewest(channel),
  }
  return <EarlierPages pages={pages} failed={failed} />
}

interface EarlierPagesProps {
  readonly pages: {
    /** Where the next older page ends; null if there is none. */
    readonly older: number | null
    readonly phase: string
    /** Number of the oldest row held. */
    readonly first: number | undefined
    readonly readOlder: () => Promise<void>
    readonly readNewest: () => Promise<void>
  }
  readonly failed: string
}

export function EarlierPages({ pages, failed }: EarlierPagesProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { older, phase, first, readNewest: again } = pages
  const read = useRef(pages.readOlder)
  useEffect(() => {
    read.current = pages.readOlder
  })
  const hasMore = older !== null
  useEffect(() => {
    if (!ref.current || !hasMore) return
    const look = ([entry]: readonly IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) void read.current()
    }
    const root = ref.current.closest('[data-part=scroll]')
    const watch = new IntersectionObserver(look, { root, rootMargin: '400px 0px 0px' })
    watch.observe(ref.current)
    return () => watch.disconnect()
  }, [hasMore, first])
  if (phase === 'failed') {
    return (
      <p className={classes('row muted', css.earlier)} data-hold="no">
        {failed}
        <Button onClick={() => void again()}>Try again</Button>
      </p>
    )
  }
  if (!hasMore) return null
  return (
    <div ref={ref} className={classes('row muted', css.earlier)} data-hold="no">
      <Button variant="ghost" onClick={() => void pages.readOlder()}>
        {phase === 'loading' ? 'Reading…' : 'Earlier'}
      </Button>
    </div>
  )
}
