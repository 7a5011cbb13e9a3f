import { useId, useState } from 'react'
import { isPeerEvent } from '../../../main/contract/timers/triggers.ts'
import { EventFields, HookSecret, readEvent, usualEvent, WhenField } from './event-fields.tsx'
import type { HeartbeatView, Intent } from '../../../main/contract/timers/heartbeats.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { errorWords } from '../../state/act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { InputField } from '../../components/input-field.tsx'
import { Segments } from '../../components/segments.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { SheetForm } from '../../components/sheet-form.tsx'
import { visible } from '../../components/hygiene.ts'
import { submitOnModEnter } from '../../keys/current-keys.ts'
import { takeFocus } from '../../components/focus.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { AnchorPrice } from '../../entities/timer/timer-row.tsx'
import { localTimeZone, intentHints, intentWords } from '../../entities/timer/timer-words.ts'
import { timeOfDay, type Weekday, weekdays } from '../../../main/contract/timers/schedules.ts'
import css from './timers.module.css'
import { classes } from '../../components/classes.ts'
import type { AgentId, MessageId } from '../../../main/contract/api/model.ts'
import { timerNoteLimit, timerSpan } from '../../../main/contract/api/limits.ts'

interface TimerDialogProps {
  readonly agent: AgentView
  readonly onClose: () => void
}

const hasAbout = (intent: Intent): boolean => intent === 'check' || intent === 'wait'

/** Timers that fire by the clock. */
const intents = (Object.keys(intentWords) as readonly Intent[]).filter((intent) => intent !== 'event')

export function TimerDialog({ agent, onClose }: TimerDialogProps) {
  const [intent, setIntent] = useState<Intent>('anchor')
  const [note, setNote] = useState('')
  const [count, setCount] = useState('5')
  const [unit, setUnit] = useState<Unit>('minutes')
  const [times, setTimes] = useState(workdays)
  // Fixed while the dialog is open: the list must not change under the pointer.
  const [choices] = useState(() => aboutOf(agent.id, mirror.getState().agents))
  const [about, setAbout] = useState('')
  const [event, setEvent] = useState(usualEvent)
  const [hook, setHook] = useState<HeartbeatView | null>(null)
  const [problem, setProblem] = useState('')
  const isAbout = intent === 'event' ? isPeerEvent(event.on) : hasAbout(intent)
  const shown = choices.filter((one) => intent === 'wait' || one.kind === 'agent')
  const choose = (chosen: Intent) => {
    setIntent(chosen)
    setProblem('')
  }
  const save = () => {
    const when =
      intent === 'schedule'
        ? readSchedule(times)
        : intent === 'event'
          ? readEvent(event)
          : spanOf(count, unit)
    const wrong = [noteProblem(note), typeof when === 'string' ? when : '']
      .filter((words) => words !== '')
      .join(' ')
    if (wrong !== '' || typeof when === 'string') return setProblem(wrong)
    const whom = !isAbout ? '' : shown.some((one) => one.id === about) ? about : ''
    if (isAbout && intent !== 'wait' && whom === '')
      return setProblem(intent === 'check' ? 'Choose an agent to check.' : 'Choose an agent to watch.')
    const of = whom === '' ? {} : { about: whom }
    ask('heartbeats.set', { agent: agent.id, intent, note: note.trim(), ...when, ...of }).then(
      (set) => (set.secret === undefined ? onClose() : setHook(set)),
      (error: unknown) => setProblem(errorWords(error)),
    )
  }
  if (hook) return <HookSecret hook={hook} onClose={onClose} />
  return (
    <Dialog title={`Timer for ${visible(agent.name)}`} onClose={onClose}>
      <SheetForm
        act="Set timer"
        problem={problem}
        onSubmit={save}
        onClose={onClose}
        onChange={() => setProblem('')}
        onKeyDown={submitOnModEnter}
        noValidate
      >
        <WhenField
          isEvent={intent === 'event'}
          onChange={(isEvent) => choose(isEvent ? 'event' : 'anchor')}
        />
        {intent !== 'event' && <IntentField value={intent} onChange={choose} />}
        <NoteField value={note} onChange={setNote} />
        {intent === 'event' ? (
          <EventFields value={event} onChange={setEvent}>
            {isAbout && (
              <AboutField
                label="Agent to watch"
                value={about}
                onChange={setAbout}
                choices={shown}
                isOptional={false}
              />
            )}
          </EventFields>
        ) : intent === 'schedule' ? (
          <ScheduleFields value={times} onChange={setTimes} />
        ) : (
          <div className="sheet-pair">
            <SpanField
              label={intent === 'anchor' ? 'Every' : 'Fires in'}
              count={count}
              unit={unit}
              onCount={setCount}
              onUnit={setUnit}
            />
            {hasAbout(intent) && (
              <AboutField
                label={intent === 'check' ? 'Agent to check' : 'Whose answer'}
                value={about}
                onChange={setAbout}
                choices={shown}
                isOptional={intent === 'wait'}
              />
            )}
          </div>
        )}
        {intent === 'anchor' && <AnchorPrice turn={agent.usualTurn} every={everyOf(count, unit)} />}
        {intent === 'anchor' && agent.heartbeats.some((one) => one.intent === 'anchor') && (
          <p className="muted">It replaces its current task reminder.</p>
        )}
      </SheetForm>
    </Dialog>
  )
}

