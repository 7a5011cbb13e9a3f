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
  confirmed,
  isEmpty,
  merged,
  nextUnkept,
  recalled,
  written,
  type Draft,
  type DraftFor,
  type Drafts,
} from './drafts.ts'
import { recall, recallInWindow, remember, rememberInWindow } from './local-storage.ts'
import type { Panel } from './panel.ts'
import {
  focused,
  isSame,
  withoutThing,
  opened,
  paneIndexOf,
  recalledPanes,
  shownIn,
  type PanesState,
  type Thing,
} from './panes.ts'
import type { HeartbeatId } from '../../main/contract/timers/heartbeats.ts'
import type { TabProposalId } from '../../main/contract/agents/tab-proposals.ts'

/** A row of a link or a gathering that is wanted in view: its pane shows it as soon as it holds it. */
export type Aim =
  | { readonly kind: 'link'; readonly id: LinkId; readonly n: number }
  | { readonly kind: 'gathering'; readonly id: GatheringId; readonly utterance: UtteranceId }

/**
 * A row that is wanted in view: the transcript of that tab scrolls to it as soon as it holds it, marks it for a
 * moment, and calls `arrive`. Until then it lets no rows go. `entities/log/go-to-row.ts` reads the pages.
 */
interface Jump {
  readonly agent: AgentId
  readonly n: number
  /** What was looked for: its first place in the row comes into view, and is marked. */
  readonly words: string
  /** The row takes the focus. */
  readonly isLanding: boolean
}

/** Names the card of a tab, or of a turn in it, that is at its cap. */
export type CapCardId = `${'turn' | 'tab'}-cap-${string}`

/** A card that is wanted in view and in focus, in the tab of its agent. */
interface Call {
  readonly agent: AgentId
  /** A card of its program, a message that asks or is held, a timer that is, or a gathering it proposes; null: whatever asks there first. */
  readonly card: CardId | MessageId | HeartbeatId | GatheringId | TabProposalId | CapCardId | null
}

/** A gathering that is looked at step by step, and the step in view: `n` of a row. */
export interface Replay {
  readonly gathering: GatheringId
  readonly step: number
}

/** How wide the list of tabs is: as the window has room, avatars only, or whole. */
export type ListWidth = 'auto' | 'collapsed' | 'whole'

/** One fact, with at most one action. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  /** What its pane showed: an error goes when no pane shows that any more. */
  readonly over: Thing | null
  readonly action?: { readonly label: string; readonly run: () => void }
}

interface View {
  readonly panes: PanesState
  /** For how many panes there is room; of two the one with the focus is in view where it is for one. */
  readonly room: 1 | 2
  /** In place of that gathering's pane, wherever it is shown. */
  readonly replay: Replay | null
  /** The user went from a row of the timeline to this place: there is a way back while it is in view. */
  readonly cameTo: AgentId | LinkId | GatheringId | null
  readonly drafts: Drafts
  readonly panel: Panel | null
  /** Which opening of a panel this is: one that is opened again is another, even of the same kind. */
  readonly panelNumber: number
  readonly toasts: readonly Toast[]
  /** null follows the system. */
  readonly theme: 'light' | 'dark' | null
  readonly jump: Jump | null
  readonly call: Call | null
  readonly aim: Aim | null
  readonly list: ListWidth
  readonly side: 'open' | 'closed'
}

const emptyDraft: Draft = { text: '', attachments: [], key: '', isKept: true }

