import { saidAtOf } from '../../../main/contract/api/entry-time.ts'
import { turnUseWords } from '../../../main/contract/budget/budget-words.ts'
import { shortCount } from '../../../main/contract/words/short-count.ts'
import type { NoteFact } from '../../../main/contract/history/note-facts.ts'
import { useState } from 'react'
import type { Entry, AgentId, MessageId } from '../../../main/contract/api/model.ts'
import { inLocalTime } from '../../components/duration.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { intentIcons, timerAnswers, intentWords } from '../../entities/timer/timer-words.ts'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { plainForm } from '../../entities/message/plain-form.ts'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { firstLineOf } from '../../../main/contract/agents/tool-calls.ts'
import { upperFirst } from '../../entities/agent/agent-state.ts'
import { classes } from '../../components/classes.ts'
import { useDensity } from './density.tsx'
import css from './transcript.module.css'
import { visible } from '../../components/hygiene.ts'
import { canDeliverAnyway } from '../../entities/message/digest.ts'
import { deliverHandled } from '../../entities/message/mail-acts.ts'
import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import { show } from '../../state/view-store.ts'
import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { TimerAnswers } from '../../entities/timer/timer-row.tsx'
import { useSent } from '../../state/use-sent.ts'

type UsedNote = Extract<NoteFact, { kind: 'used' }>

/** The icon of the line's source: a timer, a gathering, or Janus itself. */
function Provenance({ entry }: { readonly entry: Entry }) {
  if (entry.intent !== undefined) return <Icon name={intentIcons[entry.intent]} />
  if (entry.spoken !== undefined) return <Icon name="gather" />
  return entry.kind === 'system' ? <span className="mark" aria-hidden="true" /> : null
}

/** Usage of a turn. Always visible at the verbose level, else on hover or focus. */
export function UsedLine({ entry, used }: { readonly entry: Entry; readonly used: UsedNote }) {
  const { isPaid } = useAmounts()
  const isQuiet = useDensity() !== 'verbose'
  const { input, cacheRead, cacheWritten } = used.tokens
  const kinds = `Input: ${shortCount(input)} new, ${shortCount(cacheRead)} read from the cache, ${shortCount(cacheWritten)} written to it`
  return (
    <p
      className={classes('small faint num', isQuiet && css.quiet)}
      data-n={entry.n}
      data-part="used"
      title={kinds}
    >
      {turnUseWords(used, isPaid)}
    </p>
  )
}

/** Whether a card at the end of the transcript shows the error already. */
const useIsOnCard = ({ agent, note, turnNumber }: Entry): boolean =>
  useMirror(({ agents }) => {
    const of = agents[agent]
    return note?.kind === 'broken' && of !== undefined && of.broken !== null && of.turnNumber === turnNumber
  })

export function Remark({ entry }: { readonly entry: Entry }) {
  const [isOpen, setOpen] = useState(false)
  const isOnCard = useIsOnCard(entry)
  const words = entry.kind === 'note' ? inLocalTime(entry.text) : entry.text
  const text = isOnCard ? 'Turn failed' : entry.isError ? upperFirst(words) : words
  const first = entry.topic === undefined ? plainForm(firstLineOf(text)) : `Gathering: ${entry.topic} …`
  const isLong = first !== text.trim()
  const shown = isOpen || !isLong ? text : first
  const name = useMirror((now) => now.agents[entry.agent]?.name ?? '')
  return (
    <div
      className={classes('row small faint', css.remark, entry.isError && css.failed, isOpen && css.whole)}
      data-n={entry.n}
      data-message={entry.message ?? undefined}
    >
      <span>
        {entry.isError ? <Icon name="alert" /> : <Provenance entry={entry} />}
        {entry.kind === 'system' && entry.spoken === undefined && name !== '' && (
          <>
            To <Name name={name} />:{' '}
          </>
        )}
        <SafeText text={shown} />
        {shown.endsWith('.') ? ' ' : ' · '}
        <At at={saidAtOf(entry)} />
        {isLong && (
          <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Collapse' : 'Show all'}
          </Button>
        )}
        <AskedTimers entry={entry} />
        {entry.note?.kind === 'historyLost' && <LookForIt agent={entry.agent} />}
      </span>
      {entry.note?.kind === 'handled' && entry.message !== null && (
        <DeliverAnyway agent={entry.agent} message={entry.message} note={entry.note} />
      )}
      {entry.message !== null && entry.kind !== 'note' && entry.spoken === undefined && (
        <Receipt id={entry.message} as="quiet" />
      )}
    </div>
  )
}

