import { useId } from 'react'
import type { Shared } from '../../../main/contract/fleet/houses.ts'
import { sharings } from '../../entities/house/house-words.ts'
import { useMirror } from '../../state/store.ts'

interface SharedFieldProps {
  readonly value: Shared
  readonly onChange: (value: Shared) => void
}

/** Whether agents of other houses may write to the agent; nothing where there are no other houses. */
export function SharedField({ value, onChange }: SharedFieldProps) {
  const id = useId()
  const isInFleet = useMirror((now) => Boolean(now.status?.fleet))
  if (!isInFleet) return null
  return (
    <div className="field">
      <label htmlFor={id}>Other houses</label>
      <select
        id={id}
        className="input"
        aria-describedby={`${id}-about`}
        value={value}
        onChange={(event) => onChange(event.target.value as Shared)}
      >
        {sharings.map(({ value: one, name }) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      <small id={`${id}-about`}>{sharings.find((one) => one.value === value)?.about}</small>
    </div>
  )
}
