import { useRef, useState, type PointerEvent } from 'react'
import type { MessageId, Priority } from '../../../main/contract/model.ts'
import type { PendingView } from '../../../main/contract/mail-views.ts'
import { rowBelow, useEscape } from '../../components/dragging.ts'
import { moveMail } from './acts.ts'
import { stepsTo } from './order.ts'

/** A row that is dragged by its grip: before which other it would go (null: to the end), and what that makes of it. */
export interface MailDrag {
  readonly id: MessageId
  readonly before: MessageId | null
  /** null: nothing would change. */
  readonly priority: Priority | null
}

/** Dragging a waiting message up or down promotes or demotes it. Esc lets it go where it was. */
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
        if (event.button !== 0 || id === undefined || target.closest('.grip') === null) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = id
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const id = held.current
        if (id === null) return
        const before = mailBelow(event.currentTarget, event.clientY)
        if (latest.current?.before === before) return
        latest.current = { id, before, priority: stepsTo(queue, id, before)?.priority ?? null }
        setDrag(latest.current)
      },
      onPointerUp: () => {
        const to = latest.current
        const found = to && stepsTo(queue, to.id, to.before)
        if (to && found) void moveMail(to.id, found.steps)
        letGo()
      },
      onPointerCancel: letGo,
    },
  }
}

/** The message before which a row would go that is let go at `y`; null below them all. */
function mailBelow(list: HTMLElement, y: number): MessageId | null {
  const rows = list.querySelectorAll<HTMLElement>('[data-mail]:has(.grip:not(.none))')
  return (rowBelow(rows, y)?.dataset['mail'] as MessageId | undefined) ?? null
}
