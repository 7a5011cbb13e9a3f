import { agentNameLimit } from '../../../main/contract/api/limits.ts'
import type { KeyboardEvent } from 'react'
import { stateOf } from '../../entities/agent/agent-state.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name } from '../../components/safe-text.tsx'
import { ariaHere, isKey } from '../../keys/keys-here.ts'
import { useMirror } from '../../state/store.ts'
import { peerWord } from '../../entities/house/house-words.ts'
import { peerName, peerOf } from '../../state/peers.ts'
import { NewKind, NewProgram, ofRole } from './new-kind.tsx'
import { TabKindMark } from '../../entities/kind/kind-mark.tsx'
import type { SeatDraft, Sitter } from './circle-draft.ts'
import { SeatFace } from './sitter.tsx'
import { useMark } from './validation.ts'
import { classes } from '../../components/classes.ts'
import css from './convene.module.css'

interface SeatRowProps {
  readonly seat: SeatDraft
  readonly number: number
  /** The person's name; may be empty. */
  readonly person: string
  readonly isLifted: boolean
  readonly onChange: (more: Partial<Omit<SeatDraft, 'key'>>) => void
  readonly onStep: (by: 1 | -1) => void
  readonly onTakeOut: () => void
}

/** One seat: its number, who sits there, as what, how they stand, and out again. */
export function SeatRow({ seat, number, person, isLifted, onChange, onStep, onTakeOut }: SeatRowProps) {
  const { who, role } = seat
  const { agent, peer } = useSitting(who)
  const name =
    who.kind === 'human'
      ? person || 'You'
      : who.kind === 'new'
        ? who.name
        : (agent?.name ?? (peer ? peerName(peer) : ''))
  const mark = useMark(`seat ${seat.key}`)
  const isWrong = mark['aria-invalid']
  const shown = visible(name) || 'the new tab'
  const press = (event: KeyboardEvent) => {
    const by = isKey('rowUp', event.nativeEvent) ? -1 : isKey('rowDown', event.nativeEvent) ? 1 : null
    if (by === null) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <li
      className={isLifted ? css.lifted : undefined}
      data-seat={seat.key}
      data-wrong={isWrong || undefined}
      onKeyDown={press}
    >
      <button
        type="button"
        className={css.grip}
        data-part="grip"
        aria-label={`Move ${shown}`}
        aria-keyshortcuts={`${ariaHere('rowUp')} ${ariaHere('rowDown')}`}
      >
        <Icon name="grip" />
      </button>
      <SeatFace who={who} name={name} number={number} />
      {who.kind === 'new' ? (
        <NameField who={who} mark={mark} onChange={(next) => onChange({ who: next })} />
      ) : (
        <b className="clip">
          <Name name={name} />
          {who.kind === 'human' && person !== '' && ' (you)'}
        </b>
      )}
      <input
        className={classes(css.inline, css.role)}
        aria-label={`Role of ${shown}`}
        placeholder="role"
        maxLength={200}
        autoComplete="off"
        dir="auto"
        value={role}
        onChange={(event) => onChange({ role: event.target.value })}
      />
      {who.kind === 'new' ? (
        <NewKind
          who={who}
          onChange={(next) => onChange({ who: next })}
          onRole={(one) => onChange({ who: ofRole(who, one), role: one?.line ?? '' })}
        />
      ) : (
        <span className={css.standing}>
          {agent && <TabKindMark of={agent} />}
          {standingOf(who, agent ? stateOf(agent).word : peer ? peerWord(peer.agent) : undefined)}
        </span>
      )}
      <button
        type="button"
        className="btn ghost icon"
        data-field={who.kind === 'new' ? undefined : mark['data-field']}
        aria-describedby={who.kind === 'new' ? undefined : mark['aria-describedby']}
        aria-label={`Take ${shown} out`}
        data-help={`Take ${shown} out`}
        onClick={onTakeOut}
      >
        <Icon name="x" />
      </button>
      {who.kind === 'new' && <NewProgram who={who} onChange={(next) => onChange({ who: next })} />}
    </li>
  )
}

/** The agent that is to sit, of this house or another. */
function useSitting(who: Sitter) {
  const id = who.kind === 'agent' ? who.agent : null
  const agent = useMirror((now) => (id === null ? undefined : now.agents[id]))
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  return { agent, peer: id === null ? null : peerOf(id, fleet) }
}

function standingOf(who: Sitter, word: string | undefined): string {
  return who.kind === 'agent' ? visible(word ?? 'gone') : ''
}

interface NameFieldProps {
  readonly who: Extract<Sitter, { kind: 'new' }>
  readonly mark: ReturnType<typeof useMark>
  readonly onChange: (who: Sitter) => void
}

/** What a tab shall be called that is made for a seat. */
function NameField({ who, mark, onChange }: NameFieldProps) {
  return (
    <input
      {...mark}
      className={classes(css.inline, css.name)}
      aria-label="Name of the new tab"
      placeholder="name"
      maxLength={agentNameLimit}
      autoComplete="off"
      spellCheck={false}
      value={who.name}
      onChange={(event) => onChange({ ...who, name: event.target.value })}
    />
  )
}
