import { useId, useState } from 'react'

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  /** Behind the number. */
  readonly unit?: string
  readonly onChange: (value: number) => void
}

/** A small whole number that is typed or stepped; what is none is put right when the field is left. */
export function NumberField({ label, value, least, most, unit = '', onChange }: NumberFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string) => {
    setTyped(text)
    const number = Number(text)
    if (text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most) onChange(number)
  }
  return (
    <div className="number">
      <label htmlFor={id}>{label}</label>
      <span>
        <input
          id={id}
          className="inline num"
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={typed ?? value}
          onChange={(event) => take(event.target.value)}
          onBlur={() => setTyped(null)}
        />
        {unit !== '' && <span aria-hidden="true">{unit}</span>}
      </span>
    </div>
  )
}
