import { useId, useState } from 'react'
import type { AgentId, Author, MessageId, Entry } from '../../../main/contract/api/model.ts'
import { useFace } from '../../entities/agent/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { withoutTerminalStyle } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useMessage, type KnownMessage } from '../../state/mail.ts'
import { peerNamed } from '../../state/peers.ts'
import { useMirror } from '../../state/store.ts'
import { nameOf } from '../../entities/agent/named.ts'
import type { ShownCall } from './blocks.ts'
import { MessageWay } from '../../entities/message/message-acts.tsx'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { useStanding } from '../../entities/message/standing.ts'
import { firstLineOf, textIn, type ToolInput } from '../../../main/contract/agents/tool-calls.ts'
import { isReplyCall } from '../../entities/tool/tool-words.ts'
import { classes } from '../../components/classes.ts'
import css from './tools.module.css'
import type { Sent } from '../../../main/contract/links/links.ts'
import { showLink } from '../../state/view-store.ts'
import { agentAuthor } from '../../entities/link/link-words.ts'

export function SentLine({ call }: { readonly call: ShownCall }) {
  const input = call.tool.own ?? {}
  const [isOpen, setOpen] = useState(false)
  const body = useId()
  const isReply = isReplyCall(call.tool)
  const asked = useMessage(isReply ? (textIn(input, 'message_id', 'ticket_id') as MessageId) : null)
  const failed = call.result?.isError === true
  const sent = failed ? null : (call.result?.message ?? null)
  // Some agents report no input of their calls; the message itself is known anyway.
  const known = useMessage('message' in input ? null : sent)
  const { target, message } = sentTo(input, known, isReply ? (asked === null ? '' : nameOf(asked)) : null)
  const face = useFace(useTarget(target), target)
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
          className={classes('row bare faint', css.words)}
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
      {isOpen && <SafeText as="p" className={css.tail} dir="auto" id={body} text={message} />}
      {isOpen && failed && (
        <SafeText
          as="p"
          className={classes(css.tail, css.failed)}
          text={withoutTerminalStyle(call.result?.text ?? '')}
        />
      )}
    </div>
  )
}

function useTarget(name: string): Author {
  const id = useMirror((now) => {
    const wanted = name.trim().toLowerCase()
    const own = Object.values(now.agents).find((agent) => agent.name.toLowerCase() === wanted)?.id
    return own ?? peerNamed(name, now.status?.fleet ?? null)
  })
  return agentAuthor(id ?? ('agt-' as AgentId))
}

function Fate({ call, id }: { readonly call: ShownCall; readonly id: MessageId | null }) {
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

interface HowSent {
  readonly isReply: boolean
  readonly failed: boolean
}

/** The text before the receiver's name. */
export function sentWords(input: ToolInput, { isReply, failed }: HowSent): string {
  if (isReply) return failed ? 'Could not answer' : 'Answered'
  const asks = input['expect_reply'] === true || typeof input['await_seconds'] === 'number'
  if (asks) return failed ? 'Could not ask' : 'Asked'
  return failed ? 'Could not write to' : 'Wrote to'
}

/**
 * Receiver and text of a send call. Some programs hide the input; then both come from the message. `asker`:
 * null when it is not a reply.
 */
export function sentTo(
  input: ToolInput,
  known: Pick<KnownMessage, 'toName' | 'preview'> | null,
  asker: string | null,
) {
  const named = asker ?? textIn(input, 'target', 'agent', 'to')
  const written = textIn(input, 'message')
  return {
    target: named === '' ? (known?.toName ?? '') : named,
    message: written === '' ? (known?.preview ?? '') : written,
  }
}

/** A final answer that was sent over a link, with each receiver's status. */
export function CrossedLine({ entry }: { readonly entry: Entry }) {
  const { link } = entry
  const isKnown = useMirror((now) => link !== undefined && link in now.links)
  return (
    <div className={classes(css.sent, css.crossed)} data-part="crossed" data-n={entry.n}>
      <div className={css.line}>
        <Icon name="out" />
        <ul className={css.receivers}>
          {(entry.sent ?? []).map((sent) => (
            <Receiver key={sent.message} sent={sent} />
          ))}
        </ul>
        {isKnown && link !== undefined && (
          <Button variant="ghost" aria-label="Show link that it crossed" onClick={() => showLink(link)}>
            Show link
          </Button>
        )}
      </div>
    </div>
  )
}

function Receiver({ sent }: { readonly sent: Sent }) {
  const name = useMirror((now) => now.agents[sent.to]?.name ?? sent.toName)
  const face = useFace(agentAuthor(sent.to), name)
  return (
    <li data-hue={face.hue} data-message={sent.message}>
      to <Name name={name} pigment /> · <Receipt id={sent.message} />
    </li>
  )
}
