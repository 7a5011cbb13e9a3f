import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { timelineKinds, type TimelineKind } from '../../../main/contract/history/timeline-entries.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../../main/contract/links/links.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Picker, type PickerOption } from '../../components/picker.tsx'
import { Name } from '../../components/safe-text.tsx'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { linkNames } from '../../entities/link/link-words.ts'
import { listedGatherings, openLinks } from '../../state/selectors.ts'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import { filterTimeline, noFilter, useTimeline, type Span } from '../../state/timeline.ts'
import { kindSigns, kindWords } from './timeline-item.tsx'
import css from './timeline.module.css'

export function TimelineFilters() {
  const filter = useTimeline((now) => now.filter)
  return (
    <div
      className={classes('row wrap row-gap-3 no-shrink', css.filters)}
      role="group"
      aria-label="What is shown"
    >
      <div className={css.kinds}>
        {timelineKinds.map((kind) => (
          <KindChip key={kind} kind={kind} isOn={filter.kinds.includes(kind)} />
        ))}
      </div>
      <AgentChoice />
      <PlaceChoice />
      <Picker<Span>
        label="Since when"
        value={filter.span}
        choices={spans}
        onPick={(span) => filterTimeline({ span })}
      />
      <Words key={filter.q === '' ? 'none' : 'some'} q={filter.q} />
      {filter !== noFilter && isFiltered(filter) && (
        <Button variant="ghost" onClick={() => filterTimeline(noFilter)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

const isFiltered = ({ kinds, agents, link, gathering, q, span }: typeof noFilter): boolean =>
  kinds.length > 0 || agents.length > 0 || link !== null || gathering !== null || q !== '' || span !== 'all'

const spans: readonly PickerOption<Span>[] = [
  { value: 'all', name: 'Any time', about: 'From the beginning on' },
  { value: 'hour', name: 'Last hour', about: 'Events of the last 60 minutes' },
  { value: 'day', name: 'Last day', about: 'Events of the last 24 hours' },
  { value: 'week', name: 'Last week', about: 'Events of the last 7 days' },
]

function KindChip({ kind, isOn }: { readonly kind: TimelineKind; readonly isOn: boolean }) {
  const kinds = useTimeline((now) => now.filter.kinds)
  const turn = () => filterTimeline({ kinds: isOn ? kinds.filter((one) => one !== kind) : [...kinds, kind] })
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={turn}>
      <Icon name={kindSigns[kind]} />
      {kindWords[kind]}
    </button>
  )
}

function AgentChoice() {
  const chosen = useTimeline((now) => now.filter.agents)
  const agents = useMirror((now) => now.agents)
  const open = useMirrorList(openAgents)
  const choices = open
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, name, role }) => ({ value: id as string, name: visible(name), about: visible(role) }))
  return (
    <>
      {chosen.map((id) => {
        const name = agents[id]?.name ?? id
        return (
          <button
            key={id}
            type="button"
            className="chip"
            aria-pressed="true"
            onClick={() => filterTimeline({ agents: chosen.filter((one) => one !== id) })}
          >
            <Avatar author={{ kind: 'agent', id }} name={name} size="sm" />
            <span className="vh">Without </span>
            <Name name={name} />
            <Icon name="x" />
          </button>
        )
      })}
      {choices.length > 0 && (
        <Picker
          label="About whom"
          value=""
          shown={chosen.length === 0 ? 'All agents' : 'One more agent'}
          choices={choices}
          onPick={(id) => filterTimeline({ agents: [...chosen, id as `agt-${string}`] })}
        />
      )}
    </>
  )
}

function PlaceChoice() {
  const { link, gathering } = useTimeline((now) => now.filter)
  const agents = useMirror((now) => now.agents)
  const links = useMirrorList((now) => openLinks(now.links))
  const gatherings = useMirrorList((now) => listedGatherings(now.gatherings))
  if (links.length + gatherings.length === 0 && link === null && gathering === null) return null
  const choices: readonly PickerOption<string>[] = [
    { value: '', name: 'Anywhere', about: 'Over no link or gathering in particular' },
    ...links.map((one) => ({ value: one.id, name: visible(linkNames(one, agents)), about: 'A link' })),
    ...gatherings.map((one) => ({ value: one.id, name: visible(one.topic), about: 'A gathering' })),
  ]
  const pick = (id: string) =>
    filterTimeline({
      link: id.startsWith('lnk-') ? (id as LinkId) : null,
      gathering: id.startsWith('gat-') ? (id as GatheringId) : null,
    })
  return <Picker label="Where" value={link ?? gathering ?? ''} choices={choices} onPick={pick} />
}

/** Debounce; ms. */
const pause = 200

function Words({ q }: { readonly q: string }) {
  const [typed, setTyped] = useState(q)
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => filterTimeline({ q: typed }), pause)
    return () => clearTimeout(timer)
  }, [typed, q])
  return (
    <input
      className={`input ${css.words}`}
      type="search"
      aria-label="Search"
      placeholder="Search"
      autoComplete="off"
      spellCheck={false}
      maxLength={1000}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
