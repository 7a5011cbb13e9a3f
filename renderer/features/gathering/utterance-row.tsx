import { memo } from 'react'
import type { UtteranceView, ListenerView } from '../../../main/contract/gatherings/gathering-views.ts'
import { clockTime, durationWords, fullTime } from '../../components/duration.ts'
import { quoteAttributes } from '../../components/said-by.ts'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { select, show, showReplay } from '../../state/view-store.ts'
import { LongText } from '../../entities/message/long-text.tsx'
import { useMoney } from '../../state/money.ts'
import { phaseNames } from '../../entities/gathering/gathering-words.ts'
import { Beats, SeatFace, useHue, type Sitting } from '../../entities/gathering/signs.tsx'
import { classes } from '../../components/classes.ts'
import { Icon } from '../../components/icon.tsx'
import { isGuest } from '../../state/peers.ts'
import { useFates } from '../../state/store.ts'
import { withFate } from '../../state/logs.ts'
import { signOf, type ReceiptMark } from '../../entities/message/receipt.ts'
import { ReceiptSign } from '../../entities/message/receipt-view.tsx'
import { Menu } from '../../components/menu.tsx'
import { forkFrom } from '../../entities/gathering/gathering-acts.ts'
import type { Quote } from '../../state/quote.ts'
import css from './gathering-log.module.css'

interface UtteranceProps {
  readonly row: UtteranceView
  readonly by: Sitting
}

export const UtteranceRow = memo(function UtteranceRow({ row, by }: UtteranceProps) {
  const where = `${phaseNames[row.phase]} ${row.round}`
  return (
    <article
      className={classes(css.utter, kindClass(row))}
      data-part="utterance"
      data-kind={row.kind}
      data-hue={useHue(by)}
      data-utterance={row.id}
      {...quoteAttributes(row.name, row.agent, row.at)}
      tabIndex={-1}
      aria-label={`${visible(row.name)}, ${where}, ${clockTime(row.at)}`}
    >
      <div className={css.gut}>
        <SeatFace of={by} />
      </div>
      <div className="voice">
        <div className="by" data-part="by">
          <b>
            <Name name={row.name} pigment />
          </b>
          <Facts row={row} where={where} />
          {row.origin !== null && <span>from the earlier circle</span>}
          <RowActs row={row} />
        </div>
        <LongText
          text={row.text}
          showAll={`Show all ${row.words.toLocaleString('en')} words`}
          shortened="Shortened here; the full text is in the exported file."
        />
        <Heard sent={row.sent} />
      </div>
    </article>
  )
})

const kindClass = ({ kind }: UtteranceView) => (kind === 'comment' || kind === 'host' ? css[kind] : undefined)

function Facts({ row, where }: { readonly row: UtteranceView; readonly where: string }) {
  const money = useMoney()
  if (row.kind === 'host')
    return (
      <span className="num" title={fullTime(row.at)}>
        as host · {clockTime(row.at)}
      </span>
    )
  const took = row.ms > 0 ? [durationWords(row.ms)] : []
  // The cost of a remote agent is known only to its machine.
  const cost = money && row.agent !== null && !row.agent.includes('@') ? [money(row.costUsd)] : []
  return (
    <>
      <span className="num">{where}</span>
      {row.beat > 0 && <Beats beat={row.beat} beats={row.beats} />}
      <span className="num" title={fullTime(row.at)}>
        {[...took, ...cost].join(' · ')}
      </span>
      {row.tools > 0 && <Tools row={row} />}
      {row.cut && <span>cut off</span>}
      {row.kind === 'comment' && <span>came after the piece had moved on</span>}
    </>
  )
}

function Tools({ row: { tools, agent } }: { readonly row: UtteranceView }) {
  const words = `${tools} ${tools === 1 ? 'tool' : 'tools'}`
  if (agent === null) return <span>· {words}</span>
  return (
    <span>
      ·{' '}
      <button type="button" className="in-words" title="Shown in its tab" onClick={() => select(agent)}>
        {words}
      </button>
    </span>
  )
}

const takenWords: Readonly<Record<ReceiptMark, string>> = {
  ring: 'waits for the next prompt',
  half: 'delivered, not read yet',
  disc: 'read',
  x: 'not read',
}

/** The receipt at a listener. Whether the user of another machine has read it is unknown. */
export function receiptMarkOf(one: Pick<ListenerView, 'state' | 'inInput' | 'to'>): ReceiptMark {
  const sign = signOf(one)
  return sign === 'disc' && isGuest(one.to) ? 'half' : sign
}

/** More listeners than this are only counted. */
const mostNumbers = 8

/** Groups listeners by receipt: `Read by 2, 3`, `Not read yet by 4 of 18`. */
export function groupByReceipt(
  seats: readonly Pick<ListenerView, 'number' | 'name' | 'state' | 'inInput' | 'to'>[],
): readonly { readonly mark: ReceiptMark; readonly words: string; readonly names: string }[] {
  const marks = [
    ['disc', 'Read by'],
    ['half', 'Delivered to'],
    ['ring', 'Not read yet by'],
    ['x', 'Not read by'],
  ] as const
  return marks.flatMap(([mark, words]) => {
    const by = seats.filter((one) => receiptMarkOf(one) === mark)
    if (by.length === 0) return []
    const isMany = seats.length > mostNumbers
    const who = isMany ? `${by.length} of ${seats.length}` : by.map(({ number }) => number).join(', ')
    return [{ mark, words: `${words} ${who}`, names: `${words} ${by.map(({ name }) => name).join(', ')}` }]
  })
}

function Heard({ sent: first }: { readonly sent: readonly ListenerView[] }) {
  const fates = useFates(first)
  const sent = first.map((one, at) => withFate(one, fates[at]))
  if (sent.length === 0) return null
  const seats = sent.filter((one) => one.number !== 0)
  const harvester = sent.find((one) => one.number === 0)
  return (
    <p className={classes('row wrap gap-5 row-gap-2 small faint num', css.heard)}>
      {groupByReceipt(seats).map(({ mark, words, names }) => (
        <span key={mark} title={visible(names)}>
          <ReceiptSign of={mark} />
          <span aria-hidden="true">{words}</span>
          <span className="vh">
            <SafeText text={names} />.{' '}
          </span>
        </span>
      ))}
      {harvester && (
        <span title={visible(`${harvester.name}: ${takenWords[signOf(harvester)]}`)}>
          <Icon name="ear" />
          <Name name={harvester.name} />
        </span>
      )}
    </p>
  )
}

const quoteOf = ({ text, name, agent, at }: UtteranceView): Quote => ({
  words: text,
  by: name,
  agent,
  at,
  message: null,
})

export function RowActs({ row }: { readonly row: UtteranceView }) {
  return (
    <span className={css.rowActs}>
      <Menu
        label={visible(`From row ${row.n}, ${row.name}`)}
        items={[
          { label: 'Fork from here…', run: () => void forkFrom(row) },
          {
            label: 'Replay from here',
            run: () => showReplay({ gathering: row.gathering, step: row.n }),
          },
          ...(['send', 'ask'] as const).map((act) => ({
            label: act === 'send' ? 'Send to…' : 'Ask…',
            run: () => show({ kind: 'quote', act, quote: quoteOf(row) }),
            isApart: act === 'send',
          })),
        ]}
      >
        <Icon name="more" />
      </Menu>
    </span>
  )
}
