import type { ReactNode } from 'react'
import { readSearch, withFilter, type FilterName } from '../../../main/contract/history/search-filters.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Picker, type PickerOption } from '../../components/picker.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { isGuest, peerName, peersToSeat } from '../../state/peers.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { classes } from '../../components/classes.ts'
import css from './palette.module.css'

interface FilterChipsProps {
  readonly typed: string
  readonly onChange: (typed: string) => void
}

export function FilterChips({ typed, onChange }: FilterChipsProps) {
  const { filters } = readSearch(typed)
  const agents = useMirrorList((now) => Object.values(now.agents).sort((a, b) => a.order - b.order))
  const user = useMirror((now) => now.status?.user ?? '')
  const names = agents.map(({ name, closed }) => ({
    value: name,
    name: visible(name),
    about: closed ? 'Its tab is closed' : '',
  }))
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const others = peersToSeat(fleet).map((peer) => ({
    value: peerName(peer),
    name: visible(peerName(peer)),
    about: isGuest(peer.agent.id) ? 'A user of another machine, and gatherings there' : 'Of another machine',
  }))
  const pick = (name: FilterName) => (value: string) =>
    onChange(withFilter(typed, name, value === '' ? null : value))
  const you = {
    value: 'user',
    name: visible(user === '' ? 'You' : `You (${user})`),
    about: 'What you wrote',
  }
  const chipOf = (name: FilterName) => ({ value: filters[name], onOut: () => pick(name)('') })
  return (
    <div
      className={classes('row wrap row-gap-2 no-shrink small', css.filters)}
      role="group"
      aria-label="Narrow the search"
    >
      <Chip {...chipOf('from')} label="From">
        <Picker
          label="Who wrote it"
          value=""
          shown="From anyone"
          choices={[you, ...names, ...others]}
          onPick={pick('from')}
        />
      </Chip>
      <Chip {...chipOf('in')} label="In">
        <Picker label="In whose tab" value="" shown="In all tabs" choices={names} onPick={pick('in')} />
      </Chip>
      <Chip {...chipOf('after')} label="Since">
        <Picker label="Since when" value="" shown="Any time" choices={spans} onPick={pick('after')} />
      </Chip>
      <DayField name="after" typed={typed} onChange={onChange} />
      <DayField name="before" typed={typed} onChange={onChange} />
    </div>
  )
}

const spans: readonly PickerOption<string>[] = [
  { value: 'today', name: 'Today', about: '' },
  { value: 'yesterday', name: 'Since yesterday', about: '' },
  { value: '7d', name: 'Last 7 days', about: '' },
  { value: '30d', name: 'Last 30 days', about: '' },
]

interface ChipProps {
  readonly label: string
  readonly value: string | undefined
  readonly onOut: () => void
  readonly children: ReactNode
}

function Chip({ label, value, onOut, children }: ChipProps) {
  if (value === undefined) return children
  const shown = spans.find((span) => span.value === value)?.name ?? (value === 'user' ? 'you' : value)
  return (
    <button type="button" className="chip" aria-pressed="true" onClick={onOut}>
      <span className="vh">Without: </span>
      {label} <SafeText text={shown} />
      <Icon name="x" />
    </button>
  )
}

interface DayFieldProps extends FilterChipsProps {
  readonly name: 'after' | 'before'
}

/** A date, chosen or typed; the search uses its start. */
function DayField({ name, typed, onChange }: DayFieldProps) {
  const value = readSearch(typed).filters[name] ?? ''
  return (
    <label className={classes('row gap-3 muted', css.day)}>
      <span>{name}</span>
      <input
        type="date"
        className="input"
        aria-label={name === 'after' ? 'After the day' : 'Before the day'}
        value={/^\d{4}-\d\d-\d\d$/.test(value) ? value : ''}
        onChange={({ target }) =>
          onChange(withFilter(typed, name, target.value === '' ? null : target.value))
        }
      />
    </label>
  )
}
