import { useId, useState, type FormEvent } from 'react'
import type { Intent } from '../../../main/contract/ties.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { wordsOf } from '../../state/act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { submitOnModEnter } from '../../keys/keys-here.ts'
import { Problem } from '../../components/problem.tsx'
import { takeFocus } from '../../components/focus.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { aboutOf } from './about.ts'
import { noteProblem, spanOf, units, type Unit } from './timer-span.ts'
import { intentHints, intentWords } from '../../entities/timer/timer-words.ts'

interface TimerDialogProps {
  readonly agent: AgentView
  readonly onClose: () => void
}

const intents = Object.keys(intentWords) as readonly Intent[]

/** Sets a timer for an agent by hand. */
export function TimerDialog({ agent, onClose }: TimerDialogProps) {
  const [intent, setIntent] = useState<Intent>('anchor')
  const [note, setNote] = useState('')
  const [count, setCount] = useState('5')
  const [unit, setUnit] = useState<Unit>('minutes')
  // As it stood when the sheet opened: a list under the hand does not move.
  const [choices] = useState(() => aboutOf(agent.id, mirror.getState().agents))
  const [about, setAbout] = useState('')
  const [problem, setProblem] = useState('')
  const shown = choices.filter((one) => intent === 'wait' || one.kind === 'agent')
  const save = (event: FormEvent) => {
    event.preventDefault()
    const inSeconds = spanOf(count, unit)
    const wrong = noteProblem(note) || (typeof inSeconds === 'string' ? inSeconds : '')
    if (wrong !== '' || typeof inSeconds === 'string') return setProblem(wrong)
    const whom = intent === 'anchor' ? '' : shown.some((one) => one.id === about) ? about : ''
    if (intent === 'check' && whom === '') return setProblem('Choose whom it shall look at.')
    const of = whom === '' ? {} : { about: whom }
    ask('heartbeats.set', { agent: agent.id, intent, note: note.trim(), inSeconds, ...of }).then(
      onClose,
      (error: unknown) => setProblem(wordsOf(error)),
    )
  }
  return (
    <Dialog title={`Timer for ${visible(agent.name)}`} onClose={onClose}>
      <form onSubmit={save} onKeyDown={submitOnModEnter} noValidate>
        <div className="body">
          {problem !== '' && <Problem text={problem} />}
          <IntentField value={intent} onChange={setIntent} />
          {intent === 'anchor' && agent.heartbeats.some((one) => one.intent === 'anchor') && (
            <p className="muted">It takes the place of the anchor that it has now.</p>
          )}
          <NoteField value={note} onChange={setNote} />
          <div className="pair">
            <SpanField count={count} unit={unit} onCount={setCount} onUnit={setUnit} />
            {intent !== 'anchor' && (
              <AboutField
                label={intent === 'check' ? 'Whom to look at' : 'Whose answer'}
                value={about}
                onChange={setAbout}
                choices={shown}
                isOptional={intent === 'wait'}
              />
            )}
          </div>
        </div>
        <footer>
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary">
            Set
          </button>
        </footer>
      </form>
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
      <span className="seg timer-kinds" role="group" aria-labelledby="timer-kind">
        {intents.map((intent) => (
          <button
            key={intent}
            type="button"
            data-word={intentWords[intent]}
            aria-pressed={intent === value}
            onClick={() => onChange(intent)}
          >
            {intentWords[intent]}
          </button>
        ))}
      </span>
      <small>{intentHints[value]}.</small>
    </div>
  )
}

function NoteField({ value, onChange }: FieldProps<string>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Note</label>
      <textarea
        ref={takeFocus}
        id={id}
        className="input"
        rows={2}
        maxLength={1024}
        placeholder="Back to the refresh guard"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <small>What it is told when the timer fires.</small>
    </div>
  )
}

interface SpanFieldProps {
  readonly count: string
  readonly unit: Unit
  readonly onCount: (count: string) => void
  readonly onUnit: (unit: Unit) => void
}

function SpanField({ count, unit, onCount, onUnit }: SpanFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Fires in</label>
      <div className="span">
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

function AboutField({ label, value, onChange, choices, isOptional }: AboutFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{isOptional ? 'Nobody’s in particular' : 'Choose…'}</option>
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            {visible(one.words)}
          </option>
        ))}
      </select>
    </div>
  )
}
