import { useCallback, useEffect, useRef, useState } from 'react'
import type { MessageReport } from '../../../main/contract/mail-views.ts'
import type { MessageId } from '../../../main/contract/model.ts'
import { wordsOf } from '../../act.ts'
import { ask } from '../../connection.ts'
import { learn } from '../../mail.ts'
import { mirror, type Settled } from '../../store.ts'

/** Messages in one page of a conversation. */
const pageSize = 50
/** So many pages are read by themselves to come to the message that was asked for. */
const farthest = 20

/** A conversation as far as it was read. */
export interface ThreadRead {
  readonly thread: MessageId | null
  /** In order of acceptance. */
  readonly messages: readonly MessageReport[]
  /** Where the next page begins; null: this is all, so far. */
  readonly next: number | null
  readonly phase: 'reading' | 'ready' | 'failed'
  readonly problem: string
}

const unread: ThreadRead = { thread: null, messages: [], next: null, phase: 'reading', problem: '' }

/** A page joined to what was read; each message once, the newer report of it. */
export function joined(
  before: readonly MessageReport[],
  page: readonly MessageReport[],
): readonly MessageReport[] {
  const fresh = new Map(page.map((one) => [one.id, one]))
  const known = new Set(before.map((one) => one.id))
  return [...before.map((one) => fresh.get(one.id) ?? one), ...page.filter((one) => !known.has(one.id))]
}

/** Where to read next. Each object is one reading. */
interface From {
  readonly cursor: number | null
  /** Pages read so far on the way to the message that was asked for; null: that way is over. */
  readonly pages: number | null
}

/**
 * Reads the conversation of a message, on to that message itself; more of it on demand, and what is new by
 * itself. `id` does not change as long as the hook lives.
 */
export function useThread(id: MessageId): ThreadRead & { readonly more: () => void } {
  const [now, setNow] = useState(unread)
  const [from, setFrom] = useState<From>({ cursor: null, pages: 1 })
  useEffect(() => {
    let left = false
    const cursor = from.cursor === null ? {} : { cursor: from.cursor }
    ask('threads.get', { id, limit: pageSize, ...cursor }).then(
      ({ thread, messages, next }) => {
        if (left) return
        learn(messages)
        setNow((held) => ({
          thread,
          messages: joined(held.messages, messages),
          next,
          phase: 'ready',
          problem: '',
        }))
        const isOnTheWay = from.pages !== null && from.pages < farthest
        const isFound = messages.some((one) => one.id === id)
        if (isOnTheWay && !isFound && next !== null) setFrom({ cursor: next, pages: (from.pages ?? 0) + 1 })
      },
      (error: unknown) => left || setNow((held) => ({ ...held, phase: 'failed', problem: wordsOf(error) })),
    )
    return () => void (left = true)
  }, [id, from])
  const again = useCallback(() => setFrom((last) => ({ ...last, pages: null })), [])
  useNews(now, again)
  const { next } = now
  const more = useCallback(() => next !== null && setFrom({ cursor: next, pages: null }), [next])
  return { ...now, more }
}

/** Reads the last page again when a message of this conversation waits somewhere that is not held yet. */
function useNews({ thread, messages, next }: ThreadRead, again: () => void) {
  const seen = useRef<MessageId>(null)
  useEffect(
    () =>
      mirror.subscribe((now) => {
        if (thread === null || next !== null) return
        const fresh = newIn(now, thread, messages)
        if (fresh === null || fresh === seen.current) return
        seen.current = fresh
        again()
      }),
    [thread, messages, next, again],
  )
}

function newIn(now: Settled, thread: MessageId, held: readonly MessageReport[]): MessageId | null {
  for (const agent of Object.values(now.agents)) {
    const fresh = agent.pending.find(
      (one) => one.thread === thread && !held.some((message) => message.id === one.id),
    )
    if (fresh) return fresh.id
  }
  return null
}
