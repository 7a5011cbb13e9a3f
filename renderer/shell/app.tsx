import { useEffect } from 'react'
import type { GatheringView } from '../../main/contract/gathering-views.ts'
import type { LinkView } from '../../main/contract/link-views.ts'
import type { AgentView } from '../../main/contract/views.ts'
import { visible } from '../components/hygiene.ts'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { Sprite } from '../components/sprite.tsx'
import { AgentPane } from './agent-pane.tsx'
import { DayBar } from '../features/budget/day-bar.tsx'
import { DayUse } from '../features/budget/day-use.tsx'
import { FirstGathering } from '../features/convene/first-gathering.tsx'
import { GatheringPane } from '../features/gathering/gathering-pane.tsx'
import { ReplayPane } from '../features/gathering/replay-pane.tsx'
import { GatheringSide } from '../features/gathering/gathering-side.tsx'
import { useShownGathering } from '../features/gathering/shown-gathering.ts'
import { LinkPane } from '../features/link/link-pane.tsx'
import { namesOf } from '../entities/link/link-words.ts'
import { useShownLink } from '../features/link/shown-link.ts'
import { Side } from './side.tsx'
import { Start } from '../features/start/start.tsx'
import { Processes } from '../features/processes/processes.tsx'
import { Quoting } from '../features/quote/quote-bar.tsx'
import { Announcer } from '../features/status/announcer.tsx'
import { ConnectionBanner } from '../features/status/connection-banner.tsx'
import { DiskNotices, Notices } from '../features/status/notices.tsx'
import { StoppedBar } from '../features/status/stop.tsx'
import { StatusLine } from '../features/status/status-line.tsx'
import { Toasts } from '../features/status/toasts.tsx'
import { BackToTimeline } from '../features/timeline/back-bar.tsx'
import { TimelinePane } from '../features/timeline/timeline-pane.tsx'
import { followClosing } from './neighbour.ts'
import { TabList } from '../features/tabs/tab-list.tsx'
import { useCalledCard } from '../features/waiting/go-to-card.ts'
import { followSeen } from '../entities/agent/follow-seen.ts'
import { followPresence } from '../entities/message/follow-presence.ts'
import { followTold } from '../features/handlers/follow-told.ts'
import { followNews } from '../features/waiting/follow-news.ts'
import { followWaiting, tellSystem } from '../features/waiting/notifier.ts'
import { NotifyOffer } from '../features/waiting/notify-offer.tsx'
import { NeedsArea } from '../features/waiting/needs-area.tsx'
import { Tray } from '../features/waiting/tray.tsx'
import { waitingFor } from '../features/waiting/waiting-list.ts'
import { listedGatherings, selectedOf } from '../state/selectors.ts'
import { followCommands } from './keys/commands.ts'
import { followKeys } from './keys/follow-keys.ts'
import { Panels } from './panels.tsx'
import { connect, openAgents, useMirror, useMirrorList } from '../state/store.ts'
import { followHelp } from '../components/help.ts'
import { guardDrops } from '../components/file-drop.ts'
import { rememberDrafts, toast, useView } from '../state/view-store.ts'
import css from './app.module.css'
import { classes } from '../components/classes.ts'

