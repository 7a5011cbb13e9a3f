import type { Attachment, KeptDraft } from '../../main/contract/mail/attachments.ts'
import type { LinkId } from '../../main/contract/links/links.ts'
import { messageLimit } from '../../main/contract/api/limits.ts'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { GatheringId, UtteranceId } from '../../main/contract/gatherings/gatherings.ts'
import type { AgentId, CardId, MessageId } from '../../main/contract/api/model.ts'
import type { Settings } from '../../main/contract/app/settings.ts'
import { ask, askLast } from './connection.ts'
import {
  confirmDraft,
  isEmpty,
  mergeDrafts,
  nextUnkept,
  restoreDrafts,
  editDraft,
  type Draft,
  type DraftFor,
  type Drafts,
} from './drafts.ts'
import { recall, recallInWindow, remember, rememberInWindow } from './local-storage.ts'
import type { Panel } from './panel.ts'
import {
  focused,
  isSame,
  closeThing,
  openThing,
  paneIndexOf,
  recalledPanes,
  shownIn,
  type PanesState,
  type Thing,
} from './panes.ts'
import type { HeartbeatId } from '../../main/contract/timers/heartbeats.ts'
import type { TabProposalId } from '../../main/contract/agents/tab-proposals.ts'

/** A row of a link or gathering to show once its pane has loaded it. */
export type RowTarget =
  | { readonly kind: 'link'; readonly id: LinkId; readonly n: number }
  | { readonly kind: 'gathering'; readonly id: GatheringId; readonly utterance: UtteranceId }

/**
 * A row to show once the agent's transcript has loaded it: it is highlighted briefly, then `arrive` is
 * called. Until then no rows are dropped. `entities/log/go-to-row.ts` reads the pages.
 */
interface Jump {
  readonly agent: AgentId
  readonly n: number
  /** Searched words: their first match is scrolled to and highlighted. */
  readonly words: string
  /** The row takes the focus. */
  readonly isLanding: boolean
}

/** The card of a tab, or of a turn in it, that has reached its cap. */
export type CapCardId = `${'turn' | 'tab'}-cap-${string}`

/** A card to show and focus in its agent's tab. */
interface Call {
  readonly agent: AgentId
  /**
   * A request of its program, a message that asks or is held, a timer, or a proposal; null for the first one
   * that asks.
   */
  readonly card: CardId | MessageId | HeartbeatId | GatheringId | TabProposalId | CapCardId | null
}

/** A gathering being replayed; `step` is the `n` of a row. */
export interface Replay {
  readonly gathering: GatheringId
  readonly step: number
}

/** `auto` depends on the width of the window; `collapsed` shows only avatars. */
export type ListWidth = 'auto' | 'collapsed' | 'whole'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  /** What the focused pane showed: an error is dismissed when no pane shows that any more. */
  readonly over: Thing | null
  readonly action?: { readonly label: string; readonly run: () => void }
}

interface View {
  readonly panes: PanesState
  /** How many panes fit; if only one does, the focused pane is shown. */
  readonly room: 1 | 2
  /** Shown instead of that gathering's pane. */
  readonly replay: Replay | null
  /** Where the user went from a row of the timeline; offers a way back while it is in view. */
  readonly cameTo: AgentId | LinkId | GatheringId | null
  readonly drafts: Drafts
  readonly panel: Panel | null
  /** Distinguishes openings of the same kind of panel. */
  readonly panelNumber: number
  readonly toasts: readonly Toast[]
  /** Null follows the system. */
  readonly theme: 'light' | 'dark' | null
  readonly jump: Jump | null
  readonly call: Call | null
  readonly aim: RowTarget | null
  readonly list: ListWidth
  readonly side: 'open' | 'closed'
}

const emptyDraft: Draft = { text: '', attachments: [], key: '', isKept: true }

export const view = createStore<View>(() => ({
  panes: recalledPanes(recallInWindow<unknown>('panes', null)),
  room: 2,
  replay: recallInWindow<Replay | null>('replay', null),
  cameTo: null,
  drafts: restoreDrafts(recall<Drafts>('drafts', {})),
  panel: null,
  panelNumber: 0,
  toasts: [],
  theme: recall<View['theme']>('theme', null),
  jump: null,
  call: null,
  aim: null,
  list: recall<ListWidth>('list', 'auto'),
  side: recall<View['side']>('side', 'closed'),
}))

export const useView = <T>(select: (now: View) => T): T => useStore(view, select)

/** Stored for this window. */
export function movePanes(change: (now: PanesState) => PanesState): void {
  const before = view.getState().panes
  const panes = change(before)
  if (panes === before) return
  view.setState(({ toasts }) => ({
    panes,
    toasts: toasts.filter((one) => !one.isError || isOver(one, panes)),
  }))
  rememberInWindow('panes', panes)
}

const isOver = ({ over }: Toast, { list }: PanesState): boolean =>
  list.some((pane) => isSame(shownIn(pane), over))

export function open(thing: Thing): void {
  // The way back to the timeline belongs to the place it led to.
  const { cameTo } = view.getState()
  view.setState({ cameTo: 'id' in thing && cameTo === thing.id ? cameTo : null })
  movePanes((now) => openThing(now, thing))
}

export const leave = (thing: Thing): void => movePanes((now) => closeThing(now, thing))

function uncover(): void {
  const { over } = focused(view.getState().panes)
  if (over !== null) leave(over)
}

/** Null shows the first tab. */
export function select(agent: AgentId | null): void {
  if (agent !== null) return open({ kind: 'agent', id: agent })
  view.setState({ cameTo: null })
  movePanes(() => recalledPanes(null))
}