interface FieldProps<T> {
  readonly value: T
  readonly onChange: (value: T) => void
}

function IntentField({ value, onChange }: FieldProps<Intent>) {
  return (
    <div className="field">
      <span className="label" id="timer-kind">
        Kind
      </span>
      <Segments
        aria-labelledby="timer-kind"
        className={css.timerKinds}
        segments={intents.map((intent) => ({ value: intent, word: intentWords[intent] }))}
        isOn={(intent) => intent === value}
        onPress={onChange}
      />
      <small>{intentHints[value]}.</small>
    </div>
  )
}

const NoteField = (props: FieldProps<string>) => (
  <TextAreaField
    ref={takeFocus}
    label="Message"
    rows={2}
    maxLength={1024}
    placeholder="Check whether the tests have passed"
    hint="What the agent reads when the timer fires."
    {...props}
  />
)

interface SpanFieldProps {
  readonly label: string
  readonly count: string
  readonly unit: Unit
  readonly onCount: (count: string) => void
  readonly onUnit: (unit: Unit) => void
}

function SpanField({ label, count, unit, onCount, onUnit }: SpanFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={css.span}>
        <input
          id={id}
          className="input num"
          inputMode="decimal"
          autoComplete="off"
          value={count}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onCount(event.target.value)}
        />
        <select
          className="input"
          aria-label="Unit"
          value={unit}
          onChange={(event) => onUnit(event.target.value as Unit)}
        >
          {units.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

interface AboutFieldProps extends FieldProps<string> {
  readonly label: string
  readonly choices: ReturnType<typeof aboutOf>
  readonly isOptional: boolean
}

function AboutField({ choices, isOptional, ...field }: AboutFieldProps) {
  const none = { value: '', name: isOptional ? 'Anyone’s' : 'Choose…' }
  const named = choices.map(({ id, words }) => ({ value: id, name: visible(words) }))
  return <SelectField {...field} choices={[none, ...named]} />
}

type About =
  | { readonly kind: 'agent'; readonly id: AgentId; readonly words: string }
  | { readonly kind: 'ticket'; readonly id: MessageId; readonly words: string }

const longest = 60

/** The other agents, and the questions to them without an answer. */
export function aboutOf(of: AgentId, agents: Readonly<Record<AgentId, AgentView>>): readonly About[] {
  const others = Object.values<AgentView>(agents).filter((one) => one.id !== of && !one.closed)
  return others
    .sort((a, b) => a.order - b.order)
    .flatMap((one): readonly About[] => [
      { kind: 'agent', id: one.id, words: one.name },
      ...askedOf(one, of).map(({ id, preview }): About => ({
        kind: 'ticket',
        id,
        words: `${one.name}: “${short(preview)}”`,
      })),
    ])
}

const askedOf = ({ owed, pending }: AgentView, by: AgentId) =>
  [...owed, ...pending.filter((one) => one.expectsReply)].filter(
    ({ from }) => from.kind === 'agent' && from.id === by,
  )

function short(preview: string): string {
  const line = preview.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

type Unit = 'seconds' | 'minutes' | 'hours' | 'days'

const seconds: Readonly<Record<Unit, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

/** Shortest first. */
const units = Object.keys(seconds) as readonly Unit[]

/** The interval in seconds; null while the input is invalid. */
function everyOf(count: string, unit: Unit): number | null {
  const span = spanOf(count, unit)
  return typeof span === 'string' ? null : span.inSeconds
}

/** Returns the schedule, or an error message. */
export function readSchedule({ at, days }: Times): { at: string; days: Weekday[]; zone: string } | string {
  return timeOfDay.test(at) ? { at, days: [...days], zone: localTimeZone() } : 'Enter a time, such as 09:30.'
}

/** Returns the time in seconds, or an error message. */
export function spanOf(text: string, unit: Unit): { inSeconds: number } | string {
  const trimmed = text.trim().replace(',', '.')
  const count = trimmed === '' ? Number.NaN : Number(trimmed)
  if (Number.isNaN(count)) return 'Enter a number.'
  const span = count * seconds[unit]
  return span < timerSpan.least || span > timerSpan.most
    ? 'Enter a time from 5 seconds to 7 days.'
    : { inSeconds: span }
}

/** Returns an error message; empty when valid. */
export function noteProblem(note: string): string {
  if (note.trim() === '') return 'Write a message: the agent reads it when the timer fires.'
  return new TextEncoder().encode(note).length > timerNoteLimit ? 'A message has up to 1 KiB.' : ''
}

interface Times {
  /** `09:30`, possibly incomplete. */
  readonly at: string
  readonly days: readonly Weekday[]
}

const workdays: Times = { at: '09:00', days: weekdays.slice(0, 5) }

const dayNames: Readonly<Record<Weekday, { readonly short: string; readonly long: string }>> = {
  mon: { short: 'Mon', long: 'Monday' },
  tue: { short: 'Tue', long: 'Tuesday' },
  wed: { short: 'Wed', long: 'Wednesday' },
  thu: { short: 'Thu', long: 'Thursday' },
  fri: { short: 'Fri', long: 'Friday' },
  sat: { short: 'Sat', long: 'Saturday' },
  sun: { short: 'Sun', long: 'Sunday' },
}

interface ScheduleFieldsProps {
  readonly value: Times
  readonly onChange: (value: Times) => void
}

function ScheduleFields({ value: { at, days }, onChange }: ScheduleFieldsProps) {
  const id = useId()
  const toggled = (day: Weekday) =>
    weekdays.filter((one) => (one === day ? !days.includes(day) : days.includes(one)))
  return (
    <>
      <InputField
        label="At"
        className={classes('num', css.timeOfDay)}
        type="time"
        value={at}
        onChange={(time) => onChange({ at: time, days })}
      />
      <div className="field">
        <span className="label" id={id}>
          On
        </span>
        <Segments
          aria-labelledby={id}
          className={css.timerKinds}
          segments={weekdays.map((day) => ({
            value: day,
            word: dayNames[day].short,
            'aria-label': dayNames[day].long,
          }))}
          isOn={(day) => days.includes(day)}
          onPress={(day) => onChange({ at, days: toggled(day) })}
        />
        <small>{days.length === 0 ? 'Once, at the next such time.' : 'Weekly on these days.'}</small>
      </div>
    </>
  )
}