/** The whole window. */
export function App() {
  useEffect(connect, [])
  useEffect(followWaiting, [])
  useEffect(followNews, [])
  useEffect(followSeen, [])
  useEffect(() => followTold(tellSystem), [])
  useEffect(followPresence, [])
  useEffect(followKeys, [])
  useEffect(followCommands, [])
  useEffect(followClosing, [])
  useEffect(followHelp, [])
  useEffect(() => guardDrops(() => toast('Files go with words to an agent: open its tab, or a link.')), [])
  useEffect(() => {
    window.addEventListener('pagehide', rememberDrafts)
    return () => window.removeEventListener('pagehide', rememberDrafts)
  }, [])
  const theme = useView((now) => now.theme)
  useEffect(() => {
    if (theme === null) delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
  const agents = useMirrorList(openAgents)
  const isKnown = useMirror((now) => now.status !== null)
  const isTimeline = useView((now) => now.timeline) && agents.length > 0
  const shownLink = useShownLink()
  const chosen = useSelected(agents)
  const found = useShownGathering()
  const link = isTimeline ? null : shownLink
  const gathering = agents.length > 0 && !isTimeline ? found : null
  const selected = link === null && gathering === null && !isTimeline ? chosen : null
  const title = useMirror((now) => {
    if (isTimeline) return 'Timeline'
    if (gathering !== null) return gathering.topic
    return link === null ? (chosen?.name ?? null) : namesOf(link, now.agents)
  })
  useTitle(title, agents)
  return (
    <>
      <Sprite />
      {isKnown ? <Window {...{ agents, selected, link, gathering, isTimeline }} /> : <Opening />}
      <Panels selected={selected} />
      <LeaveDialog />
      <Toasts />
      <Quoting />
      <Announcer />
    </>
  )
}

/** The tab in view; where the chosen one is gone, the first. */
function useSelected(agents: readonly AgentView[]): AgentView | null {
  const chosen = useView((now) => now.selected)
  return selectedOf(agents, chosen)
}

function useTitle(shown: string | null, agents: readonly AgentView[]) {
  const gatherings = useMirrorList((now) => listedGatherings(now.gatherings))
  const links = useMirrorList((now) => Object.values<LinkView>(now.links))
  const waiting = waitingFor(agents, gatherings, links).length
  const count = waiting > 0 ? `(${waiting}) ` : ''
  const title = shown === null ? 'Janus' : `${count}${visible(shown)} · Janus`
  useEffect(() => {
    document.title = title
  }, [title])
}

interface WindowProps {
  readonly agents: readonly AgentView[]
  readonly selected: AgentView | null
  readonly link: LinkView | null
  readonly gathering: GatheringView | null
  readonly isTimeline: boolean
}

function Window({ agents, selected, link, gathering, isTimeline }: WindowProps) {
  const isAway = useMirror((now) => now.connection !== 'open' && now.connection !== 'connecting')
  const list = useView((now) => now.list)
  const isSideOpen = useView((now) => now.side === 'open')
  const isReplay = useView((now) => gathering !== null && now.replay?.gathering === gathering.id)
  useCalledCard(selected?.id ?? null)
  return (
    <div
      className={classes(css.app, isAway && css.away)}
      data-list={list}
      data-empty={agents.length === 0 || undefined}
    >
      <div className={css.bars}>
        <ConnectionBanner />
        <StoppedBar />
        <DiskNotices />
        <Notices />
        <NotifyOffer />
        <BackToTimeline />
        <DayBar />
      </div>
      {agents.length > 0 && (
        <TabList agents={agents} selected={selected} asks={<NeedsArea agents={agents} />} />
      )}
      {isTimeline && <TimelinePane />}
      {link && gathering === null && <LinkPane key={link.id} link={link} />}
      {gathering &&
        (isReplay ? (
          <ReplayPane key={`replay ${gathering.id}`} of={gathering} />
        ) : (
          <GatheringPane key={gathering.id} of={gathering} />
        ))}
      {gathering && isSideOpen && <GatheringSide of={gathering} />}
      {selected && <AgentPane key={selected.id} agent={selected} />}
      {selected && isSideOpen && <Side key={`side ${selected.id}`} agent={selected} />}
      {agents.length === 0 && <Start gathering={<FirstGathering />} />}
      <StatusLine
        agents={agents}
        processes={<Processes agents={agents} />}
        use={<DayUse />}
        tray={<Tray agents={agents} />}
      />
    </div>
  )
}

/** Until main has said its first word. */
function Opening() {
  const connection = useMirror((now) => now.connection)
  return (
    <main className={css.pendingApp} data-part="pending">
      <span className="mark" aria-hidden="true" />
      <p role="status" className={css.starting}>
        Janus is starting…
      </p>
      {connection !== 'connecting' && <ConnectionBanner />}
    </main>
  )
}
