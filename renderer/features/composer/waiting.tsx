import type { AgentView } from '../../../main/contract/views.ts'
import type { PendingView } from '../../../main/contract/mail-views.ts'
import { act } from '../../act.ts'
import { FaceView, useFace } from '../../components/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import type { IconName } from '../../components/sprite.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { show } from '../../view-store.ts'
import { ReceiptSign } from '../agent/receipt-sign.tsx'
import { receiptOf } from '../agent/receipt.ts'

/** The messages that wait for the agent, on the shoulders of the composer. */
export function Waiting({ agent }: { readonly agent: AgentView }) {
  if (agent.pending.length === 0) return null
  return (
    <section className="queue" aria-label="Waiting messages">
      <h2>{agent.status === 'working' ? 'Next, when this turn ends' : 'Waiting'}</h2>
      <ul>
        {agent.pending.map((message) => (
          <WaitingRow key={message.id} message={message} />
        ))}
      </ul>
    </section>
  )
}

function WaitingRow({ message }: { readonly message: PendingView }) {
  const face = useFace(message.from, message.fromName)
  const receipt = receiptOf(message)
  const canWithdraw = message.state === 'queued' || message.state === 'held'
  const about = `message from ${visible(message.fromName)}`
  return (
    <li data-hue={face.hue}>
      <FaceView face={face} size="sm" />
      <span className="clip preview">
        <Name name={message.fromName} pigment /> <SafeText text={message.preview.replace(/\s+/g, ' ')} />
      </span>
      <span className="standing" title={visible(receipt.words)}>
        <ReceiptSign of={receipt.sign} />
        <span className="clip">
          <SafeText text={receipt.words} />
        </span>
      </span>
      <span className="tools-of">
        <Tool
          icon="eye"
          label={`Read ${about}`}
          run={() => show({ kind: 'message', message: message.id, from: message.fromName })}
        />
        {message.state === 'held' && (
          <button
            type="button"
            className="btn"
            aria-label={`Continue ${about}`}
            onClick={() => void act('messages.release', { id: message.id })}
          >
            Continue
          </button>
        )}
        {canWithdraw && (
          <Tool
            icon="trash"
            label={`Withdraw ${about}`}
            run={() => void act('messages.withdraw', { id: message.id })}
          />
        )}
      </span>
    </li>
  )
}

function Tool({
  icon,
  label,
  run,
}: {
  readonly icon: IconName
  readonly label: string
  readonly run: () => void
}) {
  return (
    <button type="button" className="btn ghost icon" aria-label={label} title={label} onClick={run}>
      <Icon name={icon} />
    </button>
  )
}