/** Null shows the tab again. */
export const showLink = (id: LinkId | null): void => (id === null ? uncover() : open({ kind: 'link', id }))

/** Null shows the tab again. */
export const showGathering = (id: GatheringId | null): void =>
  id === null ? uncover() : open({ kind: 'gathering', id })

export function showTimeline(isShown: boolean): void {
  if (isShown) return open({ kind: 'timeline' })
  view.setState({ cameTo: null })
  leave({ kind: 'timeline' })
}

/** Call before showing the place that a row of the timeline leads to. */
export const setTimelineReturn = (cameTo: View['cameTo']) => view.setState({ cameTo })

/** Null: the row is shown, or can't be. */
export const requestRow = (aim: RowTarget | null) => view.setState({ aim })

/** Null ends the replay. Stored, so that a reload comes back to the step. */
export function showReplay(replay: Replay | null) {
  const of = replay && ({ kind: 'gathering', id: replay.gathering } as const)
  // If the other pane plays it, the focus stays.
  if (of && paneIndexOf(view.getState().panes, of) === null) open(of)
  view.setState({ replay })
  rememberInWindow('replay', replay)
}

export const draftOf = (now: View, of: DraftFor): Draft => now.drafts[of] ?? emptyDraft

export function keepDraft(of: DraftFor, text: string) {
  const { text: before, attachments } = draftOf(view.getState(), of)
  if (before !== text) put(of, { text, attachments })
}

export function attach(of: DraftFor, attachments: readonly Attachment[]) {
  const { text } = draftOf(view.getState(), of)
  put(of, { text, attachments })
}

export const clearDraft = (of: DraftFor) => put(of, { text: '', attachments: [] })

/** Every change gets a new key. */
function put(of: DraftFor, now: KeptDraft) {
  const isOver = isEmpty(now)
  view.setState(({ drafts }) => ({ drafts: editDraft(drafts, of, now, isOver ? '' : newKey()) }))
  clearTimeout(saving)
  // A sent draft must not come back, so save at once.
  if (isOver) void saveDrafts()
  else saving = setTimeout(() => void saveDrafts(), 300)
}

let saving: ReturnType<typeof setTimeout> | undefined
let isSaving = false

/**
 * Sends unsaved drafts to main one after the other; stored in the browser too, in case main is not reachable.
 */
async function saveDrafts(): Promise<void> {
  remember('drafts', view.getState().drafts)
  if (isSaving) return
  isSaving = true
  try {
    let next
    while ((next = nextUnkept(view.getState().drafts, messageLimit))) {
      const [agent, draft] = next
      await ask('drafts.keep', { agent, ...sentDraft(draft) })
      view.setState((now) => ({ drafts: confirmDraft(now.drafts, agent, draft) }))
    }
    remember('drafts', view.getState().drafts)
  } catch {
    // Refused or not reached: it is stored here, and the next change or snapshot tries again.
  } finally {
    isSaving = false
  }
}

const sentDraft = ({ text, attachments }: Draft) => ({ text, attachments: [...attachments] })

/** Saves the drafts when the window closes. */
export function rememberDrafts() {
  clearTimeout(saving)
  const { drafts } = view.getState()
  remember('drafts', drafts)
  for (const [agent, draft] of Object.entries(drafts) as [DraftFor, Draft][])
    if (!draft.isKept) askLast('drafts.keep', { agent, ...sentDraft(draft) })
}

/** Merges the drafts of a snapshot. */
export function takeDrafts(main: Readonly<Record<string, KeptDraft>>) {
  view.setState((now) => ({ drafts: mergeDrafts(now.drafts, main, newKey) }))
  void saveDrafts()
}

/** Null: the row is shown, or can't be. */
export const jumpTo = (jump: Jump | null) => view.setState({ jump })
/** The transcript has shown the row. */
export const arrive = () => jumpTo(null)

/** Null: the card has the focus. */
export const focusCard = (call: Call | null) => view.setState({ call })

export function setList(list: ListWidth) {
  view.setState({ list })
  remember('list', list)
}

export const setRoom = (room: View['room']) => view.getState().room !== room && view.setState({ room })

export function setSide(side: View['side']) {
  view.setState({ side })
  remember('side', side)
}

/** Null closes the panel. */
export const show = (panel: Panel | null) =>
  view.setState(({ panelNumber }) => ({ panel, panelNumber: panelNumber + 1 }))

let toasts = 0

/** Returns the id of the toast. */
export function toast(text: string, more: Partial<Pick<Toast, 'isError' | 'action'>> = {}): number {
  const over = shownIn(focused(view.getState().panes))
  const fresh: Toast = { id: ++toasts, text, isError: false, over, ...more }
  view.setState((now) => ({ toasts: [...now.toasts.slice(-3), fresh] }))
  return fresh.id
}

export const dismiss = (id: number) =>
  view.setState((now) => ({ toasts: now.toasts.filter((one) => one.id !== id) }))

export function setTheme(theme: View['theme']) {
  takeTheme(theme ?? 'system')
  ask('settings.change', { theme: theme ?? 'system' }).catch(() =>
    toast('The theme could not be saved; it applies to this window only.'),
  )
}

/** Stored, so that the next window opens with this theme. */
export function takeTheme(setting: Settings['theme']) {
  const theme = setting === 'system' ? null : setting
  if (view.getState().theme === theme) return
  view.setState({ theme })
  remember('theme', theme)
}

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
