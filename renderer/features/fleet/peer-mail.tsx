import { useEffect, useRef, useState } from 'react'
import { classes } from '../../components/classes.ts'
import type { WrittenView } from '../../../main/contract/mail/mail-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Problem } from '../../components/problem.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import css from './peer-mail.module.css'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { learn } from '../../state/mail.ts'
import { useMirror } from '../../state/store.ts'

interface PeerMailProps {
  readonly peer: AgentId
  /** As it is called here, "Bob@attic". */
  readonly name: string
}

/** What the person has written to an agent of another house, how each stands there, and what it answered. */
export function PeerMail({ peer, name }: PeerMailProps) {
  const { messages, isPart, problem } = useWritten(peer)
  const list = useRef<HTMLOListElement>(null)
  const newest = messages?.at(-1)
  useEffect(() => {
    const sheet = list.current?.parentElement
    sheet?.scrollTo({ top: sheet.scrollHeight })
  }, [newest?.id, newest?.reply?.at])
  if (problem !== '') return <Problem text={problem} />
  if (messages === null || messages.length === 0) return null
  return (
    <ol className={classes('stack gap-5 break-anywhere', css.mail)} ref={list} aria-label="Your messages">
      {isPart && <li className="muted">Older ones stand in the timeline.</li>}
      {messages.map((message) => (
        <Exchange key={message.id} message={message} name={name} />
      ))}
    </ol>
  )
}

function Exchange({ message, name }: { readonly message: WrittenView; readonly name: string }) {
  const { id, text, reply, acceptedAt, next } = message
  return (
    <li data-part="peer-message" data-message={id}>
      <p className="row baseline small muted">
        <strong>You</strong> <At at={acceptedAt} />
      </p>
      <p className={css.words} dir="auto">
        <SafeText text={text} />
        {next !== null && ' …'}
      </p>
      <Receipt id={id} isOwn />
      {reply !== null && (
        <div className={css.reply} data-part="peer-answer">
          <p className="row baseline small muted">
            <strong>
              <Name name={name} />
            </strong>{' '}
            <At at={reply.at} />
          </p>
          <div className="prose">
            <Markdown text={reply.text} />
          </div>
        </div>
      )}
    </li>
  )
}

interface Written {
  readonly messages: readonly WrittenView[] | null
  readonly isPart: boolean
  readonly problem: string
}

/** What the person has written to an agent of another house, with what came of it; asked anew whenever something happens. */
function useWritten(peer: AgentId): Written {
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
