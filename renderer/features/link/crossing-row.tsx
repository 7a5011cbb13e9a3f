import { memo, useState, useContext } from 'react'
import type { CrossingView, SentView } from '../../../main/contract/links/link-views.ts'
import { Avatar, useFace } from '../../entities/agent/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { clockTime } from '../../components/duration.ts'
import { quoteAttributes } from '../../components/said-by.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { beginningOf } from '../../entities/message/beginning.ts'
import { LongText } from '../../entities/message/long-text.tsx'
import { QuoteButton } from '../../entities/message/quote-button.tsx'
import { agentAuthor, listed, holdWords } from '../../entities/link/link-words.ts'
import { useMoney } from '../../state/money.ts'
import { usePartyName, Parties } from './parties.ts'
import { classes } from '../../components/classes.ts'
import type { UserWords } from './rows.ts'
import { becauseWords } from '../../../main/contract/mail/message-words.ts'
import { useFates, useMirror } from '../../state/store.ts'
import { ReceiptSign } from '../../entities/message/receipt-view.tsx'
import { signOf } from '../../entities/message/receipt.ts'
import { withFate } from '../../state/logs.ts'
import css from './crossing.module.css'

interface RowProps {
  readonly crossing: CrossingView
  readonly side: 'left' | 'right'
}

export const CrossingRow = memo(function CrossingRow({ crossing, side }: RowProps) {
  const name = usePartyName(crossing.from, crossing.fromName)
  const { hue } = useFace(agentAuthor(crossing.from), name)
  const label = `${visible(name)}, turn ${crossing.turnNumber}, ${clockTime(crossing.at)}`
  return (
    <article
      className={classes(css.spineRow, css[side])}
      data-hue={hue}
      data-crossing={crossing.id}
      {...quoteAttributes(name, crossing.from, crossing.at)}
      aria-label={label}
      tabIndex={-1}
    >
      <div className={css.final} data-part="conclusion">
        <div className="by">
          <b className="break-anywhere">
            <Name name={name} pigment />
          </b>
          <span className="num">
            turn {crossing.turnNumber} · {wordCount(crossing.words)}
          </span>
          <QuoteButton
            quote={{ words: crossing.text, by: name, agent: crossing.from, at: crossing.at, message: null }}
          />
        </div>
        <LongText
          text={crossing.text}
          showAll={`Show all ${wordCount(crossing.words)}`}
          shortened={
            <>
              Shortened here; the full text is in the tab of <Name name={name} />.
            </>
          }
          className={classes('small', css.more)}
        />
      </div>
      <Mid crossing={crossing} side={side} />
      <div className={css.across}>
        <Fates crossing={crossing} />
      </div>
    </article>
  )
})

/** A turn with nothing to add; it does not count against the message limit. */
export const SilentRow = memo(function SilentRow({ crossing, side }: RowProps) {
  const name = usePartyName(crossing.from, crossing.fromName)
  return (
    <article
      className={classes(css.spineRow, css.silent, css[side])}
      data-crossing={crossing.id}
      aria-label={`${visible(name)}, turn ${crossing.turnNumber}, ${clockTime(crossing.at)}`}
      tabIndex={-1}
    >
      <p className={classes('row top small muted break-anywhere', css.ack)} data-part="fate">
        <Avatar author={agentAuthor(crossing.from)} name={name} size="sm" />
        <span>
          <span className="vh">
            <Name name={name} />:{' '}
          </span>
          Turn {crossing.turnNumber} ended with nothing to add. <span className="faint">Not counted.</span>
        </span>
      </p>
      <Mid crossing={crossing} side={side} />
    </article>
  )
})

const wordCount = (count: number) => (count === 1 ? '1 word' : `${count.toLocaleString('en')} words`)

function Mid({ crossing, side }: RowProps) {
  const money = useMoney()
  return (
    <div className={css.mid}>
      <div className={css.cross}>
        {crossing.kind === 'said' && (
          <svg viewBox="0 0 52 12" aria-hidden="true">
            <path d={side === 'left' ? 'M1 6h48M44 1.5 49 6l-5 4.5' : 'M51 6H3M8 1.5 3 6l5 4.5'} />
          </svg>
        )}
        <span className="num">
          <At at={crossing.at} />
        </span>
        {money && <span className="num">{money(crossing.costUsd)}</span>}
      </div>
    </div>
  )
}

/** Characters of a long message shown initially. */
const shown = 280

interface UserRowProps {
  readonly words: UserWords
  readonly side: 'left' | 'right' | 'both'
}

/** A message of the user, on its receiver's side; across both when it went to several. */
export function UserRow({ words: { by, to, text, at }, side }: UserRowProps) {
  const parties = useContext(Parties)
  const names = listed(to.map((id) => parties.find((one) => one.id === id)?.name ?? ''))
  const whom = side !== 'both' || to.length < parties.length ? names : to.length === 2 ? 'both' : 'all'
  const [isOpen, setOpen] = useState(false)
  const beginning = text.length > shown ? beginningOf(text).slice(0, shown) : text
  const label = `${visible(by)} to ${visible(whom)}, ${clockTime(at)}`
  const time = (
    <span className="num faint">
      <At at={at} />
    </span>
  )
  return (
    <div className={classes(css.spineRow, css.user, css[side])} role="note" aria-label={label}>
      <div className={classes('small muted break-anywhere', css.own)}>
        {side === 'both' && <>{time} </>}
        <b className="medium">
          <Name name={by} /> to <SafeText text={whom} />:
        </b>{' '}
        <span dir="auto">
          <SafeText text={isOpen ? text : beginning} />
          {!isOpen && beginning.length < text.length && '…'}
        </span>
        {beginning.length < text.length && (
          <Button
            variant="ghost"
            className={css.more}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Collapse' : 'Show all'}
          </Button>
        )}
      </div>
      {side !== 'both' && (
        <div className={css.mid}>
          <div className={css.cross}>{time}</div>
        </div>
      )}
    </div>
  )
}

