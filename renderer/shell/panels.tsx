import { type ComponentType, useMemo, useState } from 'react'
import { usualKind } from '../../main/contract/agents/kinds.ts'
import type { LinkView } from '../../main/contract/links/link-views.ts'
import type { LinkId } from '../../main/contract/links/links.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { ReadMessage, ChainDialog } from '../features/mailbox/message-dialogs.tsx'
import { ConveneSheet } from '../features/convene/convene-sheet.tsx'
import { OpenLinkDialog, CloseLinkDialog, PurposeDialog } from '../features/link/link-dialogs.tsx'
import { ChangesDialog } from '../features/changes/changes-dialog.tsx'
import { SharedFilesDialog } from '../features/changes/shared-files.tsx'
import { OpenFileDialog } from '../features/changes/open-file.tsx'
import { LeaveWorktree } from '../features/worktree/leave-worktree.tsx'
import { UndoFilesDialog } from '../features/agent/undo-files.tsx'
import { GoOnPanel } from '../features/palette/go-on-panel.tsx'
import { LinkPalette } from '../features/palette/link-palette.tsx'
import { SearchPanel } from '../features/palette/search-panel.tsx'
import { AgentSettingsDialog } from '../features/agent-settings/agent-settings.tsx'
import { AboutDialog } from '../features/about/about-dialog.tsx'
import { CostsSheet } from '../features/costs/costs-sheet.tsx'
import { SettingsSheet } from '../features/settings/settings-sheet.tsx'
import { NewAgentDialog } from '../features/start/new-agent.tsx'
import { HandlersDialog } from '../features/handlers/handlers-dialog.tsx'
import { RenameDialog, RoleDialog } from '../features/agent-settings/change-agent.tsx'
import { EndingDialog } from '../features/tabs/ending-dialog.tsx'
import { LookDialog } from '../features/agent-settings/look-dialog.tsx'
import { ThreadPanel } from '../features/thread/thread-panel.tsx'
import { TasksSheet } from '../features/tasks/tasks-sheet.tsx'
import { TimerDialog } from '../features/timers/timer-dialog.tsx'
import { ChangeTabProposal } from '../features/tab-proposal/change-tab-proposal.tsx'
import { ExportDialog } from '../features/export/export-dialog.tsx'
import { QuoteDialog } from '../features/quote/quote-dialog.tsx'
import { GroupsSheet } from '../features/groups/groups-sheet.tsx'
import { FleetSettings } from '../features/fleet/fleet-settings.tsx'
import { circleIn } from '../entities/machine/circle-words.ts'
import { CircleDialog } from '../features/fleet/circle-dialog.tsx'
import { GuestDialog, PeerDialog } from '../features/fleet/peer-dialog.tsx'
import { RolesSheet } from '../features/roles/roles-sheet.tsx'
import { KeysSheet } from './keys/keys-sheet.tsx'
import { isGuest, peerIn } from '../state/peers.ts'
import { useMirror, mirror } from '../state/store.ts'
import type { Panel } from '../state/panel.ts'
import { show, useView } from '../state/view-store.ts'
import type { GatheringLine, UtteranceView } from '../../main/contract/gatherings/gathering-views.ts'
import type { MessageId } from '../../main/contract/api/model.ts'
import { useClosedLinks } from '../entities/link/closed-links.ts'
import { Palette } from '../features/palette/palette.tsx'
import { useAnswer } from '../state/use-answer.ts'
import { deskNow, listedGatherings, type Desk } from '../state/selectors.ts'
import { closedLinkItem, paletteItems, pastGatheringItem } from './palette-items.tsx'

const close = () => show(null)

/**
 * The dialog over the window. A dialog reports its closing by Escape in a later task: the key makes one that
 * is opened before that a new element, which the late event does not close.
 */
export function Panels({ selected }: { readonly selected: AgentView | null }) {
  return <OpenPanel key={useView((now) => now.panelNumber)} selected={selected} />
}

function OpenPanel({ selected }: { readonly selected: AgentView | null }) {
  const panel = useView((now) => now.panel)
  if (panel === null) return null
  switch (panel.kind) {
    case 'newAgent':
      return <NewAgentDialog near={selected} onClose={close} />
    case 'goOn': {
      const folder = panel.folder ?? selected?.cwd
      return <GoOnPanel of={{ kind: panel.of ?? selected?.kind ?? usualKind, folder }} onClose={close} />
    }
    case 'convene':
      return <ConveneSheet panel={panel} near={selected} onClose={close} />
    case 'message':
      return <ReadMessage id={panel.message} from={panel.from} onClose={close} />
    case 'thread':
      return <ThreadPanel key={panel.message} id={panel.message} onClose={close} />
    case 'openLink':
      return <OpenLinkDialog members={panel.members} onClose={close} />
    case 'closeLink':
      return <LinkPanel id={panel.link} sheet={CloseLinkDialog} />
    case 'linkPurpose':
      return <LinkPanel id={panel.link} sheet={PurposeDialog} />
    case 'quote':
      return <QuoteDialog panel={panel} onClose={close} />
    case 'export':
      return <ExportDialog panel={panel} onClose={close} />
    case 'palette':
      return <PalettePanel text={panel.text ?? ''} onClose={close} />
    case 'search':
      return <SearchPanel key="search" text={panel.text ?? ''} onClose={close} />
    case 'groups':
      return <GroupsSheet write={panel.write ?? null} onClose={close} />
    case 'about':
      return <AboutDialog onClose={close} />
    case 'costs':
      return <CostsSheet onClose={close} />
    case 'tasks':
      return <TasksSheet onClose={close} />
    case 'settings':
      return <SettingsSheet text={panel.text ?? ''} fleet={<FleetSettings />} onClose={close} />
    case 'peer':
      return <PeerPanel machine={panel.machine} id={panel.id} />
    case 'circle':
      return <CirclePanel panel={panel} />
    case 'roles':
      return <RolesSheet from={panel.from} of={panel.of} onClose={close} />
    case 'keys':
      return <KeysSheet first={panel.page ?? 'keys'} onClose={close} />
    default:
      return <AgentPanel panel={panel} />
  }
}

