import { useState, type FormEvent } from 'react'
import type { FleetDone } from '../../../main/contract/fleet/fleet-views.ts'
import { TextField } from '../../entities/agent/fields.tsx'
import { Outcome, useFleetAct } from './outcome.tsx'
import css from './fleet.module.css'

/** What a house may be called. */
export const houseNameHint = '1 to 24 of a–z, 0–9 and -'

interface Field<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  /** It may stay empty, and is then not told. */
  readonly isOptional?: true
}

interface FleetFormProps<Name extends string> {
  readonly title: string
  readonly about: string
  readonly verb: string
  readonly fields: readonly Field<Name>[]
  readonly onSubmit: (
    run: ReturnType<typeof useFleetAct>['run'],
    values: Readonly<Record<Name, string>>,
  ) => Promise<FleetDone | null>
  /** Takes what is to be done now; without it the form says that itself, and stays. */
  readonly onDone?: (done: FleetDone) => void
}

/** Something that can be done about the fleet: what it is, what has to be filled in, and what came of it. */
export function FleetForm<Name extends string>(props: FleetFormProps<Name>) {
  const { title, about, verb, fields, onSubmit, onDone } = props
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const { outcome, run } = useFleetAct()
  const valueOf = (name: Name): string => written[name] ?? ''
  const isOff =
    outcome.kind === 'sent' ||
    fields.some(({ name, isOptional }) => !isOptional && valueOf(name).trim() === '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const values = Object.fromEntries(
      fields.flatMap(({ name, isOptional }) => {
        const value = valueOf(name).trim()
        return isOptional && value === '' ? [] : [[name, value]]
      }),
    )
    void onSubmit(run, values as Record<Name, string>).then((done) => done !== null && onDone?.(done))
  }
  return (
    <form className={css.way} onSubmit={submit} aria-label={title}>
      <h3 className="strong">{title}</h3>
      <p className="muted">{about}</p>
      <div className={css.pair}>
        {fields.map(({ name, isOptional: _, ...field }) => (
          <TextField
            key={name}
            {...field}
            value={valueOf(name)}
            onChange={(value) => setWritten((now) => ({ ...now, [name]: value }))}
            isCode
          />
        ))}
        <button type="submit" className="btn" disabled={isOff}>
          {verb}
        </button>
      </div>
      <Outcome of={outcome} />
    </form>
  )
}
