import { useId, useState } from 'react'
import type { Settings } from '../../../main/contract/app/settings.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import type { SettingReport } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { Problem } from '../../components/problem.tsx'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { isTold, ring, soundOf } from '../../state/sounds.ts'
import { allowNotifications } from '../../state/system-news.ts'
import { SettingField } from './setting-field.tsx'
import css from './settings.module.css'

/** A value of any setting. */
export type SettingValue = Settings[keyof Settings]

interface SettingRowProps {
  readonly of: SettingReport
  readonly value: SettingValue
}

/** One setting: what it is, how it stands, a way back to what came with Janus, and why a change was refused. */
export function SettingRow({ of, value }: SettingRowProps) {
  const id = useId()
  const [problem, setProblem] = useState('')
  const [note, setNote] = useState(of.note)
  const keep = async (next: SettingValue) => {
    const kind = soundOf(of.name)
    // Heard at once: it is what one chooses.
    if (kind !== null && next === true) void ring(kind)
    if (isTold(of.name) && next === true && !(await allowNotifications()))
      return setProblem('The system or the browser does not let Janus notify you. Allow it there first.')
    await ask('settings.change', { [of.name]: next } as RequestInput<'settings.change'>).then(
      (kept) => {
        setProblem('')
        setNote(kept.find(({ name }) => name === of.name)?.note)
      },
      (error: unknown) => setProblem(wordsOf(error)),
    )
  }
  const isUsual = JSON.stringify(value) === JSON.stringify(of.default)
  return (
    <div className={css.row} data-setting={of.name}>
      <div className="stack gap-1">
        <label htmlFor={id} title={of.name}>
          {of.title}
        </label>
        <small id={`${id}-about`} className="muted">
          {of.about}
        </small>
      </div>
      <div className={classes('row', css.field)}>
        <SettingField
          of={of}
          value={value}
          onKeep={(next) => void keep(next)}
          onProblem={setProblem}
          id={id}
          describedBy={problem === '' ? `${id}-about` : `${id}-problem ${id}-about`}
          isWrong={problem !== ''}
        />
        {!isUsual && (
          <button
            type="button"
            className={classes('btn ghost', css.usual)}
            aria-label={`${of.title}: as it came with Janus`}
            title="As it came with Janus"
            onClick={() => void keep(of.default)}
          >
            Usual
          </button>
        )}
      </div>
      {note !== undefined && <small role="status">{note}</small>}
      {problem !== '' && <Problem text={problem} id={`${id}-problem`} />}
    </div>
  )
}
