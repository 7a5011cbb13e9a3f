import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { agentNameLimit } from '../../../main/contract/api/limits.ts'
import { usualKind } from '../../../main/contract/agents/kinds.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { ask } from '../../state/connection.ts'
import { peersToSeat, peerIdOf, peerName, type Peer } from '../../state/peers.ts'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import { errorWords, act } from '../../state/act.ts'
import { SetUpRow, useUsualMode } from '../../entities/agent/set-up.tsx'
import { KindField } from '../../entities/kind/kind-choice.tsx'
import { joinInput, harvesterInput, type Newcomer } from '../../entities/gathering/gathering-acts.ts'
import { createPortal } from 'react-dom'
import { takeFocus } from '../../components/focus.ts'
import { Dialog } from '../../components/dialog.tsx'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { peerHint } from '../../entities/machine/machine-words.ts'
import { absenceWords } from '../../../main/contract/gatherings/seat-words.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { InputField } from '../../components/input-field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { sentence } from '../../entities/gathering/gathering-words.ts'
import { isSealing } from './turn-words.ts'
import { classes } from '../../components/classes.ts'
import css from './gathering-bar.module.css'

interface NewcomerProps {
  readonly of: GatheringView
  readonly as: 'seat' | 'harvester'
  readonly onDone: () => void
  readonly isSheet?: true
}

export function NewcomerForm({ of, as, onDone, isSheet }: NewcomerProps) {
  const first = useRef<HTMLSelectElement>(null)
  const { leave, onKeyDown } = useWayBack(first, onDone)
  const { draft, change, choices, problem, isBusy, send } = useNewcomer(of, as, leave)
  const isNew = draft.who === 'new'
  const label = as === 'seat' ? 'Add a seat' : 'Choose who harvests'
  return (
    <form
      className={isSheet ? classes('stack gap-5', css.sheet) : classes('row wrap', css.form)}
      aria-label={label}
      data-part="newcomer"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className={classes('pretty', css.about)}>
        <b>{label}.</b> {aboutOf(of, as, draft.who)}
      </p>
      <SelectField
        ref={first}
        label="Who"
        value={draft.who}
        onChange={(who) => change({ who })}
        choices={choices}
      />
      {isNew && <NewTab draft={draft} onChange={change} />}
      {as === 'seat' && (
        <InputField
          label="Description (optional)"
          value={draft.role}
          maxLength={200}
          dir="auto"
          onChange={(role) => change({ role })}
        />
      )}
      {problem !== '' && (
        <div className={css.problem}>
          <Problem text={problem} />
        </div>
      )}
      <div className="acts">
        <Button type="submit" variant="primary" disabled={isBusy || (isNew && draft.name.trim() === '')}>
          {doWords(of, as)}
        </Button>
        <Button variant="ghost" onClick={leave}>
          Not now
        </Button>
      </div>
    </form>
  )
}

interface NewTabProps {
  readonly draft: Newcomer
  readonly onChange: (more: Partial<Newcomer>) => void
}

function NewTab({ draft: { name, of, setUp }, onChange }: NewTabProps) {
  const usualMode = useUsualMode(of.kind)
  return (
    <>
      <InputField
        label="Name of the new agent"
        value={name}
        maxLength={agentNameLimit}
        dir="auto"
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

/** For a form that opens in place: focuses it, restores the focus, and closes on Escape. */
export function useWayBack(first: RefObject<HTMLElement | null>, onDone: () => void) {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = document.activeElement
    // A dialog around it focuses the element that asks for it.
    takeFocus(first.current)
    first.current?.focus()
  }, [first])
  const leave = () => {
    onDone()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    leave()
  }
  return { leave, onKeyDown }
}

function doWords(of: GatheringView, as: NewcomerProps['as']): string {
  if (as === 'seat') return 'Add the seat'
  return of.state === 'closed' ? 'Harvest it now' : 'Make it the harvester'
}

function aboutOf(of: GatheringView, as: NewcomerProps['as'], who: Newcomer['who']): string {
  if (as === 'harvester') return 'It gets everything that was said, then is asked for the harvest.'
  const before = of.seats.find(({ agent, state }) => state === 'gone' && agent === who)
  if (before)
    return `Seat ${before.number} is offered again, with everything said so far that is not known there.`
  const number = Math.max(...of.seats.map((seat) => seat.number)) + 1
  const seal = isSealing(of) ? ' It reads hidden statements when everyone does.' : ''
  return `It takes seat ${number}, reads what has been said, and speaks in this round after seat ${number - 1}.${seal}`
}

