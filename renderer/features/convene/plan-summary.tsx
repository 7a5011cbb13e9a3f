import { useId } from 'react'
import { Switch } from '../../components/switch.tsx'
import { useMirror } from '../../state/store.ts'
import { hasHuman, type CircleDraft } from './circle-draft.ts'
import { Estimate } from './estimate.tsx'
import { MiniCircle } from './mini-circle.tsx'
import { NumberField } from './number-field.tsx'
import type { Preview } from './use-preview.ts'
import { useMark } from './validation.ts'
import css from './plan-summary.module.css'

interface PlanSummaryProps {
  readonly draft: CircleDraft
  readonly onChange: (more: Partial<CircleDraft>) => void
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
        <div className={css.numbers}>
          {(['beats', 'interval', 'grace'] as const).map((name) => (
            <NumberField key={name} of={name} draft={draft} onChange={onChange} />
          ))}
        </div>
        <small>{turnHint(draft)}</small>
      </section>
      <div className={css.switches}>
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
