import { useCallback, useState, useRef, type KeyboardEvent, type RefObject, type PointerEvent } from 'react'
import type { AgentId, MessageId } from '../../../main/contract/api/model.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { Icon } from '../../components/icon.tsx'
import { isKey } from '../../keys/current-keys.ts'
import { doMail, editMail, moveMail } from '../../entities/message/mail-acts.ts'
import { walkRows } from '../../components/focus.ts'
import { CollapseButton, MailRow } from './mail-row.tsx'
import { roomOf, waysOf, landingOf, type Landing, type Way } from '../../entities/message/mail-order.ts'
import type { Queued } from '../../entities/message/mail-sections.ts'
import { notesWords, repeatedReasons } from '../../entities/message/mail-words.ts'
import { useSayPlace } from '../../components/voice.ts'
import { rowBelow, useEscape } from '../../components/dragging.ts'
import css from './mailbox.module.css'

/** Rows shown initially, and added each time. */
const portion = 50

interface MailListProps {
  readonly agent: AgentId
  readonly notes: readonly PendingView[]
  readonly queue: readonly Queued[]
  readonly input: RefObject<HTMLTextAreaElement | null>
}

/** Messages in the order in which the agent will read them. One tab stop; arrow keys move between rows. */
export function MailList({ agent, notes, queue, input }: MailListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const [shown, setShown] = useState(portion)
  const [chosen, setChosen] = useState<MessageId | null>(null)
  const isOnWay = (one: Queued) => one.place === null
  const noted: readonly Queued[] = isExpanded ? notes.map((message) => ({ message, place: null })) : []
  const rows = [...queue.filter(isOnWay), ...noted, ...queue.filter((one) => !isOnWay(one))]
  const drawn = rows.slice(0, shown)
  const current = drawn.find((one) => one.message.id === chosen) ?? drawn[0]
  const waiting = queue.flatMap(({ message, place }) => (place === null ? [] : [message]))
  const { drag, handlers } = useMailDrag(waiting)
  const act = useDoing(agent, input)
  const said = repeatedReasons(waiting)
  useSayPlace(
    'data-mail',
    waiting.map(({ id }) => id),
  )

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const id = (event.target as Element).closest<HTMLElement>('[data-mail]')?.dataset['mail']
    const message = rows.find((one) => one.message.id === id)?.message
    const way = message && wayOfKey(event)
    if (way && waysOf(message, roomOf(message, waiting)).includes(way)) act(message, way)
    else if (!walkRows(event)) return
    event.preventDefault()
  }
  const draw = ({ message, place }: Queued) => (
    <MailRow
      key={message.id}
      message={message}
      place={place}
      room={roomOf(message, waiting)}
      isSaid={said.has(message.id)}
      isCurrent={message === current?.message}
      isLifted={drag?.id === message.id}
      drop={dropAt(drag, message.id, queue)}
      onDo={act}
    />
  )
  const firstWaiting = drawn.findIndex((one) => one.place !== null || noted.includes(one))
  const split = firstWaiting < 0 ? drawn.length : firstWaiting
  return (
    <ul
      className={drag ? css.dragging : undefined}
      onKeyDown={press}
      onFocus={(event) => {
        const mail = event.target.closest<HTMLElement>('[data-mail]')?.dataset['mail']
        if (mail !== undefined) setChosen(mail as MessageId)
      }}
      {...handlers}
    >
      {drawn.slice(0, split).map(draw)}
      {notes.length > 0 && (
        <li className={css.collapse} data-part="collapse">
          <CollapseButton isOpen={isExpanded} onTurn={setExpanded}>
            {notesWords(notes)}
          </CollapseButton>
        </li>
      )}
      {drawn.slice(split).map(draw)}
      {rows.length > shown && (
        <li className={css.collapse} data-part="collapse">
          <button type="button" className={css.words} onClick={() => setShown(shown + portion)}>
            <Icon name="down" />
            {`${rows.length - shown} more`}
          </button>
        </li>
      )}
      {drag && (
        <li className={css.dropWords} data-part="drop-words" aria-hidden="true">
          <span>{dropWords(drag.landing)}</span>
        </li>
      )}
    </ul>
  )
}

function useDoing(agent: AgentId, input: RefObject<HTMLTextAreaElement | null>) {
  return useCallback(
    (message: PendingView, way: Way) => {
      if (way !== 'edit') return doMail(agent, message, way)
      void editMail(agent, message.id).then((isThere) => isThere && input.current?.focus())
    },
    [agent, input],
  )
}

function wayOfKey(event: KeyboardEvent): Way | null {
  if (isKey('rowUp', event.nativeEvent)) return 'up'
  if (isKey('rowDown', event.nativeEvent)) return 'down'
  return isKey('withdraw', event.nativeEvent) ? 'withdraw' : null
}

function dropWords(landing: Landing | null): string {
  if (landing === null) return 'Stays where it is'
  return landing.move.kind === 'place'
    ? `Will be number ${landing.place + 1}`
    : `Becomes ${landing.move.priority}: number ${landing.place + 1}`
}

/** Where a row shows the drop line: at the position where the message would really land. */
function dropAt(drag: MailDrag | null, id: MessageId, queue: readonly Queued[]): 'before' | 'after' | null {
  const landing = drag?.landing ?? null
  if (landing === null) return null
  if (landing.before === id) return 'before'
  return landing.before === null && queue.at(-1)?.message.id === id ? 'after' : null
}

interface MailDrag {
  readonly id: MessageId
  /** The row that the pointer is above; null: below all. */
  readonly over: MessageId | null
  readonly landing: Landing | null
}

function useMailDrag(queue: readonly PendingView[]) {
  const held = useRef<MessageId | null>(null)
  /** The latest position, also before it is rendered: a quick user drops earlier. */
  const latest = useRef<MailDrag | null>(null)
  const [drag, setDrag] = useState<MailDrag | null>(null)
  const letGo = () => {
    held.current = null
    latest.current = null
    setDrag(null)
  }
  useEscape(drag !== null, letGo)

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

/** The message before which a row dropped at `y` would go; null: below all. */
function mailBelow(list: HTMLElement, y: number): MessageId | null {
  const rows = list.querySelectorAll<HTMLElement>('[data-mail]:has([data-part=grip])')
  return (rowBelow(rows, y)?.dataset['mail'] as MessageId | undefined) ?? null
}
