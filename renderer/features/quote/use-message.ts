import { useEffect, useState } from 'react'
import type { MessageView } from '../../../main/contract/mail/mail-views.ts'
import type { MessageId } from '../../../main/contract/api/model.ts'
import { ask } from '../../state/connection.ts'

/** A message, once it has been read; null until then, and where there is none. */
export function useMessage(id: MessageId | null): MessageView | null {
  const [message, setMessage] = useState<MessageView | null>(null)
  useEffect(() => {
    if (id === null) return
    let left = false
    ask('messages.get', { id }).then(
      (found) => left || setMessage(found),
      () => undefined,
    )
    return () => void (left = true)
  }, [id])
  return message
}
