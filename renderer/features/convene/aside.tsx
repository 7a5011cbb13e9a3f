import { useId } from 'react'
import { Switch } from '../../components/switch.tsx'
import { useMirror } from '../../store.ts'
import { capProblem } from './cap.ts'
import { hasHuman, type CircleDraft } from './circle-draft.ts'
import { Estimate } from './estimate.tsx'
import { MiniCircle } from './mini-circle.tsx'
import { NumberField } from './number-field.tsx'
import type { Preview } from './use-preview.ts'

interface AsideProps {
  readonly draft: CircleDraft
  readonly onChange: (more: Partial<CircleDraft>) => void
  readonly preview: Preview
}

/** The circle, how a turn goes, and what all of it may take. */
export function Aside({ draft, onChange, preview }: AsideProps) {
  const sits = hasHuman(draft.seats)
  return (
    <div className="aside">
      <MiniCircle draft={draft} />
      <section className="field" aria-label="A turn">
        <span className="label">A turn</span>
        <div className="numbers">
          <NumberField
            label="Beats"
            value={draft.beats}
            least={1}
            most={10}
            onChange={(beats) => onChange({ beats })}
          />
          <NumberField
            label="Between beats"
            value={draft.interval}
            least={1}
            most={3600}
            unit="s"
            onChange={(interval) => onChange({ interval })}
          />
          <NumberField
            label="Last words"
            value={draft.grace}
            least={1}
            most={600}
            unit="s"
            onChange={(grace) => onChange({ grace })}
          />
        </div>
      </section>
      <div className="switches">
        <Switch label="Seal the inhale" isOn={draft.sealed} onTurn={(sealed) => onChange({ sealed })} />
        {sits && (
          <Switch
            label="Hold the piece for me on my turn"
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
  const isWrong = capProblem(value) !== ''
  return (
    <div className="field">
      <label htmlFor={id}>Stop and ask me at</label>
      <input
        id={id}
        className="input num"
        placeholder={isRehearsal ? 'no limit; say 60 turns' : 'no limit; say $5.00 or 60 turns'}
        autoComplete="off"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {isWrong && <small id={`${id}-problem`}>Dollars, as $5.00, or turns, as 60 turns.</small>}
    </div>
  )
}
