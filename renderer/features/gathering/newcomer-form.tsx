import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { agentNameLimit } from '../../../main/contract/api/limits.ts'
import { usualKind } from '../../../main/contract/agents/kinds.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { ask } from '../../state/connection.ts'
import { peersToSeat } from '../../state/peers.ts'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import { wordsOf } from '../../state/act.ts'
import { SetUpRow, useUsualMode } from '../../entities/agent/set-up.tsx'
import { KindField } from '../../entities/kind/kind-choice.tsx'
import { join, reharvest, type Newcomer } from '../../entities/gathering/gathering-acts.ts'
import { whoCanCome } from './newcomers.ts'
import css from './newcomer-form.module.css'

interface NewcomerProps {
  readonly of: GatheringView
  /** For a seat in the circle, or in the place of the harvester. */
  readonly as: 'seat' | 'harvester'
  readonly onDone: () => void
  /** It stands in a sheet of its own. */
  readonly isSheet?: true
}

/** Who is to come, while the circle runs or after it: the person, a tab that there is, one to be made, or somebody of another house. */
export function NewcomerForm({ of, as, onDone, isSheet }: NewcomerProps) {
  const first = useRef<HTMLSelectElement>(null)
  const leave = useWayBack(first, onDone)
  const { draft, change, choices, problem, isBusy, send } = useNewcomer(of, as, leave)
  const who = useId()
  const isNew = draft.who === 'new'
  const label = as === 'seat' ? 'Add a seat' : 'Choose who harvests'
  return (
    <form
      className={isSheet ? css.sheet : css.form}
      aria-label={label}
      data-part="newcomer"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        leave()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className={css.about}>
        <b>{label}.</b> {aboutOf(of, as, draft.who)}
      </p>
      <div className="field">
        <label htmlFor={who}>Who</label>
        <select
          ref={first}
          id={who}
          className="input"
          value={draft.who}
          onChange={(event) => change({ who: event.target.value as Newcomer['who'] })}
        >
          {choices.map((one) => (
            <option key={one.who} value={one.who}>
              {one.words}
            </option>
          ))}
        </select>
      </div>
      {isNew && <NewTab draft={draft} onChange={change} />}
      {as === 'seat' && (
        <Line
          label="Role (may be empty)"
          value={draft.role}
          most={200}
          onChange={(role) => change({ role })}
        />
      )}
      {problem !== '' && (
        <div className={css.problem}>
          <Problem text={problem} />
        </div>
      )}
      <div className="acts">
        <button
          type="submit"
          className="btn primary"
          disabled={isBusy || (isNew && draft.name.trim() === '')}
        >
          {doWords(of, as)}
        </button>
        <button type="button" className="btn ghost" onClick={leave}>
          Not now
        </button>
      </div>
    </form>
  )
}

interface NewTabProps {
  readonly draft: Newcomer
  readonly onChange: (more: Partial<Newcomer>) => void
}

/** Of a tab to be made: its name, whose agent it is, and how it is set up. */
function NewTab({ draft: { name, of, setUp }, onChange }: NewTabProps) {
  const usualMode = useUsualMode(of.kind)
  return (
    <>
      <Line
        label="Name of the new tab"
        value={name}
        most={agentNameLimit}
        onChange={(next) => onChange({ name: next })}
      />
      <KindField value={of} problem="" onPick={(whose) => onChange({ of: whose, setUp: {} })} />
      <SetUpRow
        kind={of.kind}
        value={{ model: null, effort: null, permissionMode: usualMode, ...setUp }}
        onChange={(changed) => onChange({ setUp: { ...setUp, ...changed } })}
      />
    </>
  )
}

/** The focus goes to the first field, and back to where it was. */
function useWayBack(first: RefObject<HTMLSelectElement | null>, onDone: () => void): () => void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = document.activeElement
    // A sheet that opens around it gives the focus to what asks for it.
    first.current?.toggleAttribute('autofocus', true)
    first.current?.focus()
  }, [first])
  return () => {
    onDone()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
}

interface LineProps {
  readonly label: string
  readonly value: string
  /** Most characters. */
  readonly most: number
  readonly onChange: (value: string) => void
}

function Line({ label, value, most, onChange }: LineProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        value={value}
        maxLength={most}
        autoComplete="off"
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function doWords(of: GatheringView, as: NewcomerProps['as']): string {
  if (as === 'seat') return 'Add the seat'
  return of.state === 'closed' ? 'Harvest it now' : 'Make it the harvester'
}

function aboutOf(of: GatheringView, as: NewcomerProps['as'], who: Newcomer['who']): string {
  if (as === 'harvester') return 'It is given everything that was said, then asked for the harvest.'
  const before = of.seats.find(({ agent, state }) => state === 'gone' && agent === who)
  if (before)
    return `Seat ${before.number} is offered again, with everything said so far that is not known there.`
  const number = Math.max(...of.seats.map((seat) => seat.number)) + 1
  const seal = of.sealed && of.phase === 'inhale' ? ' What is under seal opens for it with the others.' : ''
  return `It gets number ${number}, everything said so far, and speaks in this round when its number comes.${seal}`
}

/** What the form has, and what sends it; `leave`: when it was taken. */
function useNewcomer(of: GatheringView, as: NewcomerProps['as'], leave: () => void) {
  const agents = useMirrorList(openAgents)
  const person = useMirror((now) => now.status?.person ?? '')
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const choices = whoCanCome(of, as, agents, peersToSeat(fleet)).map(({ who, words }) => ({
    who,
    words: who === 'human' && person !== '' ? `Yourself (${visible(person)})` : visible(words),
  }))
  const [draft, setDraft] = useState<Newcomer>({
    who: choices[0]?.who ?? 'new',
    name: '',
    role: '',
    of: { kind: usualKind, program: '' },
    setUp: {},
  })
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setProblem('')
    try {
      if (as === 'seat') await ask('gatherings.join', join(of.id, draft))
      else await ask('gatherings.harvester', reharvest(of.id, draft))
      leave()
    } catch (error) {
      setProblem(wordsOf(error))
      setBusy(false)
    }
  }
  const change = (more: Partial<Newcomer>) => setDraft({ ...draft, ...more })
  return { draft, change, choices, problem, isBusy, send }
}
