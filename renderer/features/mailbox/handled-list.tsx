import { useState } from 'react'
import { deedWords } from '../../../main/contract/handlers/handler-words.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { canHandOver, type Digest, type HandledItem } from '../../entities/message/digest.ts'
import { handOver } from '../../entities/message/mail-acts.ts'
import css from './away-summary.module.css'

interface HandledListProps {
  readonly agent: AgentView
  readonly handled: readonly HandledItem[]
  readonly entries: readonly Entry[]
  readonly kind: Digest['kind']
}

/** So many are told line by line. */
const most = 8

/** What handlers did while the person did not look, each with a way to give the message to the agent after all. */
export function HandledList({ agent, handled, entries, kind }: HandledListProps) {
  return (
    <>
      <h3 className={css.handledCap}>
        {kind === 'away' ? 'Handled while you were away' : 'Handled by your rules'}
      </h3>
      <ul>
        {handled.slice(-most).map((item) => (
          <HandledLine
            key={item.n}
            agent={agent}
            item={item}
            isOpen={canHandOver(item.message, item.deed, { entries, pending: agent.pending })}
          />
        ))}
      </ul>
      {handled.length > most && <p className="faint">and {handled.length - most} before</p>}
    </>
  )
}

interface HandledLineProps {
  readonly agent: AgentView
  readonly item: HandledItem
  /** It can still be handed over. */
  readonly isOpen: boolean
}

function HandledLine({ agent, item, isOpen }: HandledLineProps) {
  const [isSent, setSent] = useState(false)
  const { fromName, line, name, deed, message } = item
  const give = async () => {
    setSent(true)
    setSent(await handOver(message, visible(agent.name)))
  }
  return (
    <li data-part="handled">
      <span className={css.handledWhat}>
        <Name name={fromName} pigment /> “<SafeText text={line} />” ·{' '}
        <span className={css.counts}>
          <SafeText text={`“${name}” ${deedWords(deed)}`} />
        </span>
      </span>
      {isOpen && (
        <button
          type="button"
          className="btn ghost"
          aria-label={`Hand it over: ${visible(fromName)}, ${visible(line)}`}
          disabled={isSent}
          onClick={() => void give()}
        >
          Hand it over
        </button>
      )}
    </li>
  )
}
