import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import type { HandlerTrial, HandlerView } from '../../../main/contract/handlers/handlers.ts'
import { handlerWords } from '../../../main/contract/handlers/handler-words.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/button.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText, Name } from '../../components/safe-text.tsx'
import { TextField } from '../../entities/agent/fields.tsx'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import {
  draftOf,
  emptyDraft,
  problemsOf,
  ruleOf,
  type HandlerDraft,
  type Problems,
  type ActKind,
} from './handler-draft.ts'
import { WhenFields, type FieldsProps } from './when-fields.tsx'
import css from './handlers.module.css'
import { At } from '../../components/time.tsx'
import { PrioritySign, TicketSign } from '../../entities/message/mail-signs.tsx'
import { priorityNames } from '../../../main/contract/mail/priorities.ts'
import { SelectField } from '../../components/select-field.tsx'

interface HandlerEditorProps {
  readonly agent: AgentView
  /** Null: a new one. */
  readonly handler: HandlerView | null
  readonly onDone: () => void
}

/** A rule can be switched on only after a test on recent messages. */
export function HandlerEditor({ agent, handler, onDone }: HandlerEditorProps) {
  const form = useForm(agent, handler, onDone)
  const { draft, set, problems, refused, trial, isTried } = form
  const isOn = handler?.isOn === true
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Focus the first field with an error.
    place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  return (
    <form
      ref={place}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        form.save(isOn)
      }}
      noValidate
    >
      <div className="sheet-body">
        {refused !== '' && <Problem text={refused} />}
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => set({ name })}
          placeholder="Status questions"
          problem={problems.name ?? ''}
          isFirst
        />
        <WhenFields agent={agent} draft={draft} set={set} problems={problems} />
        <ThenFields draft={draft} set={set} problems={problems} />
        <Sentence draft={draft} />
        <div className="row gap-5">
          <Button onClick={form.tryOut}>Test on recent messages</Button>
          {!isTried && !isOn && <span className="muted">Test it once to enable it.</span>}
        </div>
        {trial && isTried && <Trial trial={trial} />}
      </div>
      <footer>
        <Button variant="ghost" onClick={onDone}>
          Back
        </Button>
        <Button type="submit">Save</Button>
        {!isOn && (
          <Button variant="primary" disabled={!isTried} onClick={() => form.save(true)}>
            Save and enable
          </Button>
        )}
      </footer>
    </form>
  )
}

function Sentence({ draft }: { readonly draft: HandlerDraft }) {
  const agents = useMirror((now) => now.agents)
  const { when, then } = ruleOf(draft)
  const named =
    draft.from !== 'these'
      ? draft.from
      : draft.agents.map((id) => ({ id, name: agents[id]?.name ?? 'an agent that is gone' }))
  return (
    <SafeText
      as="p"
      className="strong break-anywhere"
      aria-live="polite"
      text={handlerWords({ ...when, from: named }, then)}
    />
  )
}

function useForm(agent: AgentView, handler: HandlerView | null, onDone: () => void) {
  const [draft, setDraft] = useState<HandlerDraft>(handler ? draftOf(handler) : emptyDraft)
  const [problems, setProblems] = useState<Problems>({})
  const [refused, setRefused] = useState('')
  const [tried, setTried] = useState<{ readonly of: string; readonly trial: HandlerTrial } | null>(null)
  const rule = ruleOf(draft)
  const of = JSON.stringify(rule)
  const isFit = (isSaved: boolean): boolean => {
    const found = problemsOf(draft, isSaved)
    setProblems(found)
    return Object.keys(found).length === 0
  }
  const fail = (error: unknown) => setRefused(errorWords(error))
  const tryOut = () => {
    if (!isFit(false)) return
    ask('handlers.try', { agent: agent.id, ...(handler ? { id: handler.id } : {}), ...rule }).then(
      (trial) => {
        setRefused('')
        setTried({ of, trial })
      },
      fail,
    )
  }
  const save = (on: boolean) => {
    if (!isFit(true)) return
    const said = { agent: agent.id, name: draft.name.trim(), on, ...rule }
    const saved = handler ? ask('handlers.change', { ...said, id: handler.id }) : ask('handlers.make', said)
    saved.then(onDone, fail)
  }
  const set = (patch: Partial<HandlerDraft>) => setDraft((before) => ({ ...before, ...patch }))
  return {
    draft,
    set,
    problems,
    refused,
    trial: tried?.trial ?? null,
    isTried: tried?.of === of,
    tryOut,
    save,
  }
}

function Trial({ trial }: { readonly trial: HandlerTrial }) {
  const { checked, matches, problem, withoutDoing } = trial
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // Newer browsers return a promise, which is not a cleanup.
    void place.current?.scrollIntoView({ block: 'nearest' })
  }, [trial])
  return (
    <section ref={place} className={css.trial} aria-label="Test on recent messages" aria-live="polite">
      <p>
        <b>{headline(checked, matches.length)}</b>
        {withoutDoing && ' The agent’s activity at that time is unknown, so that condition was ignored.'}
      </p>
      {problem !== '' && <Problem text={problem} />}
      <ul>
        {matches.map(({ message, fromName, preview, at, priority, expectsReply, would, before }) => (
          <li key={message} data-part="match">
            <span>
              <Name name={fromName} pigment /> <PrioritySign of={priority} /> {expectsReply && <TicketSign />}{' '}
              “<SafeText text={preview} />” <At at={at} />
            </span>
            <SafeText
              as="span"
              className="muted"
              text={before === null ? would : `“${before}” comes first`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function headline(looked: number, met: number): string {
  if (looked === 0) return 'No agent has written to it yet, so there are no messages to test with.'
  if (looked === 1)
    return `It would ${met === 0 ? 'not have matched' : 'have matched'} the only message so far.`
  const last = `the last ${looked} messages`
  return met === 0 ? `It would have matched none of ${last}.` : `It would have matched ${met} of ${last}.`
}

const acts = [
  { value: 'text', name: 'answer with these words' },
  { value: 'file', name: 'answer with a file from its folder' },
  { value: 'notify', name: 'notify me' },
  { value: 'hold', name: 'hold it for my approval' },
  { value: 'priority', name: 'change its priority' },
  { value: 'command', name: 'ask me whether to run a slash command' },
  { value: 'close', name: 'ask me whether to close the tab' },
] as const satisfies readonly { readonly value: ActKind; readonly name: string }[]

const hints: Readonly<Record<ActKind, string>> = {
  text: 'The agent does not read the message; the sender gets this text at once, marked as an automatic reply. You can deliver the message later.',
  file: 'The file as it is when the message arrives, up to 16 KiB of text. If it is missing, the message is delivered as usual.',
  notify: 'The message is delivered as usual.',
  hold: 'It waits with the held messages.',
  priority: 'It is delivered with that priority. A question never becomes low.',
  command: 'It runs only if you agree. The message is delivered as usual either way.',
  close: 'It closes only if you agree. The message is delivered as usual either way.',
}

function ThenFields({ draft, set, problems }: FieldsProps) {
  return (
    <fieldset className={classes('stack gap-5', css.part)}>
      <legend>Then</legend>
      <SelectField label="Action" value={draft.act} onChange={(act) => set({ act })} choices={acts} />
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
