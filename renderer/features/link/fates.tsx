import type { CrossingView, SentView } from '../../../main/contract/link-views.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../store.ts'
import { ReceiptSign } from '../agent/receipt-sign.tsx'
import { fateOf } from './fate-words.ts'

/** Across from what was said: what became of it at each receiver. */
export function Fates({ crossing }: { readonly crossing: CrossingView }) {
  if (crossing.sent.length === 0)
    return <p className="ack faint">Went to nobody over this link; another had carried it.</p>
  return (
    <ul className="fates">
      {crossing.sent.map((sent) => (
        <FateRow key={sent.message} sent={sent} />
      ))}
    </ul>
  )
}

function FateRow({ sent }: { readonly sent: SentView }) {
  const name = useMirror((now) => now.agents[sent.to]?.name)
  // While it waits, its receiver's mailbox knows best why.
  const waits = useMirror((now) => now.agents[sent.to]?.pending.find((one) => one.id === sent.message))
  const { sign, lead, rest } = fateOf({ ...sent, reason: waits?.reason ?? sent.reason }, name)
  return (
    <li className={`ack ${sign === 'x' ? 'lost-one' : ''}`}>
      <ReceiptSign of={sign} />
      <span>
        {lead !== '' && (
          <b>
            <SafeText text={lead} />
          </b>
        )}
        <SafeText text={rest} />
      </span>
    </li>
  )
}
