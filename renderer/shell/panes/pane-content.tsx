import { useShownGathering, GatheringPane } from '../../features/gathering/gathering-pane.tsx'
import { memo, useCallback, useRef, useEffect, type KeyboardEvent, type ReactNode } from 'react'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../../main/contract/links/links.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Pane as Frame, usePane } from '../../components/pane.tsx'
import { ReplayPane } from '../../features/gathering/replay-pane.tsx'
import { LinkPane, useShownLink } from '../../features/link/link-pane.tsx'
import { ThreadPane } from '../../features/thread/thread-panel.tsx'
import { TimelinePane } from '../../features/timeline/timeline-pane.tsx'
import { shownIn, type PaneState, paneIndexOf, type Thing } from '../../state/panes.ts'
import { standingIn, listedGatherings, openLinks } from '../../state/selectors.ts'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import { useView, open } from '../../state/view-store.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { visible } from '../../components/hygiene.ts'
import { CapCards } from '../../features/budget/cap-cards.tsx'
import { Cards } from '../../features/cards/cards.tsx'
import { Proposals } from '../../features/gathering/proposal.tsx'
import { AwaySeat } from '../../entities/gathering/away-seat.tsx'
import { TabProposals } from '../../features/tab-proposal/tab-proposal-card.tsx'
import { AgentComposer } from '../../features/composer/agent-composer.tsx'
import { AwaySummary } from '../../features/mailbox/away-summary.tsx'
import { ComposerTop } from '../../features/mailbox/mailbox.tsx'
import { FirstGathering } from '../../features/convene/first-gathering.tsx'
import { HandlerAsks } from '../../features/handlers/handler-asks.tsx'
import { WorktreeCommands } from '../../features/worktree/setup-card.tsx'
import { HeldTimers } from '../../features/timers/timers.tsx'
import { EmptyTab } from '../../features/agent/empty-tab.tsx'
import { Head } from '../../features/agent/head.tsx'
import { FindBar } from '../../features/find/find-bar.tsx'
import { Transcript } from '../../features/agent/transcript.tsx'
import { AgentError, HealthWarningNote } from '../../features/agent/agent-error.tsx'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { PaneButton } from '../../components/pane-button.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { shownStateOf } from '../../entities/agent/agent-state.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { gatheringLine } from '../../entities/gathering/gathering-words.ts'
import { linkNames, standingWord } from '../../entities/link/link-words.ts'
import css from './pane-content.module.css'

interface ContentProps {
  readonly pane: PaneState
  readonly isAlone: boolean
}

/**
 * Each kind of content subscribes to its own state, so that a change in one pane does not render the other.
 */
export const PaneContent = memo(function PaneContent({ pane, isAlone }: ContentProps) {
  const first = useMirror((now) => {
    const thing = standingIn(pane, isAlone, openAgents(now))
    return thing?.kind === 'agent' ? thing.id : null
  })
  const thing = shownIn(pane)
  switch (thing?.kind) {
    case 'timeline':
      return <TimelinePane />
    case 'thread':
      return <ThreadPane key={thing.id} id={thing.id} />
    case 'link':
      return <LinkIn key={thing.id} id={thing.id} />
    case 'gathering':
      return <GatheringIn key={thing.id} id={thing.id} />
    default:
      if (first !== null) return <AgentIn key={first} id={first} />
      // A thing that was just created is not known yet.
      return thing === null && !isAlone ? <ChoicePane /> : <Pending />
  }
})

function AgentIn({ id }: { readonly id: AgentId }) {
  const agent = useMirror((now) => now.agents[id])
  return agent ? <AgentPane agent={agent} /> : <Pending />
}

function LinkIn({ id }: { readonly id: LinkId }) {
  const link = useShownLink(id)
  return link ? <LinkPane link={link} /> : <Pending />
}

function GatheringIn({ id }: { readonly id: GatheringId }) {
  const gathering = useShownGathering(id)
  const isReplay = useView(({ replay }) => replay?.gathering === id)
  if (!gathering) return <Pending />
  return isReplay ? <ReplayPane of={gathering} /> : <GatheringPane of={gathering} />
}

const Pending = () => (
  <Frame label="Opening">
    <p className="vh">Opening…</p>
  </Frame>
)

