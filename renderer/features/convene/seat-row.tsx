import { agentNameLimit } from '../../../main/contract/api/limits.ts'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../components/button.tsx'
import { shownStateOf } from '../../entities/agent/agent-state.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name } from '../../components/safe-text.tsx'
import { currentAriaKeys, isKey } from '../../keys/current-keys.ts'
import { useMirror } from '../../state/store.ts'
import { peerWord } from '../../entities/machine/machine-words.ts'
import { peerName, peerOf } from '../../state/peers.ts'
import { TabKindBadge } from '../../entities/kind/kind-badge.tsx'
import type { NewSitter, SeatDraft, Sitter } from './circle-draft.ts'
import { SitterFace } from './sitter.tsx'
import { useMark } from './validation.ts'
import { classes } from '../../components/classes.ts'
import { usualKind } from '../../../main/contract/agents/kinds.ts'
import type { Role } from '../../../main/contract/agents/roles.ts'
import { SetUp, useUsualMode, type SetUpValue } from '../../entities/agent/set-up.tsx'
import { RolePicker } from '../../entities/role/role-picker.tsx'
import { KindPicker, ProgramLine, type KindDraft } from '../../entities/kind/kind-choice.tsx'
import css from './convene.module.css'

interface SeatRowProps {
  readonly seat: SeatDraft
  readonly number: number
  readonly user: string
  readonly isLifted: boolean
  readonly onChange: (more: Partial<Omit<SeatDraft, 'key'>>) => void
  readonly onStep: (by: 1 | -1) => void
  readonly onTakeOut: () => void
}

export function SeatRow({ seat, number, user, isLifted, onChange, onStep, onTakeOut }: SeatRowProps) {
  const { who } = seat
  const { agent, peer } = useSitting(who)
  const name =
    who.kind === 'user'
      ? user || 'You'
      : who.kind === 'new'
        ? who.name
        : (agent?.name ?? (peer ? peerName(peer) : ''))
  const standing = agent?.seat
    ? 'in a gathering'
    : agent
      ? shownStateOf(agent).word
      : peer
        ? peerWord(peer.agent)
        : 'gone'
  const mark = useMark(`seat ${seat.key}`)
  const isWrong = mark['aria-invalid']
  const shown = visible(name) || 'the new agent'
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
        aria-keyshortcuts={`${currentAriaKeys('rowUp')} ${currentAriaKeys('rowDown')}`}
      >
        <Icon name="grip" />
      </button>
      <SitterFace who={who} name={name} number={number} />
      {who.kind === 'new' ? (
        <NameField who={who} mark={mark} onChange={(next) => onChange({ who: next })} />
      ) : (
        <b className="clip strong">
          <Name name={name} />
          {who.kind === 'user' && user !== '' && ' (you)'}
        </b>
      )}
      <span className={classes('clip small faint', css.standing)}>
        {agent && <TabKindBadge of={agent} />}
        {who.kind === 'agent' && visible(standing)}
      </span>
      <IconButton
        icon="x"
        data-field={who.kind === 'new' ? undefined : mark['data-field']}
        aria-describedby={who.kind === 'new' ? undefined : mark['aria-describedby']}
        aria-label={`Take ${shown} out`}
        data-help={`Take ${shown} out`}
        onClick={onTakeOut}
      />
    </li>
  )
}

type SeatSetupProps = Pick<SeatRowProps, 'seat' | 'onChange'> & { readonly name: string }

export function SeatSetup({ seat, name, onChange }: SeatSetupProps) {
  const { who, role } = seat
  const shown = visible(name) || 'the new agent'
  return (
    <li>
      <span className="clip">{shown}</span>
      <input
        className={classes('small', css.inline)}
        aria-label={`Description of ${shown}`}
        placeholder="description"
        maxLength={200}
        autoComplete="off"
        dir="auto"
        value={role}
        onChange={(event) => onChange({ role: event.target.value })}
      />
      {who.kind === 'new' && (
        <>
          <NewKind
            who={who}
            onChange={(next) => onChange({ who: next })}
            onRole={(one) => onChange({ who: sitterWithRole(who, one), role: one?.line ?? '' })}
          />
          <NewProgram who={who} onChange={(next) => onChange({ who: next })} />
        </>
      )}
    </li>
  )
}

function useSitting(who: Sitter) {
  const id = who.kind === 'agent' ? who.agent : null
  const agent = useMirror((now) => (id === null ? undefined : now.agents[id]))
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  return { agent, peer: id === null ? null : peerOf(id, fleet) }
}

interface NameFieldProps extends NewKindProps {
  readonly mark: ReturnType<typeof useMark>
}

function NameField({ who, mark, onChange }: NameFieldProps) {
  return (
    <input
      {...mark}
      className={classes('strong', css.inline)}
      aria-label="Name of the new agent"
      placeholder="name"
      maxLength={agentNameLimit}
      autoComplete="off"
      spellCheck={false}
      value={who.name}
      onChange={(event) => onChange({ ...who, name: event.target.value })}
    />
  )
}

interface NewKindProps {
  readonly who: NewSitter
  readonly onChange: (who: NewSitter) => void
}

const usual = { kind: usualKind, program: '' } as const

export function NewKind({
  who,
  onChange,
  onRole,
}: NewKindProps & { readonly onRole: (role: Role | null) => void }) {
  const { kind } = who.of ?? usual
  const { model = null, effort = null, template } = who
  const usualMode = useUsualMode(kind)
  const permissionMode = who.permissionMode ?? usualMode
  return (
    <span className={css.whose}>
      <RolePicker value={template ?? null} onPick={onRole} />
      <KindPicker value={who.of ?? usual} onPick={(next) => onChange(ofOtherKind(who, next))} />
      <SetUp
        kind={kind}
        value={{ model, effort, permissionMode }}
        onChange={(changed) => onChange(withSetUp(who, changed))}
      />
    </span>
  )
}

/** Drops model, effort and mode, which depend on the kind. */
function ofOtherKind({ name, template }: NewSitter, of: KindDraft): NewSitter {
  return { kind: 'new', name, of, ...(template === undefined ? {} : { template }) }
}

/** Applies settings; null resets one to the program's default. */
export function withSetUp(
  { model: oldModel, effort: oldEffort, permissionMode: oldMode, ...who }: NewSitter,
  changed: { readonly [K in keyof SetUpValue]?: SetUpValue[K] | null },
): NewSitter {
  const { model = oldModel, effort = oldEffort, permissionMode = oldMode } = changed
  return {
    ...who,
    ...(model ? { model } : {}),
    ...(effort ? { effort } : {}),
    ...(permissionMode ? { permissionMode } : {}),
  }
}

export function sitterWithRole({ name }: NewSitter, role: Role | null): NewSitter {
  if (role === null) return { kind: 'new', name }
  const { kind, program } = role
  const who = { kind: 'new', name, of: { kind, program: program ?? '' }, template: role.name } as const
  return withSetUp(who, role)
}

export function NewProgram({ who, onChange }: NewKindProps) {
  const { of } = who
  if (of?.kind !== 'other') return null
  return (
    <ProgramLine
      className={classes(css.inline, css.line)}
      value={of.program}
      onChange={(program) => onChange({ ...who, of: { ...of, program } })}
    />
  )
}
