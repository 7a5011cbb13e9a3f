import { useEffect, useState } from 'react'
import { countedRows } from '../../../main/contract/history/timeline.ts'
import { classes } from '../../components/classes.ts'
import { toggled } from '../../components/toggled.ts'
import { Button } from '../../components/button.tsx'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { Pane } from '../../components/pane.tsx'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { PaneButton } from '../../components/pane-button.tsx'
import { useStickToEnd } from '../../components/stick-to-end.ts'
import { EarlierPages, RowsInView } from '../../entities/log/timeline.tsx'
import { useMirror, openAgents, useMirrorList } from '../../state/store.ts'
import {
  readNewestEntries,
  readOlderEntries,
  useTimeline,
  timelineQuery,
  timeline,
  filterTimeline,
  noFilter,
  type Span,
} from '../../state/timeline.ts'
import { showTimeline, toast, useView } from '../../state/view-store.ts'
import { TimelineList } from './timeline-list.tsx'
import css from './timeline.module.css'
import { withErrorToast } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { saveText } from '../../state/save-text.ts'
import { currentAriaKeys } from '../../keys/current-keys.ts'
import { focused, shownIn, type PanesState } from '../../state/panes.ts'
import { timelineKinds, type TimelineKind } from '../../../main/contract/history/timeline-entries.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../../main/contract/links/links.ts'
import { visible } from '../../components/hygiene.ts'
import { Picker, type PickerOption } from '../../components/picker.tsx'
import { Name } from '../../components/safe-text.tsx'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { linkNames } from '../../entities/link/link-words.ts'
import { listedGatherings, openLinks } from '../../state/selectors.ts'
import { kindSigns, kindWords } from './timeline-item.tsx'

export function TimelinePane() {
  return (
    <Pane className={css.pane} label="Timeline">
      <PriorityRow as="header" className="head">
        <Icon name="clock" />
        <h1 data-name="">Timeline</h1>
        <div className="head-facts grow" data-elastic="" data-yield={3}>
          <Count />
        </div>
        <Menu label="Export the timeline" className="btn ghost" items={exportItems()}>
          <Icon name="export" />
          <span data-yield={2}>Export</span>
        </Menu>
        <Button variant="ghost" onClick={() => showTimeline(false)}>
          Close{' '}
          <span data-yield={1}>
            <KeyCaps of="interrupt" />
          </span>
        </Button>
        <RowMenu label="Actions for the timeline" />
        <Yields at={4}>
          <PaneButton />
        </Yields>
      </PriorityRow>
      <TimelineFilters />
      <ErrorBoundary>
        <Entries />
      </ErrorBoundary>
    </Pane>
  )
}

function Count() {
  const total = useTimeline((now) => now.total)
  const words = total === null ? '' : total > countedRows ? `${countedRows}+ events` : eventsOf(total)
  return (
    <span className="num" role="status">
      {words}
    </span>
  )
}

const eventsOf = (total: number) => (total === 1 ? '1 event' : `${total} events`)

function Entries() {
  const rows = useTimeline((now) => now.rows)
  const phase = useTimeline((now) => now.phase)
  const older = useTimeline((now) => now.older)
  const problem = useTimeline((now) => now.problem)
  useFresh()
  const first = rows[0]?.n
  const stick = useStickToEnd(first, rows.at(-1)?.n)
  const pages = { older, phase, first, readOlder: readOlderEntries, readNewest: readNewestEntries }
  return (
    <RowsInView
      stick={stick}
      label="All events"
      column={css.column}
      earlier={<EarlierPages pages={pages} failed={problem} />}
    >
      {rows.length > 0 && <TimelineList rows={rows} stick={stick} />}
      {rows.length === 0 && phase === 'ready' && <Nothing />}
      {rows.length === 0 && phase === 'loading' && (
        <p className={classes('row wrap muted pretty', css.nothing)}>Reading…</p>
      )}
    </RowsInView>
  )
}

function useFresh() {
  const told = useMirror((now) => now.timelineChanges)
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    void readNewestEntries()
  }, [told, snapshots])
}

function exportItems(): readonly MenuItem[] {
  return [
    { label: 'As Markdown', run: () => void exportTimeline('md') },
    { label: 'As JSON', run: () => void exportTimeline('json') },
  ]
}

const exportTypes = { md: 'text/markdown', json: 'application/json' } as const

async function exportTimeline(format: 'md' | 'json'): Promise<void> {
  await withErrorToast(async () => {
    const { filter } = timeline.getState()
    const { name, text, rows, isCut } = await ask('timeline.export', {
      ...timelineQuery(filter, Date.now()),
      format,
    })
    await saveText(name, text, exportTypes[format])
    if (isCut) toast(`Exported the newest ${eventsOf(rows)}; choose a time range for older ones.`)
  })
}

function Nothing() {
  const isPlain = useTimeline(({ filter }) => !isFiltered({ ...filter, q: filter.q.trim() }))
  if (isPlain)
    return (
      <p className={classes('row wrap muted pretty', css.nothing)}>
        Nothing yet. Every message, timer, gathering turn and question to you appears here, with who, when and
        why.
      </p>
    )
  return <p className={classes('row wrap muted pretty', css.nothing)}>No matching events.</p>
}

const isTimeline = ({ list }: PanesState) => list.some(({ timeline }) => timeline)

function focusedId(panes: PanesState): string | null {
  const thing = shownIn(focused(panes))
  return thing !== null && 'id' in thing ? thing.id : null
}

/** Shown while the user is where the timeline has led them. */
export function BackToTimeline() {
  const isThere = useView(
    ({ cameTo, panes }) => cameTo !== null && !isTimeline(panes) && focusedId(panes) === cameTo,
  )
  if (!isThere) return null
  return (
    <div className={css.back}>
      <Button
        variant="ghost"
        aria-keyshortcuts={currentAriaKeys('timeline')}
        onClick={() => showTimeline(true)}
      >
        <Icon name="in" />
        Back to the timeline <KeyCaps of="timeline" />
      </Button>
    </div>
  )
}

function TimelineFilters() {
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
  const turn = () => filterTimeline({ kinds: toggled(kinds, kind) })
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
