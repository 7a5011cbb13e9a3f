import { useEffect, useState } from 'react'
import type { ThreadRow } from '../../../main/contract/mail-views.ts'
import type { MessageId } from '../../../main/contract/model.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import type { Log } from '../../state/logs.ts'
import { learn } from '../../state/mail.ts'
import { readOlder, useLog } from '../../state/store.ts'

/** Names a conversation by any message of it, for as long as the hook lives. */
export function useThreadOf(id: MessageId): { readonly thread: MessageId | null; readonly problem: string } {
  const [found, setFound] = useState({ thread: null as MessageId | null, problem: '' })
  useEffect(() => {
    let left = false
    ask('messages.get', { id }).then(
      ({ thread }) => left || setFound({ thread, problem: '' }),
      (error: unknown) => left || setFound({ thread: null, problem: wordsOf(error) }),
    )
    return () => void (left = true)
  }, [id])
  return found
}

/** A conversation as far as it is held; it is read back to the message that was asked for. */
export function useThread(thread: MessageId, wanted: MessageId): Log<ThreadRow> | undefined {
  const log = useLog('thread', thread)
  const rows = log?.rows
  const isBehind = log?.phase === 'ready' && log.older !== null && !log.rows.some((row) => row.id === wanted)
  useEffect(() => {
    if (rows) learn(rows)
    if (isBehind) void readOlder({ kind: 'thread', id: thread })
  }, [thread, rows, isBehind])
  return log
}
