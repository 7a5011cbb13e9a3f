import { useEffect, useState } from 'react'
import type { MessageId, MessageState } from '../../../main/contract/model.ts'
import type { MessageReport } from '../../../main/contract/mail-views.ts'
import { ask } from '../../connection.ts'
import { useMirror } from '../../store.ts'

/** What became of a message that was sent. `sign`: ring, half and disc of the receipts; `x` did not arrive. */
export interface Receipt {
  readonly sign: 'ring' | 'half' | 'disc' | 'x'
  readonly words: string
}

/** What there is to know about a message; `inInput` as the CLI reports it. */
interface Standing {
  readonly state: MessageState
  readonly inInput: boolean
  readonly reason: string
}

/** A message's state in words. */
export function receiptOf({ state, inInput, reason }: Standing): Receipt {
  const because = reason === '' ? '' : `: ${reason}`
  switch (state) {
    case 'queued':
      return { sign: 'ring', words: reason === '' ? 'next' : reason }
    case 'held':
      return { sign: 'ring', words: `held${because}` }
    case 'written':
      return { sign: 'half', words: inInput ? 'in the input' : 'on its way' }
    case 'read':
      return { sign: 'disc', words: 'read' }
    case 'answered':
      return { sign: 'disc', words: 'answered' }
    case 'withdrawn':
    case 'expired':
    case 'dropped':
      return { sign: 'x', words: `${state}${because}` }
    case 'undeliverable':
      return { sign: 'x', words: `could not be delivered${because}` }
  }
}

/** Follows a message: by its receiver's mailbox while it waits, then by what main tells, else by one question. */
export function useReceipt(id: MessageId | null): Receipt | null {
  const waiting = useMirror((now) => {
    if (id === null) return undefined
    for (const agent of Object.values(now.agents)) {
      const found = agent.pending.find((one) => one.id === id)
      if (found) return found
    }
    return undefined
  })
  const [settled, setSettled] = useState<MessageReport | null>(null)
  const fate = useMirror((now) => (id === null ? undefined : now.fates[id]))
  const snapshots = useMirror((now) => now.snapshots)
  const isKnown = waiting !== undefined || fate !== undefined
  useEffect(() => {
    if (id === null || isKnown) return
    let left = false
    ask('messages.get', { id }).then(
      (message) => left || setSettled(message),
      () => undefined,
    )
    return () => void (left = true)
  }, [id, isKnown, snapshots])
  const standing = waiting ?? fate ?? settled
  return standing ? receiptOf(standing) : null
}
