import { useRef, useState, type PointerEvent } from 'react'
import type { MessageId } from '../../../main/contract/api/model.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { rowBelow, useEscape } from '../../components/dragging.ts'
import { moveMail } from '../../entities/message/mail-acts.ts'
import { landingOf, type Landing } from '../../entities/message/mail-order.ts'

/** A row that is dragged by its grip. */
export interface MailDrag {
  readonly id: MessageId
  /** Where the hand is: before which other row, null below them all. */
  readonly over: MessageId | null
  /** What letting go there does; null: nothing would change. */
  readonly landing: Landing | null
}

/** Dragging a waiting message gives it another place in the queue. Esc lets it go where it was. */
export function useMailDrag(queue: readonly PendingView[]) {
  const held = useRef<MessageId | null>(null)
  /** Where the row is dragged to, also before that is drawn: a quick hand lets go earlier. */
  const latest = useRef<MailDrag | null>(null)
  const [drag, setDrag] = useState<MailDrag | null>(null)
  const isDragging = drag !== null
  const letGo = () => {
    held.current = null
    latest.current = null
    setDrag(null)
  }
  useEscape(isDragging, letGo)

  return {
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const target = event.target as Element
        const id = target.closest<HTMLElement>('[data-mail]')?.dataset['mail'] as MessageId | undefined
        if (event.button !== 0 || id === undefined || target.closest('[data-part=grip]') === null) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = id
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const id = held.current
        if (id === null) return
        const over = mailBelow(event.currentTarget, event.clientY)
        if (latest.current?.over === over) return
        latest.current = { id, over, landing: landingOf(queue, id, over) }
        setDrag(latest.current)
      },
      onPointerUp: () => {
        const to = latest.current
        const landing = to && landingOf(queue, to.id, to.over)
        if (to && landing) void moveMail(to.id, landing.move)
        letGo()
      },
      onPointerCancel: letGo,
    },
  }
}

/** The message before which a row would go that is let go at `y`; null below them all. */
function mailBelow(list: HTMLElement, y: number): MessageId | null {
  const rows = list.querySelectorAll<HTMLElement>('[data-mail]:has([data-part=grip])')
  return (rowBelow(rows, y)?.dataset['mail'] as MessageId | undefined) ?? null
}
