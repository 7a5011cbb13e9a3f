import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { ThreadRow } from '../../../main/contract/mail/mail-views.ts'
import type { MessageId } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Earlier } from '../../entities/log/timeline.tsx'
import { nameOf } from '../../entities/agent/named.ts'
import { listed } from '../../entities/link/link-words.ts'
import { ThreadMessage } from './thread-message.tsx'
import css from './thread.module.css'
import { classes } from '../../components/classes.ts'
import { useAnswer } from '../../state/use-answer.ts'
import type { Log } from '../../state/logs.ts'
import { copyLog } from '../../state/export-log.ts'
import { openBeside, leadBeside } from '../../state/pane-acts.ts'
import { show, leave } from '../../state/view-store.ts'
import { storeMessages } from '../../state/mail.ts'
import { readOlder, useLog } from '../../state/store.ts'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { PaneButton } from '../../components/pane-button.tsx'
import { Pane } from '../../components/pane.tsx'

interface ThreadPanelProps {
  /** Any message of the thread; it is highlighted. */
  readonly id: MessageId
  readonly onClose: () => void
}

export function ThreadPanel({ id, onClose }: ThreadPanelProps) {
  return (
    <Dialog
      title="Thread"
      className={css.threadSheet}
      onClose={onClose}
      tools={<Taking id={id} beside={onClose} />}
    >
      <Conversation id={id} onClose={onClose} />
    </Dialog>
  )
}

interface TakingProps {
  readonly id: MessageId
  /** Set in the dialog: closes it when the thread opens in a pane. */
  readonly beside?: () => void
}

function Taking({ id, beside }: TakingProps) {
  const log = { kind: 'thread', id } as const
  const open = () => {
    beside?.()
    openBeside(log)
  }
  return (
    <Menu
      label="Export the thread"
      items={[
        ...(beside ? [{ label: 'Open beside', run: open }] : []),
        { label: 'Export…', run: () => show({ kind: 'export', log, name: 'the thread' }) },
        { label: 'Copy as Markdown', run: () => void copyLog(log) },
      ]}
    >
      <Icon name="export" />
    </Menu>
  )
}

function Conversation({ id, onClose }: ThreadPanelProps) {
  const { answer, problem } = useAnswer('messages.get', { id })
  return (
    <>
      {answer !== null && <Messages thread={answer.thread} wanted={id} onClose={onClose} />}
      {problem !== '' && (
        <div className={classes('sheet-body', css.thread)} data-part="thread">
          <Problem text={problem} />
        </div>
      )}
    </>
  )
}

interface MessagesProps {
  readonly thread: MessageId
  readonly wanted: MessageId
  readonly onClose: () => void
}

function Messages({ thread, wanted, onClose }: MessagesProps) {
  const log = useThread(thread, wanted)
  const messages = log?.rows ?? []
  const list = useRef<HTMLDivElement>(null)
  useWanted(list, messages.some((one) => one.id === wanted) ? wanted : null)
  return (
    <>
      <SafeText as="p" className={css.about} text={aboutOf(messages)} />
      <div className={classes('sheet-body', css.thread, 'scroll')} data-part="thread">
        {log && <Earlier channel={{ kind: 'thread', id: thread }} log={log} failed="It could not be read." />}
        <div
          ref={list}
          role="feed"
          aria-label="Messages"
          aria-busy={log?.phase !== 'ready'}
          tabIndex={-1}
          onKeyDown={walk}
        >
          {messages.map((message) => (
            <ThreadMessage
              key={message.id}
              message={message}
              question={questionOf(message, messages)}
              count={messages.at(-1)?.n ?? 0}
              isWanted={message.id === wanted}
              onClose={onClose}
            />
          ))}
        </div>
      </div>
    </>
  )
}

const questionOf = (message: ThreadRow, all: readonly ThreadRow[]): ThreadRow | null =>
  all.find((one) => one.id === message.replyTo) ?? null

function aboutOf(messages: readonly ThreadRow[]): string {
  if (messages.length === 0) return 'Reading…'
  const names = [...new Set(messages.flatMap((one) => [nameOf(one), one.toName]))]
  const who =
    names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : listed(names)
  const count = messages.at(-1)?.n ?? 0
  return `${who} · ${count} ${count === 1 ? 'message' : 'messages'}`
}

/** Scrolls to the wanted message and focuses it, once it is loaded. */
function useWanted(list: RefObject<HTMLElement | null>, id: MessageId | null) {
  useEffect(() => {
    const wanted = id === null ? null : list.current?.querySelector<HTMLElement>(`[data-message="${id}"]`)
    wanted?.scrollIntoView({ block: 'center' })
    wanted?.focus({ preventScroll: true })
  }, [list, id])
}

/** Arrow keys, Page Up/Down, Home and End move between messages. */
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

function useThread(thread: MessageId, wanted: MessageId): Log<ThreadRow> | undefined {
  const log = useLog('thread', thread)
  const rows = log?.rows
  const isBehind = log?.phase === 'ready' && log.older !== null && !log.rows.some((row) => row.id === wanted)
  useEffect(() => {
    if (rows) storeMessages(rows)
    if (isBehind) void readOlder({ kind: 'thread', id: thread })
  }, [thread, rows, isBehind])
  return log
}

export function ThreadPane({ id }: { readonly id: MessageId }) {
  const of = { kind: 'thread', id } as const
  return (
    <Pane label="Thread between agents">
      <PriorityRow as="header" className="head">
        <Icon name="talk" />
        <h1 data-name="">Thread</h1>
        <span className="grow" data-elastic="" />
        <Yields at={1}>
          <Taking id={id} />
        </Yields>
        <Button variant="ghost" onClick={() => leave(of)}>
          Close
        </Button>
        <RowMenu label="Actions for the thread" />
        <Yields at={2}>
          <PaneButton />
        </Yields>
      </PriorityRow>
      <div className={css.inPane}>
        <Conversation id={id} onClose={() => leadBeside(of)} />
      </div>
    </Pane>
  )
}
