import { memo, useState } from 'react'
import type { UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { clockTime, counted, fullTime } from '../../components/duration.ts'
import { saidBy } from '../../components/said-by.ts'
import { visible } from '../../components/hygiene.ts'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Name } from '../../components/safe-text.tsx'
import { select } from '../../state/view-store.ts'
import { beginningOf, isShortened } from '../../entities/message/beginning.ts'
import { useMoney } from '../../state/money.ts'
import { Heard } from './heard.tsx'
import { RowActs } from './row-acts.tsx'
import { phaseNames } from '../../entities/gathering/gathering-words.ts'
import { Beats, SeatFace, useHue, type Sitting } from '../../entities/gathering/signs.tsx'
import { classes } from '../../components/classes.ts'
import css from './gathering-log.module.css'

interface UtteranceProps {
  readonly row: UtteranceView
  readonly by: Sitting
}

/** What was said: who, where, how long, for how much, the words, and who has taken them in. */
export const UtteranceRow = memo(function UtteranceRow({ row, by }: UtteranceProps) {
  const where = `${phaseNames[row.phase]} ${row.round}`
  return (
    <article
      className={classes(css.utter, kindClass(row))}
      data-part="utterance"
      data-kind={row.kind}
      data-hue={useHue(by)}
      data-utterance={row.id}
      {...saidBy(row.name, row.agent, row.at)}
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
        <SaidWords text={row.text} words={row.words} />
        <Heard sent={row.sent} />
      </div>
    </article>
  )
})

/** What was simply said needs none; its name would be that of the words inside. */
const kindClass = ({ kind }: UtteranceView) => (kind === 'comment' || kind === 'host' ? css[kind] : undefined)

function Facts({ row, where }: { readonly row: UtteranceView; readonly where: string }) {
  const money = useMoney()
  if (row.kind === 'host')
    return (
      <span className="num" title={fullTime(row.at)}>
        as host · {clockTime(row.at)}
      </span>
    )
  const took = row.ms > 0 ? [counted(row.ms)] : []
  // What an agent of another house uses that house knows.
  const cost = money && row.agent !== null && !row.agent.includes('@') ? [money(row.costUsd)] : []
  return (
    <>
      <span className="num">{where}</span>
      <Beats beat={row.beat} beats={row.beats} />
      <span className="num" title={fullTime(row.at)}>
        {[...took, ...cost].join(' · ')}
      </span>
      {row.tools > 0 && <Tools row={row} />}
      {row.cut && <span>cut off</span>}
      {row.kind === 'comment' && <span>came after the piece had moved on</span>}
    </>
  )
}

/** What it used for it, in one line; its tab has the rest. */
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

interface WordsProps {
  readonly text: string
  readonly words: number
}

/** The words; of very many the beginning. */
function SaidWords({ text, words }: WordsProps) {
  const [isOpen, setOpen] = useState(false)
  const beginning = beginningOf(text)
  const isLong = beginning.length < text.length
  return (
    <>
      <div className="prose">
        <Markdown text={isOpen ? text : beginning} />
      </div>
      {isOpen && isShortened(text) && (
        <p className="faint">Shortened here; the whole is in the exported file.</p>
      )}
      {isLong && (
        <button type="button" className="btn ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fold' : `Show all ${words.toLocaleString('en')} words`}
        </button>
      )}
    </>
  )
}
