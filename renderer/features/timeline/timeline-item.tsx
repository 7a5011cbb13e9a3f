import { Fragment, memo } from 'react'
import { classes } from '../../components/classes.ts'
import { actorTo } from '../../../main/contract/api/audience.ts'
import type { Actor, AgentId } from '../../../main/contract/api/model.ts'
import type { TimelineFact } from '../../../main/contract/history/timeline-entries.ts'
import type { TimelineRow } from '../../../main/contract/history/timeline.ts'
import { moneyWords } from '../../../main/contract/budget/budget-words.ts'
import {
  costOf,
  fateWords,
  secondPerson,
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
import { upperFirst } from '../../entities/agent/agent-state.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { intentIcons } from '../../entities/timer/timer-words.ts'
import { useMoney } from '../../state/money.ts'
import css from './timeline.module.css'
import { goToCircle } from '../../entities/machine/circle-words.ts'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { withoutIds } from '../../entities/message/mail-words.ts'
import { goToMessage } from '../../entities/message/go-to-message.ts'
import { mirror } from '../../state/store.ts'
import {
  type RowTarget,
  requestRow,
  setTimelineReturn,
  select,
  setSide,
  show,
  showGathering,
  showLink,
  toast,
} from '../../state/view-store.ts'
import { leadBeside } from '../../state/pane-acts.ts'
import { leaveAt } from '../../state/timeline.ts'

interface TimelineItemProps {
  readonly row: TimelineRow
  /** It is in the tab order. */
  readonly isStop: boolean
}

export const TimelineItem = memo(function TimelineItem({ row, isStop }: TimelineItemProps) {
  const money = useMoney()
  const { from, to, at, fact, sealed, text, n } = row
  const why = [whyWords(row, 'user'), fateWords(row, 'user')].filter((words) => words !== '').join(' · ')
  const price = useWords({ costUsd: money ? costOf(row) : null, tokens: row.tokens }, moneyWords)
  const said = plainLine(from?.by.kind === 'system' ? withoutIds(text) : text)
  const words = sealed ? 'under seal' : said === '' || isCount(fact) ? said : `${leadOf(fact)}“${said}”`
  const what = whatWords(row)
  return (
    <button
      type="button"
      className={classes('bare', css.row)}
      data-entry={n}
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
        {from && <Party actor={from} as={isUser(from) ? 'You' : from.name} />}
        <span className="no-shrink muted">
          {from === null ? upperFirst(what) : isUser(from) ? secondPerson(what) : what}
        </span>
        <Receivers from={from} to={to} />
        {words !== '' && (
          <SafeText as="span" className={sealed ? css.sealed : css.words} dir="auto" text={words} />
        )}
      </span>
      <span className="num muted small">
        {price}
        {price !== '' && <span className="vh"> cost</span>}
      </span>
      {why !== '' && (
        <SafeText
          as="span"
          className={classes('faint small clip', css.why)}
          title={visible(why)}
          text={why}
        />
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

/** Whether the text of a row is a number. */
const isCount = (fact: TimelineFact): boolean => fact.kind === 'gathering' && fact.did === 'opened'

/** The preposition before the topic of a gathering on another machine. */
function leadOf(fact: TimelineFact): string {
  if (fact.kind !== 'gathering' || !('machine' in fact)) return ''
  if (fact.did === 'asked') return 'to '
  return fact.did === 'handed' || fact.did === 'skipped' ? 'in ' : ''
}

const isUser = ({ by }: Actor): boolean => by.kind === 'user'

/** An icon and a name: outlined for a user, filled for an agent, the logo for Janus. */
function Party({ actor, as }: { readonly actor: Actor; readonly as: string }) {
  return (
    <span className={classes('inline-row gap-3 medium', css.party)}>
      {actor.by.kind === 'system' ? (
        <span className="mark" aria-hidden="true" />
      ) : (
        <Avatar author={actor.by} name={actor.name} size="sm" />
      )}
      <Name name={as} />
    </span>
  )
}

const named = 2

function Receivers({ from, to: all }: Pick<TimelineRow, 'from' | 'to'>) {
  const [only] = all
  if (all.length === 1 && from && only && isSame(from, only))
    return <span className="no-shrink muted">itself</span>
  const to = from && isUser(from) ? all.filter((one) => !isUser(one)) : all
  const rest = to.length - named
  return (
    <>
      {to.slice(0, named).map((one, at) => (
        <Fragment key={at}>
          {at > 0 && rest <= 0 && <span className="no-shrink muted">and</span>}
          <Party actor={one} as={`${actorTo(one, 'user')}${at === 0 && rest > 0 ? ',' : ''}`} />
        </Fragment>
      ))}
      {rest > 0 && <span className="no-shrink muted">and {rest} more</span>}
    </>
  )
}

const isSame = ({ by }: Actor, { by: other }: Actor): boolean =>
  by.kind === 'agent' && other.kind === 'agent' && by.id === other.id

/** Also used on the filter's chips. */
export const kindWords: Readonly<Record<TimelineFact['kind'], string>> = {
  message: 'Messages',
  link: 'Links',
  timer: 'Timers',
  gathering: 'Gatherings',
  card: 'Questions to you',
  agent: 'Agent changes',
}

export const kindSigns: Readonly<Record<TimelineFact['kind'], IconName>> = {
  message: 'mail',
  link: 'link',
  timer: 'clock',
  gathering: 'gather',
  card: 'alert',
  agent: 'people',
}

const signOf = (fact: TimelineFact): IconName =>
  fact.kind === 'timer' ? intentIcons[fact.intent] : kindSigns[fact.kind]

function leadTo(row: TimelineRow): void {
  const { fact, from, to } = row
  leaveAt(row.n)
  leadBeside({ kind: 'timeline' })
  switch (fact.kind) {
    case 'message':
      return toMessage(row)
    case 'link':
      setTimelineReturn(fact.link)
      if ('n' in fact) requestRow({ kind: 'link', id: fact.link, n: fact.n })
      return showLink(fact.link)
    case 'gathering':
      return toGathering(row)
    case 'timer':
      return row.row ? toRow(row.row) : toAgent(agentOf([...to, from]), () => setSide('open'))
    case 'card':
      if (fact.asked === 'proposal' && row.gathering) {
        setTimelineReturn(row.gathering)
        return showGathering(row.gathering)
      }
      if (fact.card?.startsWith('msg-'))
        return show({ kind: 'thread', message: fact.card as `msg-${string}` })
      return row.row ? toRow(row.row) : toAgent(agentOf([from, ...to]))
    case 'agent':
      return toAgent(agentOf(to))
  }
}

/** A read message is in its receiver's transcript; a pending or undelivered one in its thread. */
function toMessage({ fact, message, to }: TimelineRow): void {
  if (fact.kind !== 'message') return
  const receiver = agentOf(to)
  const isThere = message?.state === 'read' || message?.state === 'answered'
  if (!message) return void toast('It was deleted with its agent.')
  if (!isThere || receiver === null) return show({ kind: 'thread', message: fact.message })
  setTimelineReturn(receiver)
  void goToMessage(receiver, fact.message)
}

function toGathering({ fact, id }: TimelineRow): void {
  if (fact.kind !== 'gathering') return
  if ('machine' in fact) return goToCircle({ ...fact, id: fact.gathering })
  setTimelineReturn(fact.gathering)
  if (id.startsWith('utt-')) requestRow(aimOf(fact.gathering, id))
  showGathering(fact.gathering)
}

const aimOf = (id: `gat-${string}`, utterance: string): RowTarget => ({
  kind: 'gathering',
  id,
  utterance: utterance as `utt-${string}`,
})

function toRow(row: { readonly agent: AgentId; readonly n: number }): void {
  setTimelineReturn(row.agent)
  void goToRow(row)
}

function toAgent(agent: AgentId | null, then: () => void = () => undefined): void {
  if (agent === null) return
  const found = mirror.getState().agents[agent]
  if (!found) return void toast('That agent is no longer here.')
  if (found.closed) return void toast('Its tab is closed. Reopen it to see it.')
  setTimelineReturn(agent)
  select(agent)
  then()
}

function agentOf(actors: readonly TimelineRow['from'][]): AgentId | null {
  for (const actor of actors) if (actor?.by.kind === 'agent') return actor.by.id
  return null
}
