import type { Policy } from '../../../main/contract/api/model.ts'
import { act } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import type { IconName } from '../../components/sprite.tsx'
import { Picker } from '../../components/picker.tsx'
import css from './pickers.module.css'

const policyWords: Readonly<Record<Policy, string>> = {
  hybrid: 'By priority',
  interject: 'At once',
  quiet: 'When idle',
  ask: 'Ask me first',
}

export const policyHints: Readonly<Record<Policy, string>> = {
  hybrid: 'Urgent messages interrupt, others wait for a step or the end of the turn',
  interject: 'Every message interrupts its work: those of agents, and yours',
  quiet: 'Agent messages wait until it is idle',
  ask: 'Each message from an agent needs your approval',
}

const signs: Readonly<Record<Policy, IconName>> = {
  hybrid: 'mail',
  interject: 'bolt',
  quiet: 'hush',
  ask: 'hand',
}

export const policies = (['hybrid', 'interject', 'quiet', 'ask'] as const).map((value) => ({
  value,
  name: policyWords[value],
  about: policyHints[value],
}))

interface PolicyPickerProps {
  readonly agent: { readonly id: string; readonly policy: Policy }
}

export function PolicyPicker({ agent }: PolicyPickerProps) {
  return (
    <Picker
      label="Incoming messages"
      icon="mail"
      value={agent.policy}
      shown={policyWords[agent.policy]}
      choices={policies}
      onPick={(policy) => void act('agents.change', { agent: agent.id, policy })}
    />
  )
}

interface PolicySignProps {
  readonly of: Policy
  /** Shows the words beside the sign. */
  readonly hasWords?: true
}

/** Renders nothing for `hybrid`, the default. */
export function PolicySign({ of, hasWords }: PolicySignProps) {
  if (of === 'hybrid') return null
  return (
    <span className={css.policy} title={`${policyWords[of]}: ${policyHints[of]}`}>
      <Icon name={signs[of]} />
      {hasWords && ` messages: ${policyWords[of].toLowerCase()}`}
    </span>
  )
}
