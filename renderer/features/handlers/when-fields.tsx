import { useId, type ReactNode } from 'react'
import { classes } from '../../components/classes.ts'
import { doingWords } from '../../../main/contract/handlers/handler-words.ts'
import { receiverStates } from '../../../main/contract/handlers/handlers.ts'
import { priorityNames } from '../../../main/contract/mail/priorities.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Problem } from '../../components/problem.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirrorList } from '../../state/store.ts'
import { toggled } from '../../components/toggled.ts'
import { type HandlerDraft, type Problems } from './handler-draft.ts'
import css from './handlers.module.css'

export interface FieldsProps {
  readonly draft: HandlerDraft
  readonly set: (patch: Partial<HandlerDraft>) => void
  readonly problems: Problems
}

/** Conditions of a rule. An unset one matches everything. */
export function WhenFields({ agent, draft, set, problems }: FieldsProps & { readonly agent: AgentView }) {
  return (
    <fieldset className={classes('stack gap-5', css.part)}>
      <legend>When a message arrives</legend>
      <div className="sheet-pair">
        <SelectField
          label="From"
          value={draft.from}
          onChange={(from) => set({ from })}
          choices={[
            { value: 'any', name: 'any agent' },
            { value: 'linked', name: 'agents linked with it' },
            { value: 'these', name: 'only these…' },
          ]}
        />
        <SelectField
          label="Type"
          value={draft.question}
          onChange={(question) => set({ question })}
          choices={[
            { value: 'any', name: 'any message' },
            { value: 'yes', name: 'questions (expect a reply)' },
            { value: 'no', name: 'other messages' },
          ]}
        />
      </div>
      {draft.from === 'these' && <Senders agent={agent} draft={draft} set={set} problems={problems} />}
      <Checks label="Priority" hint="Any if none selected">
        {priorityNames.map((one) => (
          <Check
            key={one}
            label={one}
            isOn={draft.priorities.includes(one)}
            onTurn={() => set({ priorities: toggled(draft.priorities, one) })}
          />
        ))}
      </Checks>
      <WordsField draft={draft} set={set} problems={problems} />
      <Checks label="Agent state" hint="Always if none selected">
        {receiverStates.map((one) => (
          <Check
            key={one}
            label={doingWords[one]}
            isOn={draft.doing.includes(one)}
            onTurn={() => set({ doing: toggled(draft.doing, one) })}
          />
        ))}
      </Checks>
    </fieldset>
  )
}

function Senders({ agent, draft, set, problems }: FieldsProps & { readonly agent: AgentView }) {
  const others = useMirrorList((now) =>
    Object.values<AgentView>(now.agents)
      .filter(({ id }) => id !== agent.id)
      .sort((a, b) => a.order - b.order),
  )
  return (
    <Checks label="Senders" problem={problems.agents ?? ''}>
      {others.map(({ id, name, closed }) => (
        <Check
          key={id}
          label={closed ? `${name} (closed)` : name}
          isOn={draft.agents.includes(id)}
          onTurn={() => set({ agents: toggled(draft.agents, id) })}
        />
      ))}
      {others.length === 0 && <span className="muted">No other agents yet.</span>}
    </Checks>
  )
}

function WordsField({ draft, set, problems }: FieldsProps) {
  const id = useId()
  const problem = problems.words ?? ''
  return (
    <div className={classes('stack gap-5', css.wordsPair)}>
      <SelectField
        label="Contains"
        value={draft.which}
        onChange={(which) => set({ which })}
        choices={[
          { value: 'any', name: 'one of' },
          { value: 'all', name: 'all of' },
        ]}
      />
      <div className="field">
        <label htmlFor={id}>Words</label>
        <textarea
          id={id}
          className="input"
          rows={2}
          value={draft.words}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-hint`}
          onChange={(event) => set({ words: event.target.value })}
        />
        {problem !== '' && <Problem text={problem} />}
        <small id={`${id}-hint`}>One per line; case and accents are ignored. Empty: any text</small>
      </div>
    </div>
  )
}

interface ChecksProps {
  readonly label: string
  readonly hint?: string
  readonly problem?: string
  readonly children: ReactNode
}

function Checks({ label, hint, problem = '', children }: ChecksProps) {
  const id = useId()
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        {label}
      </span>
      <div className={css.checks}>{children}</div>
      {problem !== '' && <Problem text={problem} />}
      {hint !== undefined && <small>{hint}</small>}
    </div>
  )
}

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly onTurn: () => void
}

function Check({ label, isOn, onTurn }: CheckProps) {
  return (
    <label className={classes('inline-row gap-3 break-anywhere', css.check)}>
      <input type="checkbox" checked={isOn} onChange={onTurn} />
      <SafeText text={label} />
    </label>
  )
}
