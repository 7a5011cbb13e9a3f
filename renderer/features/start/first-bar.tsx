import { Icon } from '../../components/icon.tsx'
import { ModeSelect, modelOffers } from './fields.tsx'
import type { NewAgentFields } from './new-agent.tsx'
import type { Refused } from './refusals.ts'

interface FirstBarProps {
  readonly fields: NewAgentFields
  readonly onChange: (fields: NewAgentFields) => void
  readonly canStart: boolean
  /** The field that was refused; why stands in the element with the id `problemId`. */
  readonly wrong: Refused['field']
  readonly problemId: string
}

/** Who the first agent is and where it works, in one line under the first words. */
export function FirstBar({ fields, onChange, canStart, wrong, problemId }: FirstBarProps) {
  return (
    <div className="bar">
      <BareField
        label="Name"
        value={fields.name}
        onChange={(name) => onChange({ ...fields, name })}
        isStrong
        problem={wrong === 'name' ? problemId : undefined}
      />
      <span className="bare-with">
        <Icon name="folder" />
        <BareField
          label="Folder"
          value={fields.cwd}
          onChange={(cwd) => onChange({ ...fields, cwd })}
          problem={wrong === 'folder' ? problemId : undefined}
        />
      </span>
      <BareField
        label="Model"
        value={fields.model}
        placeholder="Default model"
        offers="first-models"
        onChange={(model) => onChange({ ...fields, model })}
      />
      <datalist id="first-models">
        {modelOffers.map((offer) => (
          <option key={offer} value={offer} />
        ))}
      </datalist>
      <ModeSelect
        label="Permission mode"
        className="bare"
        value={fields.permissionMode}
        onChange={(permissionMode) => onChange({ ...fields, permissionMode })}
      />
      <span className="grow" />
      <button type="submit" className="btn primary" disabled={!canStart}>
        Start <kbd aria-hidden="true">↵</kbd>
      </button>
    </div>
  )
}

interface BareFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly offers?: string
  readonly isStrong?: boolean
  /** The id of what says why this was refused. */
  readonly problem?: string | undefined
}

function BareField({ label, value, onChange, placeholder, offers, isStrong, problem }: BareFieldProps) {
  return (
    <input
      className={`bare ${isStrong ? 'strong' : ''}`}
      aria-label={label}
      title={label}
      aria-invalid={problem !== undefined}
      aria-describedby={problem}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      list={offers}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
