import { useId } from 'react'
import { Switch } from '../../components/switch.tsx'
import { useMirror } from '../../state/store.ts'
import { hasHuman, type CircleDraft, type PartProps } from './circle-draft.ts'
import { MiniCircle } from './mini-circle.tsx'
import type { Preview } from './use-preview.ts'
import { useMark } from './validation.ts'
import type { GatheringPreview } from '../../../main/contract/gatherings/gathering-views.ts'
import { spanWords } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { costWords, rangeWords } from '../../entities/gathering/plan-words.ts'
import { numberIn, numbers, typedAs, type NumberName } from './numbers.ts'
import { classes } from '../../components/classes.ts'
import css from './plan-summary.module.css'

interface PlanSummaryProps extends PartProps {
  readonly preview: Preview
}

/** The circle, how a turn goes, and what all of it may take. */
export function PlanSummary({ draft, onChange, preview }: PlanSummaryProps) {
  const sits = hasHuman(draft.seats)
  return (
    <div className={css.aside}>
      <MiniCircle draft={draft} />
      <section className="field" aria-label="A turn">
        <span className="label">A turn</span>
        <div className="stack gap-1">
          {(['beats', 'interval', 'grace'] as const).map((name) => (
            <NumberField key={name} of={name} draft={draft} onChange={onChange} />
          ))}
        </div>
        <small>{turnHint(draft)}</small>
      </section>
      <div className={classes('stack gap-3', css.switches)}>
        <Switch
          label="Seal the inhale"
          help="Nobody reads what is said in a round of the inhale before all have spoken in it"
          isOn={draft.sealed}
          onTurn={(sealed) => onChange({ sealed })}
        />
        {sits && (
          <Switch
            label="Hold the piece for me on my turn"
            help="The clock waits for you whenever your turn comes"
            isOn={draft.holds}
            onTurn={(holds) => onChange({ holds })}
          />
        )}
      </div>
      <Estimate told={preview.told} />
      <CapField value={draft.cap} onChange={(cap) => onChange({ cap })} />
    </div>
  )
}

interface CapFieldProps {
  readonly value: string
  readonly onChange: (cap: string) => void
}

function CapField({ value, onChange }: CapFieldProps) {
  const id = useId()
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const mark = useMark('cap')
  return (
    <div className="field">
      <label htmlFor={id}>Stop and ask me at</label>
      <input
        {...mark}
        id={id}
        className="input num"
        placeholder={isRehearsal ? 'no limit, or 60 turns' : 'no limit, $5.00, or 60 turns'}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** What the numbers of a turn mean, told with them. */
export function turnHint({ beats, interval, grace }: CircleDraft): string {
  if (beats === 1)
    return `An agent that stops without passing, and a person after ${interval} s, is asked for last words, and has ${grace} s for them.`
  return `An agent that stops without passing is asked whether to go on, a person every ${interval} s. The last of the ${beats} beats asks for last words and waits ${grace} s for them.`
}

/** What the gathering may take; dashes until main has said. */
function Estimate({ told }: { readonly told: GatheringPreview | null }) {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const rows: readonly (readonly [string, string])[] = [
    ['Turns', told ? String(told.turns) : '–'],
    ['Model turns, likely', told ? rangeWords(told.modelTurns.likely) : '–'],
    ['Model turns, at most', told ? String(told.modelTurns.most) : '–'],
    ['Time, at most', told ? spanWords(told.time, Math.ceil) : '–'],
    ['Cost, likely', told ? costWords(told.cost, isRehearsal) : '–'],
  ]
  return (
    <section className="field" aria-label="What it may take">
      <span className="label">What it may take</span>
      <dl className={classes('small', css.kv)}>
        {rows.map(([name, words]) => (
          <div key={name} className="row top spread gap-5">
            <dt className="muted">{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="small break-anywhere">
        <span className="muted">The harvest is kept in</span> {told ? <KeptIn folder={told.keptIn} /> : '–'}
      </p>
    </section>
  )
}

const KeptIn = ({ folder }: { readonly folder: string | null }) =>
  folder === null ? 'Janus’s own folder' : <code dir="ltr">{visible(folder)}</code>

interface NumberFieldProps extends PartProps {
  readonly of: NumberName
}

/** A small whole number that is typed or stepped; what is none stands, marked, until it is one. */
export function NumberField({ of, draft, onChange }: NumberFieldProps) {
  const id = useId()
  const mark = useMark(of)
  const { label, least, most, unit } = numbers[of]
  return (
    <div className={classes('row spread gap-5 small', css.number)}>
      <label htmlFor={id} className="muted">
        {label}
      </label>
      <span className="inline-row gap-2">
        <input
          {...mark}
          id={id}
          className={classes(css.inline, 'num')}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={draft.unread[of] ?? numberIn(draft, of)}
          onChange={(event) => onChange(typedAs(draft, of, event.target.value))}
        />
        {unit !== '' && <span aria-hidden="true">{unit}</span>}
      </span>
    </div>
  )
}