interface LinkPanelProps {
  readonly id: LinkId
  readonly sheet: ComponentType<{ readonly link: LinkView; readonly onClose: () => void }>
}

function LinkPanel({ id, sheet: Sheet }: LinkPanelProps) {
  const link = useMirror((now) => now.links[id])
  return link && link.closed === null ? <Sheet link={link} onClose={close} /> : null
}

function PeerPanel({ machine, id }: Omit<Extract<Panel, { kind: 'peer' }>, 'kind'>) {
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const peer = peerIn(fleet, machine, id)
  if (peer === null) return null
  const Sheet = isGuest(peer.agent.id) ? GuestDialog : PeerDialog
  return <Sheet peer={peer} onClose={close} />
}

interface CirclePanelProps {
  readonly panel: Extract<Panel, { kind: 'circle' }>
}

function CirclePanel({ panel: { circle, found } }: CirclePanelProps) {
  const of = circleIn(
    useMirror((now) => now.status?.fleet ?? null),
    circle,
  )
  return of && <CircleDialog of={of} found={found} onClose={close} />
}

function AgentPanel({ panel }: { readonly panel: Extract<Panel, { agent: unknown }> }) {
  const agent = useMirror((now) => now.agents[panel.agent])
  if (!agent) return null
  switch (panel.kind) {
    case 'undoFiles':
      return <UndoFilesDialog agent={agent} n={panel.n} onClose={close} />
    case 'changes':
      return <ChangesDialog agent={agent} panel={panel} onClose={close} />
    case 'sharedFiles':
      return <SharedFilesDialog agent={agent} onClose={close} />
    case 'openFile':
      return <OpenFileDialog agent={agent} panel={panel} onClose={close} />
    case 'leaveWorktree':
      return <LeaveWorktree agent={agent} onClose={close} />
    case 'rename':
      return <RenameDialog agent={agent} onClose={close} />
    case 'role':
      return <RoleDialog agent={agent} onClose={close} />
    case 'tabProposal': {
      const of = agent.tabProposals.find(({ id }) => id === panel.tabProposal)
      return of ? <ChangeTabProposal agent={agent} of={of} onClose={close} /> : null
    }
    case 'look':
      return <LookDialog agent={agent} onClose={close} />
    case 'agentSettings':
      return <AgentSettingsDialog agent={agent} onClose={close} />
    case 'linkTo':
      return <LinkPalette key={agent.id} agent={agent} onClose={close} />
    case 'handlers':
      return <HandlersDialog key={agent.id} agent={agent} onClose={close} />
    case 'timer':
      return <TimerDialog agent={agent} onClose={close} />
    case 'chain':
      return <ChainDialog agent={agent} message={panel.message} onClose={close} />
    case 'ending':
      return <EndingDialog agent={agent} how={panel.of} onClose={close} />
  }
}

interface PanelProps {
  readonly text: string
  readonly onClose: () => void
}

function PalettePanel({ text, onClose }: PanelProps) {
  // The entries depend on agents, gatherings, links and settings, which may change while this is open.
  const mirrored = useMirror((now) => now)
  // Read before the dialog takes the focus.
  const [message] = useState(() => messageAt(deskNow()))
  const [row] = useState(utteranceAt)
  const items = useMemo(
    () => (mirrored.agents ? paletteItems(deskNow(), message, row) : []),
    [mirrored, message, row],
  )
  const closed = useClosedLinks()
  const away = usePastGatherings()
  const past = useMemo(() => [...away.map(pastGatheringItem), ...closed.map(closedLinkItem)], [closed, away])
  return <Palette text={text} offered={{ items, past }} onClose={onClose} />
}

/** The message around the focus, else the last one in the current agent's loaded transcript. */
function messageAt({ selected }: Pick<Desk, 'selected'>): MessageId | null {
  const around = document.activeElement?.closest<HTMLElement>('[data-message]')
  if (around) return around.dataset['message'] as MessageId
  const held = selected && mirror.getState().logs.agent[selected.id]?.rows
  return held?.findLast((entry) => entry.kind === 'peer' && entry.message !== null)?.message ?? null
}

function utteranceAt(): UtteranceView | null {
  const around = document.activeElement?.closest<HTMLElement>('[data-utterance]')
  const { gathering } = deskNow()
  if (!around || gathering === null) return null
  const rows = mirror.getState().logs.gathering[gathering]?.rows ?? []
  return rows.find(({ id }) => id === around.dataset['utterance']) ?? null
}

const most = 50

/** Closed gatherings that are not in the list of tabs, newest first. */
function usePastGatherings(): readonly GatheringLine[] {
  const snapshots = useMirror((now) => now.snapshots)
  const gatherings = useMirror((now) => now.gatherings)
  const { answer } = useAnswer('gatherings.list', { state: 'closed', limit: most }, snapshots)
  // An open palette must follow changes of the list.
  return useMemo(() => {
    const listed = new Set(listedGatherings(gatherings).map((one) => one.id))
    return answer?.items.filter((one) => !listed.has(one.id)) ?? []
  }, [answer, gatherings])
}