function AgentPane({ agent }: { readonly agent: AgentView }) {
  const input = useRef<HTMLTextAreaElement>(null)
  const focus = useCallback(() => input.current?.focus(), [])
  return (
    <Frame label={visible(agent.name)}>
      <Head agent={agent} />
      <AwaySeat agent={agent} />
      <FindBar agent={agent} />
      <ErrorBoundary>
        <AwaySummary agent={agent} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Transcript
          agent={agent}
          empty={<EmptyTab agent={agent} onPick={focus} gathering={<FirstGathering />} />}
        >
          <AgentError agent={agent} />
          <HealthWarningNote agent={agent} />
          <ErrorBoundary>
            <WorktreeCommands agent={agent} onAnswered={focus} />
            <Cards agent={agent} onAnswered={focus} />
            <CapCards agent={agent} onAnswered={focus} />
            <HeldTimers agent={agent} onAnswered={focus} />
            <HandlerAsks agent={agent} onAnswered={focus} />
            <Proposals agent={agent.id} onAnswered={focus} />
            <TabProposals agent={agent} onAnswered={focus} />
          </ErrorBoundary>
        </Transcript>
      </ErrorBoundary>
      <div className="dock" data-part="dock">
        <div className="col">
          <ErrorBoundary>
            <ComposerTop agent={agent} input={input} onAnswered={focus} />
          </ErrorBoundary>
          <AgentComposer agent={agent} input={input} />
        </div>
      </div>
    </Frame>
  )
}

function ChoicePane() {
  const { isFocused } = usePane()
  const list = useRef<HTMLUListElement>(null)
  const wants = useRef(isFocused)
  useEffect(() => {
    if (wants.current) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  return (
    <Frame label="Empty pane">
      <PriorityRow as="header" className="head">
        <h1 className="clip" data-name="">
          Choose what to open
        </h1>
        <span className="grow" data-elastic="" />
        <RowMenu label="Actions for this pane" />
        <Yields at={1}>
          <PaneButton />
        </Yields>
      </PriorityRow>
      <div className={css.choices}>
        <p className="muted">
          Choose a tab. <KeyCaps of="palette" /> finds everything else.
        </p>
        <ul ref={list} data-part="choices" onKeyDown={walk}>
          <Choices />
        </ul>
      </div>
    </Frame>
  )
}

function Choices() {
  const agents = useMirrorList(openAgents)
  const links = useMirrorList((now) => openLinks(now.links))
  const gatherings = useMirrorList((now) => listedGatherings(now.gatherings))
  return (
    <>
      {agents.map((agent) => (
        <Choice
          key={agent.id}
          thing={{ kind: 'agent', id: agent.id }}
          sign={<Avatar author={{ kind: 'agent', id: agent.id }} name={agent.name} size="sm" />}
          title={agent.name}
          about={shownStateOf(agent).word}
        />
      ))}
      {gatherings.map((one) => (
        <Choice
          key={one.id}
          thing={{ kind: 'gathering', id: one.id }}
          sign={<Icon name="gather" />}
          title={one.topic}
          about={gatheringLine(one)}
        />
      ))}
      {links.map((link) => (
        <OfLink key={link.id} link={link} />
      ))}
      <Choice
        thing={{ kind: 'timeline' }}
        sign={<Icon name="clock" />}
        title="Timeline"
        about="all traffic"
      />
    </>
  )
}

function OfLink({ link }: { readonly link: LinkView }) {
  const names = useMirror((now) => linkNames(link, now.agents))
  return (
    <Choice
      thing={{ kind: 'link', id: link.id }}
      sign={<Icon name="link" />}
      title={names}
      about={standingWord(link).toLowerCase()}
    />
  )
}

interface ChoiceProps {
  readonly thing: Thing
  readonly sign: ReactNode
  readonly title: string
  readonly about: string
}

function Choice({ thing, sign, title, about }: ChoiceProps) {
  const isShown = useView(({ panes }) => paneIndexOf(panes, thing) !== null)
  if (isShown) return null
  return (
    <li>
      <button type="button" className="bare row" onClick={() => open(thing)}>
        {sign}
        <SafeText as="span" className="medium clip" text={title} />{' '}
        <SafeText as="span" className="muted small clip" text={about} />
      </button>
    </li>
  )
}

function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const all = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('button'))
  const at = all.findIndex((one) => one === document.activeElement)
  const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) }[event.key]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