function useNewcomer(of: GatheringView, as: NewcomerProps['as'], leave: () => void) {
  const agents = useMirrorList(openAgents)
  const user = useMirror((now) => now.status?.user ?? '')
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const choices = whoCanCome(of, as, agents, peersToSeat(fleet)).map(({ who, words }) => ({
    value: who,
    name: who === 'user' && user !== '' ? `Yourself (${visible(user)})` : visible(words),
  }))
  const [draft, setDraft] = useState<Newcomer>({
    who: choices[0]?.value ?? 'new',
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
      if (as === 'seat') await ask('gatherings.join', joinInput(of.id, draft))
      else await ask('gatherings.harvester', harvesterInput(of.id, draft))
      leave()
    } catch (error) {
      setProblem(errorWords(error))
      setBusy(false)
    }
  }
  const change = (more: Partial<Newcomer>) => setDraft({ ...draft, ...more })
  return { draft, change, choices, problem, isBusy, send }
}

export function HarvesterActs({ of }: { readonly of: GatheringView }) {
  const [isChoosing, setChoosing] = useState(false)
  if (of.harvester.absent === null || of.state === 'closed' || of.state === 'proposed') return null
  const done = () => setChoosing(false)
  return (
    <>
      <ReopenHarvester of={of} />
      <Button onClick={() => setChoosing(true)}>Choose another…</Button>
      {/* Outside the circle, whose styles it would inherit. */}
      {isChoosing &&
        createPortal(
          <Dialog title="Choose another harvester" onClose={done}>
            <div className="sheet-body">
              <NewcomerForm of={of} as="harvester" onDone={done} isSheet />
            </div>
          </Dialog>,
          document.body,
        )}
    </>
  )
}

interface HarvesterLineProps {
  readonly of: GatheringView
  readonly does: string
}

export function HarvesterLine({ of: { harvester }, does }: HarvesterLineProps) {
  if (harvester.absent !== null)
    return <SafeText text={`${harvester.name} cannot harvest: ${sentence(absenceWords(harvester.absent))}`} />
  return (
    <>
      <Name name={harvester.name} /> {does}.
    </>
  )
}

export function ReopenHarvester({ of }: { readonly of: GatheringView }) {
  const { agent, name } = of.harvester
  const isClosed = useMirror((now) => agent !== null && now.agents[agent]?.closed === true)
  if (agent === null || !isClosed || of.state === 'closed') return null
  return (
    <Button
      aria-label={`Reopen its tab: ${visible(name)}`}
      onClick={() => void act('agents.reopen', { agent })}
    >
      Reopen its tab
    </Button>
  )
}

interface Choice {
  readonly who: Newcomer['who']
  readonly words: string
}

/**
 * Who can take a seat or become the harvester: not a member, and the user only once; members of another
 * gathering are marked. Remote agents and users can only take seats.
 */
export function whoCanCome(
  { seats, harvester, user, state }: Pick<GatheringView, 'seats' | 'harvester' | 'user' | 'state'>,
  as: 'seat' | 'harvester',
  agents: readonly Pick<AgentView, 'id' | 'name' | 'seat'>[],
  peers: readonly Peer[] = [],
): readonly Choice[] {
  const sitting = new Set(seats.map(({ agent }) => agent))
  // A remote member that left or did not come can be invited again.
  const there = new Set(seats.flatMap(({ agent, state: is }) => (is === 'gone' ? [] : [agent])))
  const isOut = state !== 'closed' || as === 'seat'
  const free = agents.filter(({ id }) => !sitting.has(id) && !(isOut && id === harvester.agent))
  const tabs = free.map(({ id, name, seat }): Choice => {
    return { who: id, words: seat === null ? name : `${name}, who sits in ${seat.topic}` }
  })
  const away = peers
    .filter((peer) => as === 'seat' && !there.has(peerIdOf(peer)))
    .map((peer): Choice => ({ who: peerIdOf(peer), words: `${peerName(peer)}, ${peerHint(peer)}` }))
  const own: readonly Choice[] = as === 'seat' && user === null ? [{ who: 'user', words: 'Yourself' }] : []
  return [...tabs, { who: 'new', words: 'A new agent' }, ...own, ...away]
}

/** Whether a closed gathering can still be harvested. */
export function canHarvestLater({
  state,
  harvest,
  heard,
}: Pick<GatheringView, 'state' | 'harvest' | 'heard'>): boolean {
  return (
    state === 'closed' &&
    harvest === null &&
    heard.some(({ kind, first, sealed }) => kind !== 'silent' && (first !== '' || sealed))
  )
}
