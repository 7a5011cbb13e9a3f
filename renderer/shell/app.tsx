import { useEffect } from 'react'
import type { AgentView } from '../../main/contract/api/views.ts'
import { visible } from '../components/hygiene.ts'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { Sprite } from '../components/sprite.tsx'
import { DayBar, DayUse, TabUse } from '../features/budget/day-use.tsx'
import { FirstGathering } from '../features/convene/first-gathering.tsx'
import { GatheringSide } from '../features/gathering/gathering-side.tsx'
import { useShownGathering } from '../features/gathering/gathering-pane.tsx'
import { Start } from '../features/start/start.tsx'
import { Processes } from '../features/processes/processes.tsx'
import { Quoting } from '../features/quote/quote-bar.tsx'
import { Announcer } from '../features/status/announcer.tsx'
import { ConnectionBanner, DiskNotices, NoticeBanners } from '../features/status/notices.tsx'
import { StoppedBar } from '../features/status/stop.tsx'
import { UpdateBar } from '../features/status/update-bar.tsx'
import { StatusLine } from '../features/status/status-line.tsx'
import { Toasts } from '../features/status/toasts.tsx'
import { BackToTimeline } from '../features/timeline/timeline-pane.tsx'
import { followClosing } from './neighbour.ts'
import { TabList } from '../features/tabs/tab-list.tsx'
import { useCalledCard, useWaiting } from '../features/waiting/go-to-card.ts'
import { followSeen } from '../entities/agent/follow-seen.ts'
import { followPresence } from '../entities/message/follow-presence.ts'
import { followNews } from '../features/waiting/follow-news.ts'
import { followNotices, followRuleNotices } from '../features/user-notices/follow-notices.ts'
import { followWaiting, notifySystem } from '../features/waiting/notifier.ts'
import { NotifyOffer } from '../features/waiting/notify-offer.tsx'
import { NeedsArea, Tray } from '../features/waiting/tray.tsx'
import { focused, type Thing } from '../state/panes.ts'
import { isListed, standingIn } from '../state/selectors.ts'
import { followCommands, followKeys } from './keys/follow-keys.ts'
import { Panels } from './panels.tsx'
import { Panes } from './panes/panes.tsx'
import { thingTitle } from './panes/thing-words.ts'
import { useNarrow } from './room.ts'
import { followMain, openAgents, useMirror, useMirrorList } from '../state/store.ts'
import { followHelp } from '../components/help.ts'
import { guardDrops } from '../components/file-drop.ts'
import { rememberDrafts, toast, useView, setSide, show } from '../state/view-store.ts'
import css from './app.module.css'
import { classes } from '../components/classes.ts'
import { IconButton } from '../components/button.tsx'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { Name } from '../components/safe-text.tsx'
import { Background } from '../features/background/background.tsx'
import { ChangesSection } from '../features/changes/changes-section.tsx'
import { Timers } from '../features/timers/timers.tsx'
import { LinkList } from '../features/link/link-list.tsx'