export function SaidByUser({ crossing }: Pick<RowProps, 'crossing'>) {
  const { id, from, fromName, text, at } = crossing
  return (
    <article
      className={classes(css.spineRow, css.user, css.both)}
      data-crossing={id}
      {...quoteAttributes(fromName, from, at)}
      aria-label={`${visible(fromName)}, ${clockTime(at)}`}
      tabIndex={-1}
    >
      <div className={classes('small break-anywhere', css.own)}>
        <span className="num faint">
          <At at={at} />
        </span>{' '}
        <b className="medium">
          <Name name={fromName} />
        </b>
        <LongText
          text={text}
          showAll={`Show all ${wordCount(crossing.words)}`}
          shortened="Shortened here; the export has the full text."
          className={classes('small', css.more)}
        />
        <Fates crossing={crossing} />
      </div>
    </article>
  )
}

/** `lead` is bold, `rest` continues it. */
interface FateWords {
  readonly lead: string
  readonly rest: string
}

type Standing = Pick<SentView, 'toName' | 'carriage' | 'state' | 'reason' | 'waitReason' | 'inInput' | 'turn'>

/** A crossing's receipt as text. `name`: the receiver's present name. */
export function fateWords(sent: Standing, name: string = sent.toName): FateWords {
  const why = becauseWords(sent, 'user')
  const because = why === '' ? '' : `: ${why}`
  switch (sent.state) {
    case 'queued':
      return { lead: '', rest: waitingWords(sent, name, why) }
    case 'held':
      return sent.carriage === 'paused'
        ? { lead: '', rest: `Held for ${name}${holdWords(sent.reason)}` }
        : { lead: 'Held', rest: `, not given to ${name} yet${because}` }
    case 'written':
      return { lead: '', rest: sent.inInput ? `Delivered to ${name}, not read yet` : `On its way to ${name}` }
    case 'read':
    case 'answered':
      return readWords(sent, name)
    case 'withdrawn':
    case 'expired':
    case 'dropped':
      // Receipts are deleted with their agent: whether it read this is unknown.
      if (sent.reason?.kind === 'agentDeleted') return { lead: '', rest: `No receipt: ${name} was deleted` }
      return {
        lead: '',
        rest: `Never read by ${name}: ${why || (sent.state === 'dropped' ? 'discarded' : sent.state)}`,
      }
    case 'undeliverable':
      return { lead: '', rest: `Could not be given to ${name}${because}` }
  }
}

function waitingWords({ carriage, waitReason }: Standing, name: string, why: string): string {
  if (carriage === 'absorb') return `Will be sent with ${name}’s next prompt`
  if (waitReason === 'starting') return `Waiting for ${name} to start`
  return why === '' ? `Starts a turn of ${name} next` : `Not read by ${name} yet: ${why}`
}

function readWords({ carriage, turn }: Standing, name: string): FateWords {
  const started = `Started ${turn === null ? 'a turn' : `turn ${turn}`} of ${name}`
  switch (carriage) {
    case 'asked':
      return { lead: started, rest: ': a reply to its message' }
    case 'converse':
      return { lead: started, rest: '' }
    case 'absorb':
    case 'paused': {
      const where = turn === null ? '' : ` in turn ${turn}`
      return { lead: '', rest: `Read by ${name}${where}` }
    }
  }
}

function Fates({ crossing }: { readonly crossing: CrossingView }) {
  const parties = useContext(Parties)
  // The receipts of other machines are known only to the link's owner machine.
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
            Sent to <Name name={home} />, which delivers it
          </span>
        </li>
      )}
      {home === undefined && others.length > 0 && (
        <li className={classes('row top small faint break-anywhere', css.ack)} data-part="fate">
          <span>
            <SafeText text={listed(others.map((one) => one.name))} /> already had it over another link
          </span>
        </li>
      )}
    </ul>
  )
}

function FateRow({ sent: first }: { readonly sent: SentView }) {
  const name = usePartyName(first.to, first.toName)
  const sent = withFate(first, useFates([first])[0])
  // While it waits, the receiver's mailbox has the current reason.
  const waiting = useMirror((now) => now.agents[sent.to]?.pending.find((one) => one.id === sent.message))
  const { reason, waitReason } = waiting ?? sent
  const sign = signOf(sent)
  const { lead, rest } = fateWords({ ...sent, reason, waitReason }, name)
  return (
    <li
      className={classes('row top small muted break-anywhere', css.ack, sign === 'x' && css.lostOne)}
      data-part="fate"
    >
      <ReceiptSign of={sign} />
      <span>
        {lead !== '' && <SafeText as="b" text={lead} />}
        <SafeText text={rest} />
      </span>
    </li>
  )
}
