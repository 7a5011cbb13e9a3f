import { useEffect, useRef } from 'react'
import type { Channel } from '../../../main/contract/log.ts'
import type { Log } from '../../state/logs.ts'
import { readNewest, readOlder } from '../../state/store.ts'

interface EarlierProps {
  readonly channel: Channel
  readonly log: Log
  /** What it says where reading went wrong. */
  readonly failed: string
}

/** The way to older rows of a log: read when it comes into view, or by its button. */
export function Earlier({ channel, log, failed }: EarlierProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { kind, id } = channel
  const hasMore = log.older !== null
  const first = log.rows[0]?.n
  useEffect(() => {
    if (!ref.current || !hasMore) return
    const look = ([entry]: readonly IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) void readOlder({ kind, id } as Channel)
    }
    const root = ref.current.closest('.scroll')
    const watch = new IntersectionObserver(look, { root, rootMargin: '400px 0px 0px' })
    watch.observe(ref.current)
    return () => watch.disconnect()
  }, [kind, id, hasMore, first])
  if (log.phase === 'failed') {
    return (
      <p className="earlier">
        {failed}
        <button type="button" className="btn" onClick={() => void readNewest(channel)}>
          Try again
        </button>
      </p>
    )
  }
  if (!hasMore) return null
  return (
    <div ref={ref} className="earlier">
      <button type="button" className="btn ghost" onClick={() => void readOlder(channel)}>
        {log.phase === 'loading' ? 'Reading…' : 'Earlier'}
      </button>
    </div>
  )
}
