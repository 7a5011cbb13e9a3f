import { useId, useState } from 'react'

function isBetween(text: string, least: number, most: number): boolean {
  const number = Number(text)
  return text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most
}

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  /** Behind the number. */
  readonly unit?: string
  readonly onChange: (value: number) => void
}

/** A small whole number that is typed or stepped; what is none is said, and the last one that was goes on. */
export function NumberField({ label, value, least, most, unit = '', onChange }: NumberFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && !isBetween(typed, least, most)
  const take = (text: string) => {
    setTyped(text)
    if (isBetween(text, least, most)) onChange(Number(text))
  }
  return (
    <div className="number">
      <label htmlFor={id}>{label}</label>
      <span>
        {isWrong && (
          <small id={`${id}-problem`} role="alert">
            {least} to {most}; stays {value}
          </small>
        )}
        <input
          id={id}
          className="inline num"
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={typed ?? value}
          onChange={(event) => take(event.target.value)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          onBlur={() => !isWrong && setTyped(null)}
        />
        {unit !== '' && <span aria-hidden="true">{unit}</span>}
      </span>
    </div>
  )
}
