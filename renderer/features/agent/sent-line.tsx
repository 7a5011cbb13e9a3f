import { useId, useMemo, useState } from 'react'
import type { AgentId, Author, MessageId } from '../../../main/contract/model.ts'
import { useFace } from '../../entities/agent/avatar.tsx'
import { withoutTerminalStyle } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useKnown } from '../../state/mail.ts'
import { useMirror } from '../../state/store.ts'
import { nameOf } from '../../entities/agent/named.ts'
import type { ToolCall } from './blocks.ts'
import { MessageWay } from '../../entities/message/message-acts.tsx'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { useStanding } from '../../entities/message/standing.ts'
import { firstLineOf, textIn, type ToolInput } from '../../../main/contract/tool-calls.ts'
import { isReplyCall } from '../../entities/tool/tool-words.ts'
import { classes } from '../../components/classes.ts'
import css from './tools.module.css'

/** What this agent wrote to another, and what became of it. The whole of it opens below. */
export function SentLine({ call }: { readonly call: ToolCall }) {
  const input = call.tool.own ?? {}
  const [isOpen, setOpen] = useState(false)
  const body = useId()
  const isReply = isReplyCall(call.tool)
  const asked = useKnown(isReply ? (textIn(input, 'ticket_id') as MessageId) : null)
  const target = isReply ? (asked === null ? '' : nameOf(asked)) : textIn(input, 'target', 'agent', 'to')
  const message = textIn(input, 'message')
  const face = useFace(useTarget(target), target)
  const failed = call.result?.isError === true
  const sent = failed ? null : (call.result?.message ?? null)
  return (
    <div
      className={css.sent}
      data-part="sent"
      data-hue={face.hue}
      data-n={call.entry.n}
      data-message={sent ?? undefined}
    >
      <div className={css.line}>
        <button
          type="button"
          className={css.words}
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="out" />
          <span className="clip">
            {sentWords(input, { isReply, failed })}{' '}
            <Name name={target === '' ? 'an agent' : target} pigment />: “
            <SafeText text={firstLineOf(message)} />”
          </span>
        </button>
        <Fate call={call} id={sent} />
      </div>
      {isOpen && (
        <p className={css.tail} dir="auto" id={body}>
          <SafeText text={message} />
        </p>
      )}
      {isOpen && failed && (
        <p className={classes(css.tail, css.failed)}>
          <SafeText text={withoutTerminalStyle(call.result?.text ?? '')} />
        </p>
      )}
    </div>
  )
}

/** The agent that a tool call names, if it is (still) here. */
function useTarget(name: string): Author {
  const id = useMirror((now) => {
    const wanted = name.trim().toLowerCase()
    return Object.values(now.agents).find((agent) => agent.name.toLowerCase() === wanted)?.id
  })
  return useMemo(() => ({ kind: 'agent', id: id ?? ('agt-' as AgentId) }), [id])
}

interface FateProps {
  readonly call: ToolCall
  /** The message that was sent. */
  readonly id: MessageId | null
}

function Fate({ call, id }: FateProps) {
  const standing = useStanding(id)
  if (call.result?.isError) {
    return (
      <span className="st fail">
        <Sign of="fail" />
        failed
      </span>
    )
  }
  if (!call.result) return <span className="st work">sending</span>
  if (id === null) return null
  return (
    <>
      <Receipt id={id} />
      {standing && <MessageWay id={id} standing={standing} onDone={() => undefined} />}
    </>
  )
}

interface Sent {
  /** It answers a ticket. */
  readonly isReply: boolean
  readonly failed: boolean
}

/** What an agent did with a call that writes to another: the words before the other's name. */
function sentWords(input: ToolInput, { isReply, failed }: Sent): string {
  if (isReply) return failed ? 'Could not answer' : 'Answered'
  const asks = input['expect_reply'] === true || typeof input['await_seconds'] === 'number'
  if (asks) return failed ? 'Could not ask' : 'Asked'
  return failed ? 'Could not write to' : 'Wrote to'
}
