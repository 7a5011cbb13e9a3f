import { useCallback, useId, useRef, useState } from 'react'
import {
  fieldProblem,
  initialValue,
  limitWords,
  type FieldInput,
  type FieldOption,
  type FieldValue,
  type Form,
  type FormField,
} from '../../../main/contract/agents/forms.ts'
import { Button } from '../../components/button.tsx'
import { askToLeave } from '../../components/leave-dialog.tsx'
import { destinationOf, safeUrl } from '../../components/markdown/safe-url.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { toggled } from '../../components/toggled.ts'
import { useCardState } from '../../entities/card/card-state.ts'
import { CardFrame } from '../../entities/card/card-frame.tsx'
import { act } from '../../state/act.ts'
import { useSent } from '../../state/use-sent.ts'
import type { CardProps } from './permission-card.tsx'
import css from './form-card.module.css'

export function FormCard({ agent, card, form, onAnswered }: CardProps & { readonly form: Form }) {
  const { isSent, send } = useSent(onAnswered)
  const answer = useCallback(
    (decision: 'allow' | 'deny' | 'cancel', values?: readonly FieldValue[]) => {
      const given = values ? { values } : {}
      const hash = card.hash ?? ''
      void send(act('cards.answer', { agent: agent.id, card: card.id, decision, hash, ...given }))
    },
    [agent.id, card.id, card.hash, send],
  )
  const acts = (
    <>
      <Button disabled={isSent} onClick={() => answer('deny')}>
        Decline
      </Button>
      <Button variant="ghost" disabled={isSent} onClick={() => answer('cancel')}>
        Skip
      </Button>
    </>
  )
  const shared = { card, isSent, answer, acts }
  if (form.kind === 'fields') return <FieldsCard {...shared} form={form} />
  if (form.kind === 'page') return <PageCard {...shared} url={form.url} />
  return (
    <CardFrame card={card} title={card.title} keys={null}>
      <Asker card={card} />
      <SafeText as="p" text={form.why} />
      <div className="acts">{acts}</div>
    </CardFrame>
  )
}

interface PartProps {
  readonly card: CardProps['card']
  readonly isSent: boolean
  readonly answer: (decision: 'allow', values?: readonly FieldValue[]) => void
  readonly acts: React.ReactNode
}

function Asker({ card }: Pick<PartProps, 'card'>) {
  return (
    <>
      {card.input !== card.title && <SafeText as="p" className={css.message} dir="auto" text={card.input} />}
      <p className="small muted">
        Asked by <SafeText text={card.tool.name} />
      </p>
    </>
  )
}

/** One click opens the page and answers: the program starts to wait with the answer. */
function PageCard({ card, isSent, answer, acts, url }: PartProps & { readonly url: string }) {
  const href = safeUrl(url)
  return (
    <CardFrame card={card} title={card.title} keys={null}>
      <Asker card={card} />
      <p className="well mono small break-anywhere">
        <SafeText text={url} />
      </p>
      {href === null && <p>Janus does not open this address: it holds a login, or unusual characters.</p>}
      <div className="acts">
        {href !== null && (
          <Button
            variant="primary"
            disabled={isSent}
            onClick={() => {
              askToLeave(href)
              answer('allow')
            }}
          >
            Open {destinationOf(href).to}
          </Button>
        )}
        {acts}
      </div>
    </CardFrame>
  )
}

type Fields = Extract<Form, { kind: 'fields' }>

function FieldsCard({ card, isSent, answer, acts, form: { fields } }: PartProps & { readonly form: Fields }) {
  const [entries, setEntries] = useCardState<readonly FieldValue[]>(card.id, () => fields.map(initialEntry))
  /** Problems are shown only after the first attempt to send. */
  const [isTried, setTried] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const values = fields.map((field, at) => valueOf(field, entries[at] ?? null))
  const problems = fields.map((field, at) => fieldProblem(field, values[at] ?? null))
  const submit = () => {
    const wrong = problems.findIndex((problem) => problem !== null)
    if (wrong < 0) return answer('allow', values)
    setTried(true)
    const field = place.current?.children[wrong]
    field?.querySelector<HTMLElement>('input')?.focus()
  }
  return (
    <CardFrame card={card} title={card.title} keys={isSent ? null : { Enter: submit }}>
      <Asker card={card} />
      <div ref={place} className={css.fields}>
        {fields.map((field, at) => (
          <Field
            key={field.name}
            field={field}
            entry={entries[at] ?? null}
            problem={isTried ? (problems[at] ?? null) : null}
            onChange={(entry) => setEntries((now) => now.with(at, entry))}
          />
        ))}
      </div>
      <div className="acts">
        <Button variant="primary" disabled={isSent} onClick={submit}>
          Send <kbd aria-hidden="true">↵</kbd>
        </Button>
        {acts}
      </div>
    </CardFrame>
  )
}

