import { useEffect } from 'react'
import type { Channel, ChannelKind, Channels, RowOf } from '../../main/contract/log.ts'
import { logOf, type Log } from './logs.ts'
import { readNewest, useMirror } from './store.ts'

/** A log as far as this window holds it; its newest page is read whenever rows are missing at its end. */
export function useLog<K extends ChannelKind>(kind: K, id: Channels[K]['id']): Log<RowOf<K>> | undefined {
  const log = useMirror((now) => logOf(now.logs, { kind, id }))
  const phase = log?.phase
  useEffect(() => {
    if (phase === undefined || phase === 'stale') void readNewest({ kind, id } as Channel)
  }, [kind, id, phase])
  return log
}
