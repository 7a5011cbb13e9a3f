import { useEffect, useRef, useState, type FormEvent, useLayoutEffect } from 'react'
import type { HandlerTrial, HandlerView } from '../../../main/contract/handlers/handlers.ts'
import { handlerWords } from '../../../main/contract/handlers/handler-words.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText, Name } from '../../components/safe-text.tsx'
import { TextField } from '../../entities/agent/fields.tsx'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { draftOf, emptyDraft, problemsOf, ruleOf, type HandlerDraft, type Problems } from './handler-draft.ts'
import { ThenFields } from './then-fields.tsx'
import { WhenFields } from './when-fields.tsx'
import css from './handlers.module.css'
import { At } from '../../components/time.tsx'
import { PrioritySign, TicketSign } from '../../entities/message/mail-signs.tsx'

interface HandlerEditorProps {
  readonly agent: AgentView
  /** null: a new one. */
  readonly handler: HandlerView | null
  /** It was saved, or left. */
  readonly onDone: () => void
}

/** The form of one handler. It is tried on the last messages before it can be switched on. */
export function HandlerEditor({ agent, handler, onDone }: HandlerEditorProps) {
  const form = useForm(agent, handler, onDone)
  const { draft, set, problems, refused, trial, isTried } = form
  const isOn = handler?.isOn === true
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // To the first field beside which something stands.
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
          <button type="button" className="btn" onClick={form.tryOut}>
            Try it on the last messages
          </button>
          {!isTried && !isOn && <span className="muted">Try it once: then it can be switched on.</span>}
        </div>
        {trial && isTried && <Trial trial={trial} />}
      </div>
      <footer>
        <button type="button" className="btn ghost" onClick={onDone}>
          Back
        </button>
        <button type="submit" className="btn">
          {isOn ? 'Save' : 'Save, switched off'}
        </button>
        {!isOn && (
          <button type="button" className="btn primary" disabled={!isTried} onClick={() => form.save(true)}>
            Save and switch on
          </button>
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
    <p className={css.sentence} aria-live="polite">
      <SafeText text={handlerWords({ ...when, from: named }, then)} />
    </p>
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
  const fail = (error: unknown) => setRefused(wordsOf(error))
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
  const { looked, matches, problem, withoutDoing } = trial
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // Newer browsers answer with a promise, which is no cleanup.
    void place.current?.scrollIntoView({ block: 'nearest' })
  }, [trial])
  return (
    <section ref={place} className={css.trial} aria-label="Tried on the last messages" aria-live="polite">
      <p>
        <b>{headline(looked, matches.length)}</b>
        {withoutDoing && ' What the agent did then is not known any more, so that part was left out.'}
      </p>
      {problem !== '' && <Problem text={problem} />}
      <ul>
        {matches.map(({ message, fromName, preview, at, priority, expectsReply, would, before }) => (
          <li key={message} data-part="match">
            <span>
              <Name name={fromName} pigment /> <PrioritySign of={priority} /> {expectsReply && <TicketSign />}{' '}
              “<SafeText text={preview} />” <At at={at} />
            </span>
            <span className="muted">
              <SafeText text={before === null ? would : `“${before}” comes first`} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function headline(looked: number, met: number): string {
  if (looked === 0) return 'No agent has written to it yet: there is nothing to try it on.'
  if (looked === 1) return `It would ${met === 0 ? 'not have met' : 'have met'} the only message so far.`
  const last = `the last ${looked} messages`
  return met === 0 ? `It would have met none of ${last}.` : `It would have met ${met} of ${last}.`
}
