import { useEffect, useState } from 'react'
import type { WrittenView } from '../../../main/contract/mail/mail-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { learn } from '../../state/mail.ts'
import { useMirror } from '../../state/store.ts'

/** What the person has written to somebody, oldest first, or why that is not known; `isPart`: there is more before. */
export interface Written {
  readonly messages: readonly WrittenView[] | null
  readonly isPart: boolean
  readonly problem: string
}

/** What the person has written to an agent of another house, with what came of it; asked anew whenever something happens. */
export function useWritten(peer: AgentId): Written {
  const [written, setWritten] = useState<Written>({ messages: null, isPart: false, problem: '' })
  const snapshots = useMirror((now) => now.snapshots)
  const moments = useMirror((now) => now.moments)
  const fleet = useMirror((now) => now.status?.fleet?.houses.map(({ onTheWay }) => onTheWay).join() ?? '')
  useEffect(() => {
    let isOld = false
    ask('messages.written', { agent: peer }).then(
      ({ items, next }) => {
        if (isOld) return
        learn(items)
        setWritten({ messages: items.toReversed(), isPart: next !== null, problem: '' })
      },
      (error: unknown) => isOld || setWritten((now) => ({ ...now, problem: wordsOf(error) })),
    )
    return () => void (isOld = true)
  }, [peer, snapshots, moments, fleet])
  return written
}