/** The window's own state. */
export const view = createStore<View>(() => ({
  panes: recalledPanes(recallInWindow<unknown>('panes', null)),
  room: 2,
  replay: recallInWindow<Replay | null>('replay', null),
  cameTo: null,
  drafts: recalled(recall<Drafts>('drafts', {})),
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

/** Reads a part of the window's own state and follows it. */
export const useView = <T>(select: (now: View) => T): T => useStore(view, select)

/** Changes what is shown where; this window remembers it. */
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

/** Shows a thing in the pane that has the focus, or leads to the one that shows it. */
export function open(thing: Thing): void {
  // The way back to the timeline is for the place that it led to.
  const { cameTo } = view.getState()
  view.setState({ cameTo: 'id' in thing && cameTo === thing.id ? cameTo : null })
  movePanes((now) => opened(now, thing))
}

/** It is shown no more, wherever it was; what stood under it is. */
export const leave = (thing: Thing): void => movePanes((now) => withoutThing(now, thing))

/** What stands in the place of a tab goes from the pane that has the focus. */
function uncover(): void {
  const { over } = focused(view.getState().panes)
  if (over !== null) leave(over)
}

/** Shows a tab; null: whichever stands first. */
export function select(agent: AgentId | null): void {
  if (agent !== null) return open({ kind: 'agent', id: agent })
  view.setState({ cameTo: null })
  movePanes(() => recalledPanes(null))
}

/** Shows a link in place of the tab; null: the tab again. */
export const showLink = (id: LinkId | null): void => (id === null ? uncover() : open({ kind: 'link', id }))

/** Shows a gathering in place of the tab; null: the tab again. */
export const showGathering = (id: GatheringId | null): void =>
  id === null ? uncover() : open({ kind: 'gathering', id })

/** Shows the timeline, or what it stood in front of again. */
export function showTimeline(isShown: boolean): void {
  if (isShown) return open({ kind: 'timeline' })
  view.setState({ cameTo: null })
  leave({ kind: 'timeline' })
}

/** A row of the timeline leads to this place, which is about to be shown. */
export const comeTo = (cameTo: View['cameTo']) => view.setState({ cameTo })

/** Wants a row of a link or a gathering in view; null: it is there, or cannot be. */
export const aimAt = (aim: Aim | null) => view.setState({ aim })

/** Looks at a gathering step by step; null: at it as it is. A reload comes back to the step. */
export function showReplay(replay: Replay | null) {
  const of = replay && ({ kind: 'gathering', id: replay.gathering } as const)
  // One that plays in the other pane leaves the focus where it is.
  if (of && paneIndexOf(view.getState().panes, of) === null) open(of)
  view.setState({ replay })
  rememberInWindow('replay', replay)
}

/** The words not sent yet to an agent, or to the first one. */
export const draftOf = (now: View, of: DraftFor): Draft => now.drafts[of] ?? emptyDraft

/** Keeps what is being written; what is attached stays. */
export function keepDraft(of: DraftFor, text: string) {
  const { text: before, attachments } = draftOf(view.getState(), of)
  if (before !== text) put(of, { text, attachments })
}

/** Keeps what is attached; the words stay. */
export function attach(of: DraftFor, attachments: readonly Attachment[]) {
  const { text } = draftOf(view.getState(), of)
  put(of, { text, attachments })
}

/** What was written and attached went. */
export const clearDraft = (of: DraftFor) => put(of, { text: '', attachments: [] })

/** Every change of a draft makes a new key. */
function put(of: DraftFor, now: KeptDraft) {
  const isOver = isEmpty(now)
  view.setState(({ drafts }) => ({ drafts: written(drafts, of, now, isOver ? '' : newKey()) }))
  clearTimeout(saving)
  // What was sent must not come back, so that is told at once.
  if (isOver) void saveDrafts()
  else saving = setTimeout(() => void saveDrafts(), 300)
}

let saving: ReturnType<typeof setTimeout> | undefined
let isSaving = false

/** Gives main what it does not have yet, one after the other. This browser remembers it too, for when main is away. */
async function saveDrafts(): Promise<void> {
  remember('drafts', view.getState().drafts)
  if (isSaving) return
  isSaving = true
  try {
    let next
    while ((next = nextUnkept(view.getState().drafts, messageLimit))) {
      const [agent, draft] = next
      await ask('drafts.keep', { agent, ...sentDraft(draft) })
      view.setState((now) => ({ drafts: confirmed(now.drafts, agent, draft) }))
    }
    remember('drafts', view.getState().drafts)
  } catch {
    // Refused or not reached: it is remembered here, and the next change or snapshot tries again.
  } finally {
    isSaving = false
  }
}

const sentDraft = ({ text, attachments }: Draft) => ({ text, attachments: [...attachments] })

/** Writes the drafts down now; the window calls it when it goes away. */
export function rememberDrafts() {
  clearTimeout(saving)
  const { drafts } = view.getState()
  remember('drafts', drafts)
  for (const [agent, draft] of Object.entries(drafts) as [DraftFor, Draft][])
    if (!draft.isKept) askLast('drafts.keep', { agent, ...sentDraft(draft) })
}

/** Takes what main keeps, as a snapshot tells it. */
export function takeDrafts(main: Readonly<Record<string, KeptDraft>>) {
  view.setState((now) => ({ drafts: merged(now.drafts, main, newKey) }))
  void saveDrafts()
}

/** Wants a row in view; null: it is there, or cannot be. */
export const jumpTo = (jump: Jump | null) => view.setState({ jump })
/** The transcript has shown the row that was wanted. */
export const arrive = () => jumpTo(null)

/** Wants a card in view and in focus; null: it is. */
export const focusCard = (call: Call | null) => view.setState({ call })

/** Collapses the list of tabs, or expands it. */
export function setList(list: ListWidth) {
  view.setState({ list })
  remember('list', list)
}

/** There is room for one pane, or for two. */
export const setRoom = (room: View['room']) => view.getState().room !== room && view.setState({ room })

/** Opens the panel at the right, or closes it. */
export function setSide(side: View['side']) {
  view.setState({ side })
  remember('side', side)
}

/** Opens a panel, or closes the open one. */
export const show = (panel: Panel | null) =>
  view.setState(({ panelNumber }) => ({ panel, panelNumber: panelNumber + 1 }))

let toasts = 0

/** Says one fact at the edge of the window, for a while, and answers with its id. */
export function toast(text: string, more: Partial<Pick<Toast, 'isError' | 'action'>> = {}): number {
  const over = shownIn(focused(view.getState().panes))
  const fresh: Toast = { id: ++toasts, text, isError: false, over, ...more }
  view.setState((now) => ({ toasts: [...now.toasts.slice(-3), fresh] }))
  return fresh.id
}

/** Takes a toast away. */
export const dismiss = (id: number) =>
  view.setState((now) => ({ toasts: now.toasts.filter((one) => one.id !== id) }))

/** Fixes the theme, here at once and in the user's settings. */
export function setTheme(theme: View['theme']) {
  takeTheme(theme ?? 'system')
  ask('settings.change', { theme: theme ?? 'system' }).catch(() =>
    toast('The theme could not be saved; it applies to this window only.'),
  )
}

/** Takes the theme of the user's settings; remembered, so that the next window opens in it at once. */
export function takeTheme(setting: Settings['theme']) {
  const theme = setting === 'system' ? null : setting
  if (view.getState().theme === theme) return
  view.setState({ theme })
  remember('theme', theme)
}

/** A fresh idempotency key. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
