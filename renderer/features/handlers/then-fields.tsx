import { useId } from 'react'
import { priorityNames } from '../../../main/contract/mail/priorities.ts'
import { Problem } from '../../components/problem.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextField } from '../../entities/agent/fields.tsx'
import type { FieldsProps } from './when-fields.tsx'
import type { ActKind } from './handler-draft.ts'
import css from './handlers.module.css'

const acts = [
  { value: 'text', name: 'answer with these words' },
  { value: 'file', name: 'answer with a file of its folder' },
  { value: 'notify', name: 'tell me' },
  { value: 'hold', name: 'hold it for my click' },
  { value: 'priority', name: 'change its priority' },
  { value: 'command', name: 'ask me whether to run a slash command' },
  { value: 'close', name: 'ask me whether to close the tab' },
] as const satisfies readonly { readonly value: ActKind; readonly name: string }[]

const hints: Readonly<Record<ActKind, string>> = {
  text: 'The agent is not woken and does not read it; its sender gets these words at once, marked as yours. You can hand the message over later.',
  file: 'The file as it stands when the message comes, at most 16 KiB of text. Where it is not there, the message goes its usual way.',
  notify: 'The message goes its usual way.',
  hold: 'It waits among the held messages.',
  priority: 'It goes its usual way with that priority. A question is never made low.',
  command: 'Only your click runs it. The message goes its usual way, whatever you answer.',
  close: 'Only your click closes it. The message goes its usual way, whatever you answer.',
}

/** What it does. */
export function ThenFields({ draft, set, problems }: FieldsProps) {
  return (
    <fieldset className={css.part}>
      <legend>Then</legend>
      <SelectField label="Do this" value={draft.act} onChange={(act) => set({ act })} choices={acts} />
      {draft.act === 'text' && <AnswerField draft={draft} set={set} problems={problems} />}
      {draft.act === 'file' && (
        <TextField
          label="File"
          value={draft.file}
          onChange={(file) => set({ file })}
          placeholder="docs/status.md"
          problem={problems.file ?? ''}
          isCode
        />
      )}
      {draft.act === 'priority' && (
        <SelectField
          label="Priority"
          value={draft.to}
          onChange={(to) => set({ to })}
          choices={priorityNames.map((one) => ({ value: one, name: one }))}
        />
      )}
      {draft.act === 'command' && (
        <TextField
          label="Command"
          value={draft.command}
          onChange={(command) => set({ command })}
          problem={problems.command ?? ''}
          isCode
        />
      )}
      <small className="muted">{hints[draft.act]}</small>
    </fieldset>
  )
}

function AnswerField({ draft, set, problems }: FieldsProps) {
  const id = useId()
  const problem = problems.text ?? ''
  return (
    <div className="field">
      <label htmlFor={id}>Answer</label>
      <textarea
        id={id}
        className="input"
        rows={3}
        value={draft.text}
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? undefined : `${id}-problem`}
        onChange={(event) => set({ text: event.target.value })}
      />
      {problem !== '' && <Problem text={problem} id={`${id}-problem`} />}
    </div>
  )
}