export function App() {
  useEffect(followMain, [])
  useEffect(followWaiting, [])
  useEffect(followNews, [])
  useEffect(followSeen, [])
  useEffect(() => followRuleNotices(notifySystem), [])
  useEffect(() => followNotices(notifySystem), [])
  useEffect(followPresence, [])
  useEffect(followKeys, [])
  useEffect(followCommands, [])
  useEffect(followClosing, [])
  useEffect(followHelp, [])
  useEffect(() => guardDrops(() => toast('Open a tab or a link to attach files.')), [])
  useEffect(() => {
    window.addEventListener('pagehide', rememberDrafts)
    return () => window.removeEventListener('pagehide', rememberDrafts)
  }, [])
  // Renders again when the user changes a key binding, for the hints.
  useMirror((now) => now.status?.settings.keys)
  const theme = useView((now) => now.theme)
  useEffect(() => {
    if (theme === null) delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
  const agents = useMirrorList(openAgents)
  const isKnown = useMirror((now) => now.status !== null)
  const thing = useFocusedThing(agents)
  const selected = agents.find(({ id }) => thing?.kind === 'agent' && id === thing.id) ?? null
  const title = useMirror((now) => thingTitle(thing, now))
  useTitle(title, agents)
  return (
    <>
      <Sprite />
      {isKnown ? <Window agents={agents} selected={selected} thing={thing} /> : <Opening />}
      <Panels selected={selected} />
      <LeaveDialog />
      <Quoting />
      <Announcer />
    </>
  )
}

function useFocusedThing(agents: readonly AgentView[]): Thing | null {
  const pane = useView(({ panes }) => focused(panes))
  const isAlone = useView(({ panes }) => panes.list.length === 1)
  return agents.length === 0 ? null : standingIn(pane, isAlone, agents)
}

function useTitle(shown: string | null, agents: readonly AgentView[]) {
  const waiting = useWaiting(agents).length
  const count = waiting > 0 ? `(${waiting}) ` : ''
  const title = shown === null ? 'Janus' : `${count}${visible(shown)} · Janus`
  useEffect(() => {
    document.title = title
  }, [title])
}

interface WindowProps {
  readonly agents: readonly AgentView[]
  /** What the focused pane shows. */
  readonly selected: AgentView | null
  readonly thing: Thing | null
}

function Window({ agents, selected, thing }: WindowProps) {
  const isAway = useMirror((now) => now.connection !== 'open' && now.connection !== 'connecting')
  const isSideOpen = useView((now) => now.side === 'open')
  const { isCollapsed, isOver } = useNarrow()
  const isWithList = useMirror(isListed)
  // Restart the first screen when Janus was started in another folder.
  const folder = useMirror((now) => now.status?.defaultFolder)
  const isListWide = isWithList && !isCollapsed
  const gathering = useShownGathering(thing?.kind === 'gathering' ? thing.id : null)
  useCalledCard(selected?.id ?? null)
  return (
    <div
      className={classes(css.app, isAway && css.away)}
      data-list={isCollapsed ? 'collapsed' : 'whole'}
      data-empty={!isWithList || undefined}
      data-over={isOver || undefined}
    >
      <div className={css.bars}>
        <ConnectionBanner />
        <StoppedBar />
        <DiskNotices />
        <NoticeBanners />
        <UpdateBar />
        <NotifyOffer />
        <BackToTimeline />
        <DayBar />
        {!isListWide && <Toasts />}
      </div>
      {isWithList && (
        <TabList
          agents={agents}
          selected={selected}
          toasts={isListWide && <Toasts />}
          asks={<NeedsArea agents={agents} />}
        />
      )}
      {agents.length > 0 ? <Panes /> : <Start key={folder} gathering={<FirstGathering />} />}
      {/* The side panel belongs to the focused pane. */}
      {isSideOpen && gathering && <GatheringSide of={gathering} />}
      {isSideOpen && selected && <Side key={`side ${selected.id}`} agent={selected} />}
      <StatusLine
        agents={agents}
        processes={<Processes agents={agents} />}
        use={<DayUse />}
        tray={<Tray agents={agents} />}
      />
    </div>
  )
}

function Opening() {
  const connection = useMirror((now) => now.connection)
  return (
    <main className={css.pendingApp} data-part="pending">
      <span className="mark" aria-hidden="true" />
      <p role="status" className={css.starting}>
        Janus is starting…
      </p>
      {connection !== 'connecting' && <ConnectionBanner />}
      <Toasts />
    </main>
  )
}

const sections = [Timers, Background, ChangesSection, TabUse, LinkList]

function Side({ agent }: { readonly agent: AgentView }) {
  return (
    <>
      {/* Without room for three columns the panel covers the pane: a click beside it closes it. */}
      <div className="side-veil" aria-hidden="true" onClick={() => setSide('closed')} />
      <aside id="side" className="side" aria-label={`About ${visible(agent.name)}`}>
        <header>
          <span className="clip grow">
            <Name name={agent.name} />
          </span>
          <IconButton
            icon="sliders"
            aria-label={`${visible(agent.name)}’s settings`}
            title="Settings"
            onClick={() => show({ kind: 'agentSettings', agent: agent.id })}
          />
          <IconButton
            icon="x"
            aria-label="Close the side panel"
            title="Close"
            onClick={() => setSide('closed')}
          />
        </header>
        {sections.map((Section, at) => (
          <ErrorBoundary key={at}>
            <Section agent={agent} />
          </ErrorBoundary>
        ))}
      </aside>
    </>
  )
}