interface DeliverAnywayProps {
  readonly agent: AgentId
  readonly message: MessageId
  readonly note: Extract<NoteFact, { kind: 'handled' }>
}

const noEntries: readonly Entry[] = []

function DeliverAnyway({ agent: id, message, note }: DeliverAnywayProps) {
  const { isSent, send } = useSent()
  const agent = useMirror((now) => now.agents[id])
  const entries = useMirror((now) => now.logs.agent[id]?.rows ?? noEntries)
  if (!agent || !canDeliverAnyway(message, note.action, { entries, pending: agent.pending })) return null
  return (
    <Button
      variant="ghost"
      aria-label={`Deliver anyway: ${visible(note.from)}, ${visible(note.words)}`}
      disabled={isSent}
      onClick={() => void send(deliverHandled(message, visible(agent.name)))}
    >
      Deliver anyway
    </Button>
  )
}

/** Opens the session list for the agent's folder; renders nothing when its program lists no sessions. */
function LookForIt({ agent }: { readonly agent: AgentId }) {
  const kind = useMirror((now) => now.agents[agent]?.kind)
  const folder = useMirror((now) => now.agents[agent]?.cwd ?? '')
  if (kind === undefined || expectedAbilities[kind].resumesHistory === 'no') return null
  return (
    <Button variant="ghost" onClick={() => show({ kind: 'goOn', of: kind, folder })}>
      Look for it…
    </Button>
  )
}

function AskedTimers({ entry }: { readonly entry: Entry }) {
  const timers = useMirrorList((now) => timersAbout(entry, now.agents[entry.agent]?.heartbeats ?? []))
  if (timers.length === 0) return null
  if (entry.kind === 'note')
    return timers.map((timer) => <TimerAnswers key={timer.id} timer={timer} acts={['keep']} />)
  return (
    <ul className={classes('stack gap-2', css.askedTimers)}>
      {timers.map((timer) => (
        <li key={timer.id} className="row wrap spread row-gap-2">
          <span>
            {intentWords[timer.intent]}: <SafeText text={timer.note} />
          </span>
          <TimerAnswers timer={timer} acts={timerAnswers(timer)} />
        </li>
      ))}
    </ul>
  )
}

/** Timers that a transcript row asks about or reports as dropped. */
export function timersAbout(
  { kind, note, message }: Pick<Entry, 'kind' | 'note' | 'message'>,
  timers: readonly RunningHeartbeat[],
): readonly RunningHeartbeat[] {
  if (note?.kind === 'timerDropped')
    return timers.filter(({ id, state }) => id === note.timer && state === 'dropped')
  if (kind !== 'system' || message === null) return []
  return timers.filter(({ reason }) => reason?.kind === 'newTask' && reason.question === message)
}

export function CircleNews({ entries }: { readonly entries: readonly Entry[] }) {
  const [isOpen, setOpen] = useState(false)
  const newest = entries.slice(-1)
  const earlier = entries.length - newest.length
  return (
    <div className={css.news} data-part="circle-news" data-n={entries[0]?.n}>
      <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Collapse' : earlier === 1 ? '1 earlier message' : `${earlier} earlier messages`}
      </Button>
      {(isOpen ? entries : newest).map((entry) => (
        <Remark key={entry.n} entry={entry} />
      ))}
    </div>
  )
}
