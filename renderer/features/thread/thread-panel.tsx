import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { MessageReport } from '../../../main/contract/mail-views.ts'
import type { MessageId } from '../../../main/contract/model.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { senderName } from './named.ts'
import { ThreadMessage } from './thread-message.tsx'
import { useThread, type ThreadRead } from './use-thread.ts'
import './thread.css'

interface ThreadPanelProps {
  /** Any message of the conversation; it is marked. */
  readonly id: MessageId
  readonly onClose: () => void
}

/** A whole conversation between agents, in order, with what became of each message. */
export function ThreadPanel({ id, onClose }: ThreadPanelProps) {
  const read = useThread(id)
  const { messages, next, phase, problem } = read
  const list = useRef<HTMLDivElement>(null)
  useWanted(list, messages.some((one) => one.id === id) ? id : null)
  return (
    <Dialog title="Conversation" className="thread-sheet" onClose={onClose}>
      <p className="about">
        <SafeText text={aboutOf(read)} />
      </p>
      <div className="body thread">
        {problem !== '' && <Problem text={problem} />}
        <div
          ref={list}
          role="feed"
          aria-label="Messages"
          aria-busy={phase === 'reading'}
          tabIndex={-1}
          onKeyDown={walk}
        >
          {messages.map((message, at) => (
            <ThreadMessage
              key={message.id}
              message={message}
              question={questionOf(message, messages)}
              place={at + 1}
              count={next === null ? messages.length : -1}
              isWanted={message.id === id}
              onClose={onClose}
            />
          ))}
        </div>
        {next !== null && (
          <button type="button" className="btn more" onClick={read.more}>
            Show more
          </button>
        )}
      </div>
    </Dialog>
  )
}

/** What it goes on from, where that is not plainly the message before it. */
const questionOf = (message: MessageReport, all: readonly MessageReport[]): MessageReport | null =>
  all.find((one) => one.id === message.replyTo) ?? null

function aboutOf({ messages, next, phase }: ThreadRead): string {
  if (messages.length === 0) return phase === 'reading' ? 'Reading…' : ''
  const names = [...new Set(messages.flatMap(({ from, to }) => [senderName(from), to]))]
  const who =
    names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : listed(names)
  const count = `${messages.length}${next === null ? '' : '+'}`
  return `${who} · ${count} ${count === '1' ? 'message' : 'messages'}`
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Brings the message that was asked for into view and gives it the focus, once it is there. */
function useWanted(list: RefObject<HTMLElement | null>, id: MessageId | null) {
  useEffect(() => {
    const wanted = id === null ? null : list.current?.querySelector<HTMLElement>(`[data-message="${id}"]`)
    wanted?.scrollIntoView({ block: 'center' })
    wanted?.focus({ preventScroll: true })
  }, [list, id])
}

/** Arrows, Page up and down, Home and End go from message to message. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const all = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('article'))
  const at = all.findIndex((article) => article === document.activeElement)
  if (at < 0) return
  const next = {
    ArrowDown: all[at + 1],
    ArrowUp: all[at - 1],
    PageDown: all[Math.min(at + 8, all.length - 1)],
    PageUp: all[Math.max(at - 8, 0)],
    Home: all[0],
    End: all.at(-1),
  }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