/** A number is kept as typed. */
function initialEntry(field: FormField): FieldValue {
  const value = initialValue(field)
  return typeof value === 'number' ? String(value) : value
}

function valueOf({ input }: FormField, entry: FieldValue): FieldValue {
  if (input.kind !== 'number' || typeof entry !== 'string') return entry
  return entry.trim() === '' ? null : Number(entry)
}

interface FieldProps {
  readonly field: FormField
  readonly entry: FieldValue
  readonly problem: string | null
  readonly onChange: (entry: FieldValue) => void
}

function Field({ field, entry, problem, onChange }: FieldProps) {
  const id = useId()
  const { input, label, about, isRequired } = field
  const limits = limitWords(field)
  const hints = [about, limits].filter((words) => words !== '')
  const described = {
    'aria-describedby': [hints.length > 0 ? `${id}-hint` : '', problem === null ? '' : `${id}-problem`]
      .join(' ')
      .trim(),
    'aria-invalid': problem !== null,
  }
  const notes = (
    <>
      {hints.length > 0 && <SafeText as="small" id={`${id}-hint`} dir="auto" text={hints.join(' · ')} />}
      {problem !== null && (
        <small id={`${id}-problem`} role="alert" className={css.problem}>
          {problem}
        </small>
      )}
    </>
  )
  const name = (
    <>
      <SafeText text={label} />
      <small>{isRequired ? 'required' : 'optional'}</small>
    </>
  )
  if (input.kind === 'boolean')
    return (
      <div className="field">
        <label className={css.option}>
          <input
            type="checkbox"
            checked={entry === true}
            onChange={(event) => onChange(event.target.checked)}
            {...described}
          />
          <SafeText text={label} />
        </label>
        {notes}
      </div>
    )
  if (input.kind === 'choice' || input.kind === 'choices')
    return (
      <fieldset className="field" {...described}>
        <legend className={css.legend}>{name}</legend>
        {notes}
        <Options id={id} input={input} isRequired={isRequired} entry={entry} onChange={onChange} />
      </fieldset>
    )
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        className="input"
        type={input.kind === 'text' && input.format === 'date' ? 'date' : 'text'}
        inputMode={input.kind === 'number' ? (input.isWhole ? 'numeric' : 'decimal') : undefined}
        autoComplete="off"
        aria-required={isRequired}
        maxLength={input.kind === 'text' ? input.most : 40}
        value={typeof entry === 'string' ? entry : ''}
        onChange={(event) => onChange(event.target.value)}
        {...described}
      />
      {notes}
    </div>
  )
}

interface OptionsProps {
  readonly id: string
  readonly input: Extract<FieldInput, { kind: 'choice' | 'choices' }>
  readonly isRequired: boolean
  readonly entry: FieldValue
  readonly onChange: (entry: FieldValue) => void
}

function Options({ id, input, isRequired, entry, onChange }: OptionsProps) {
  const isMany = input.kind === 'choices'
  const chosen = Array.isArray(entry) ? (entry as readonly string[]) : []
  const option = ({ label, about }: Omit<FieldOption, 'value'>, value: string | null) => (
    <label key={value ?? ''} className={css.option}>
      <input
        type={isMany ? 'checkbox' : 'radio'}
        name={isMany ? undefined : id}
        checked={value !== null && isMany ? chosen.includes(value) : entry === value}
        onChange={() => onChange(value !== null && isMany ? toggled(chosen, value) : value)}
      />
      <span className="grow">
        <SafeText text={label} />
        {about !== '' && <SafeText as="small" text={about} />}
      </span>
    </label>
  )
  return (
    <div className={css.options}>
      {!isMany && !isRequired && option({ label: 'None', about: '' }, null)}
      {input.options.map((one) => option(one, one.value))}
    </div>
  )
}
