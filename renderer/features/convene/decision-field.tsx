import { SelectField } from '../../components/select-field.tsx'
import { Switch } from '../../components/switch.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { hasUser, type DecisionDraft, type PartProps } from './circle-draft.ts'
import { useMark } from './validation.ts'

const choices = [
  { value: 'none', name: 'None' },
  { value: 'consent', name: 'Consent' },
  { value: 'vote', name: 'Vote' },
] as const

const hints = {
  none: 'It ends with the harvest.',
  consent: 'Each seat agrees, stands aside or objects; objections open one more round of discussion.',
  vote: 'Each seat ranks the options; the Schulze method counts.',
} as const

export function DecisionField({ draft, onChange }: PartProps) {
  const { decision } = draft
  const mark = useMark('options')
  const by = decision?.by ?? 'none'
  const change = (more: Partial<DecisionDraft>) =>
    onChange({ decision: { by: 'consent', alone: false, options: '', ...decision, ...more } })
  return (
    <>
      <SelectField
        label="Decision"
        value={by}
        choices={choices}
        hint={decision?.alone ? 'The others speak before; only you answer at the end.' : hints[by]}
        onChange={(next) => (next === 'none' ? onChange({ decision: null }) : change({ by: next }))}
      />
      {by === 'vote' && (
        <TextAreaField
          {...mark}
          label="Options of the vote, one per line"
          rows={3}
          value={decision?.options ?? ''}
          hint="Leave it empty to let them propose options in the conclusions."
          onChange={(options) => change({ options })}
        />
      )}
      {decision && hasUser(draft.seats) && (
        <Switch label="You decide alone" isOn={decision.alone} onTurn={(alone) => change({ alone })} />
      )}
    </>
  )
}
