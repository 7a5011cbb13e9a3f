import { memo } from 'react'
import { classes } from '../../components/classes.ts'
import type { Actor } from '../../../main/contract/api/model.ts'
import type { MomentFact } from '../../../main/contract/history/moments.ts'
import type { TimelineRow } from '../../../main/contract/history/timeline.ts'
import { moneyWords } from '../../../main/contract/budget/budget-words.ts'
import {
  costOf,
  fateWords,
  useWords,
  whatWords,
  whyWords,
} from '../../../main/contract/history/timeline-words.ts'
import { fullTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import type { IconName } from '../../components/sprite.tsx'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { intentIcons } from '../../entities/timer/timer-words.ts'
import { useMoney } from '../../state/money.ts'
import { leadTo } from './lead-to.ts'
import css from './timeline.module.css'

interface MomentRowProps {
  readonly row: TimelineRow
  /** Tab reaches it. */
  readonly isStop: boolean
}

/** One thing that happened. Enter, or a click, leads to its place. */
export const MomentRow = memo(function MomentRow({ row, isStop }: MomentRowProps) {
  const money = useMoney()
  const { from, to, at, fact, sealed, text, n } = row
  const why = [whyWords(row, 'person'), fateWords(row, 'person')].filter((words) => words !== '').join(' · ')
  const price = useWords({ costUsd: money ? costOf(row) : null, tokens: row.tokens }, moneyWords)
  const words = sealed ? 'under seal' : plainLine(text)
  return (
    <button
      type="button"
      className={classes('bare', css.row)}
      data-moment={n}
      tabIndex={isStop ? 0 : -1}
      onClick={() => leadTo(row)}
    >
      <time className="num faint small" dateTime={new Date(at).toISOString()} title={fullTime(at)}>
        {clock.format(at)}
      </time>
      <span className={css.kind} title={kindWords[fact.kind]}>
        <Icon name={signOf(fact)} />
        <span className="vh">{kindWords[fact.kind]}: </span>
      </span>
      <span className={classes('row gap-3', css.what)}>
        {from && <Party actor={from} />}
        <span className="no-shrink muted">{whatWords(row)}</span>
        <Receivers from={from} to={to} />
        {words !== '' && (
          <span className={sealed ? css.sealed : css.words} dir="auto">
            <SafeText text={words} />
          </span>
        )}
      </span>
      <span className="num muted small">
        {price}
        {price !== '' && <span className="vh"> cost</span>}
      </span>
      {why !== '' && (
        <span className={classes('faint small clip', css.why)} title={visible(why)}>
          <SafeText text={why} />
        </span>
      )}
    </button>
  )
})

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** A face and a name: an outlined arch is a person, a filled shape an agent, the mark Janus. */
function Party({ actor }: { readonly actor: Actor }) {
  return (
    <span className={classes('inline-row gap-3 medium', css.party)}>
      {actor.by.kind === 'system' ? (
        <span className="mark" aria-hidden="true" />
      ) : (
        <Avatar author={actor.by} name={actor.name} size="sm" />
      )}
      <Name name={actor.name} />
    </span>
  )
}

const named = 2

function Receivers({ from, to }: Pick<TimelineRow, 'from' | 'to'>) {
  const [only] = to
  if (to.length === 1 && from && only && isSame(from, only))
    return <span className="no-shrink muted">itself</span>
  return (
    <>
      {to.slice(0, named).map((one, at) => (
        <Party key={at} actor={one} />
      ))}
      {to.length > named && <span className="no-shrink muted">and {to.length - named} more</span>}
    </>
  )
}

const isSame = ({ by }: Actor, { by: other }: Actor): boolean =>
  by.kind === 'agent' && other.kind === 'agent' && by.id === other.id

/** What a row is about, in a word; as on the chips of the filter. */
export const kindWords: Readonly<Record<MomentFact['kind'], string>> = {
  message: 'Messages',
  link: 'Links',
  timer: 'Timers',
  gathering: 'Gatherings',
  card: 'Questions to you',
  agent: 'Agents',
}

/** The sign of a kind. */
export const kindSigns: Readonly<Record<MomentFact['kind'], IconName>> = {
  message: 'mail',
  link: 'link',
  timer: 'clock',
  gathering: 'gather',
  card: 'alert',
  agent: 'people',
}

const signOf = (fact: MomentFact): IconName =>
  fact.kind === 'timer' ? intentIcons[fact.intent] : kindSigns[fact.kind]
