import { useContext } from 'react'
import type { CrossingView, SentView } from '../../../main/contract/links/link-views.ts'
import { becauseWords } from '../../../main/contract/mail/message-words.ts'
import { keepsBackWords, listed } from '../../entities/link/link-words.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useFates, useMirror } from '../../state/store.ts'
import { ReceiptSign } from '../../entities/message/receipt-view.tsx'
import { signOf } from '../../entities/message/receipt.ts'
import { withFate } from '../../state/logs.ts'
import { Parties, usePartyName } from './parties.ts'
import { classes } from '../../components/classes.ts'
import css from './crossing.module.css'

/** What became of a crossing at one receiver: `lead` is said in strong letters, `rest` goes on from it. */
export interface FateWords {
  readonly lead: string
  readonly rest: string
}

type Standing = Pick<SentView, 'toName' | 'carriage' | 'state' | 'reason' | 'waits' | 'inInput' | 'turn'>

/** The fate of a crossing in words for a person; `name`: the receiver's present one. */
export function fateWords(sent: Standing, name: string = sent.toName): FateWords {
  const why = becauseWords(sent, 'person')
  const because = why === '' ? '' : `: ${why}`
  switch (sent.state) {
    case 'queued':
      return { lead: '', rest: waitingWords(sent, name, why) }
    case 'held':
      return sent.carriage === 'paused'
        ? { lead: '', rest: `Kept back from ${name}${keepsBackWords(sent.reason)}` }
        : { lead: `Held for you`, rest: `, not given to ${name} yet${because}` }
    case 'written':
      return { lead: '', rest: sent.inInput ? `In ${name}’s input` : `On its way to ${name}` }
    case 'read':
    case 'answered':
      return readWords(sent, name)
    case 'withdrawn':
    case 'expired':
    case 'dropped':
      return { lead: '', rest: `Never read by ${name}: ${why || sent.state}` }
    case 'undeliverable':
      return { lead: '', rest: `Could not be given to ${name}${because}` }
  }
}

function waitingWords({ carriage }: Standing, name: string, why: string): string {
  if (carriage === 'absorb') return `Goes along with ${name}’s next prompt`
  return why === '' ? `Wakes ${name} next` : `Waits for ${name}: ${why}`
}

function readWords({ carriage, turn }: Standing, name: string): FateWords {
  const inTurn = turn === null ? '' : `, turn ${turn}`
  switch (carriage) {
    case 'asked':
      return { lead: `Woke ${name}`, rest: `${inTurn}: its question was answered` }
    case 'converse':
      return { lead: `Woke ${name}`, rest: inTurn }
    case 'absorb':
    case 'paused': {
      const where = turn === null ? '' : ` in turn ${turn}`
      return { lead: '', rest: `Absorbed by ${name}${where}, no turn of its own` }
    }
  }
}

/** Across from what was said: what became of it at each receiver. */
export function Fates({ crossing }: { readonly crossing: CrossingView }) {
  const parties = useContext(Parties)
  // What became of it elsewhere knows the house that keeps the link.
  const [, home] = crossing.link.split('@')
  const others = parties.filter(
    ({ id, standing }) =>
      standing !== 'deleted' && id !== crossing.from && !crossing.sent.some(({ to }) => to === id),
  )
  return (
    <ul className={css.fates}>
      {crossing.sent.map((sent) => (
        <FateRow key={sent.message} sent={sent} />
      ))}
      {home !== undefined && crossing.sent.length === 0 && (
        <li className={classes('row top small faint break-anywhere', css.ack)} data-part="fate">
          <span>
            Told <Name name={home} />, which carries it
          </span>
        </li>
      )}
      {home === undefined && others.length > 0 && (
        <li className={classes('row top small faint break-anywhere', css.ack)} data-part="fate">
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
  const sign = signOf(sent)
  const { lead, rest } = fateWords({ ...sent, reason, waits }, name)
  return (
    <li
      className={classes('row top small muted break-anywhere', css.ack, sign === 'x' && css.lostOne)}
      data-part="fate"
    >
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
