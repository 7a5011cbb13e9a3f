import { useContext } from 'react'
import type { CrossingView, SentView } from '../../../main/contract/link-views.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { ReceiptSign } from '../../entities/message/receipt-sign.tsx'
import { useFates } from '../../state/fates.ts'
import { withFate } from '../../state/logs.ts'
import { fateOf } from './fate-words.ts'
import { listed } from '../../entities/link/members.ts'
import { Parties, usePartyName } from './use-parties.ts'

/** Across from what was said: what became of it at each receiver. */
export function Fates({ crossing }: { readonly crossing: CrossingView }) {
  const parties = useContext(Parties)
  const others = parties.filter(
    ({ id, standing }) =>
      standing !== 'deleted' && id !== crossing.from && !crossing.sent.some(({ to }) => to === id),
  )
  return (
    <ul className="fates">
      {crossing.sent.map((sent) => (
        <FateRow key={sent.message} sent={sent} />
      ))}
      {others.length > 0 && (
        <li className="ack faint">
          <span>
            <SafeText text={listed(others.map((one) => one.name))} /> heard it over another link
          </span>
        </li>
      )}
    </ul>
  )
}

function FateRow({ sent: first }: { readonly sent: SentView }) {
  const name = usePartyName(first.to, first.toName)
  const sent = withFate(first, useFates([first])[0])
  // While it waits, its receiver's mailbox knows best why.
  const waiting = useMirror((now) => now.agents[sent.to]?.pending.find((one) => one.id === sent.message))
  const { reason, waits } = waiting ?? sent
  const { sign, lead, rest } = fateOf({ ...sent, reason, waits }, name)
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
