import type { Attachment, KeptDraft } from '../../main/contract/attachments.ts'
import type { LinkId } from '../../main/contract/links.ts'
import type { HeartbeatId } from '../../main/contract/heartbeats.ts'
import { messageLimit } from '../../main/contract/limits.ts'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { GatheringId } from '../../main/contract/gatherings.ts'
import type { AgentId, CardId, MessageId } from '../../main/contract/model.ts'
import type { WishId } from '../../main/contract/tab-wishes.ts'
import type { Settings } from '../../main/contract/settings.ts'
import type { Aim } from './aim.ts'
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
import { recall, remember } from './local-storage.ts'
import type { Panel } from './panel.ts'

/** A gathering that is looked at step by step, and the step in view: `n` of a row. */
export interface Replay {
  readonly gathering: GatheringId
  readonly step: number
}

/**
 * A row that is wanted in view: the transcript of that tab scrolls to it as soon as it holds it, marks it for a
 * moment, and calls `arrive`. Until then it lets no rows go. `features/search/go-to-row.ts` reads the pages.
 */
export interface Jump {
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
export interface Call {
  readonly agent: AgentId
  /** A card of its program, a message that asks or is held, a timer that is, or a gathering it proposes; null: whatever asks there first. */
  readonly card: CardId | MessageId | HeartbeatId | GatheringId | WishId | CapCardId | null
}

/** How wide the list of tabs is: as the window has room, avatars only, or whole. */
export type ListWidth = 'auto' | 'folded' | 'whole'

/** One fact, with at most one action. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** What belongs to this window alone. */
interface View {
  readonly selected: AgentId | null
  /** The link that is shown in place of the selected tab. */
  readonly link: LinkId | null
  /** The gathering that is shown in place of the selected tab and of a link. */
  readonly gathering: GatheringId | null
  /** In place of that gathering's pane, while it is the one that is shown. */
  readonly replay: Replay | null
  /** The timeline is shown in place of all of them. */
  readonly timeline: boolean
  /** The person went from a row of the timeline to this place: there is a way back while it is in view. */
  readonly cameTo: AgentId | LinkId | GatheringId | null
  readonly drafts: Drafts
  readonly panel: Panel | null
  /** Which opening of a panel this is: one that is opened anew is another, even of the same kind. */
  readonly panelNumber: number
  readonly toasts: readonly Toast[]
  /** null follows the system. */
  readonly theme: 'light' | 'dark' | null
  readonly jump: Jump | null
  readonly call: Call | null
  readonly aim: Aim | null
  readonly list: ListWidth
  /** The panel at the right, beside a pane. */
  readonly side: 'open' | 'closed'
}

const emptyDraft: Draft = { text: '', attachments: [], key: '', isKept: true }

/** The window's own state. */
export const view = createStore<View>(() => ({
  selected: recall<AgentId | null>('selected', null),
  link: recall<LinkId | null>('link', null),
  gathering: recall<GatheringId | null>('gathering', null),
  replay: recall<Replay | null>('replay', null),
  timeline: false,
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

/** Shows a tab. */
export function select(agent: AgentId | null) {
  view.setState({ selected: agent, link: null, gathering: null, ...away(agent) })
  remember('selected', agent)
  remember('link', null)
  remember('gathering', null)
}

/** Another place than the timeline is shown; the way back there is for the one that it led to. */
function away(to: View['cameTo']): Pick<View, 'timeline' | 'cameTo'> {
  const { cameTo } = view.getState()
  return { timeline: false, cameTo: cameTo === to ? to : null }
}

/** Shows the timeline, or what it stood in front of again. */
export const showTimeline = (timeline: boolean) => view.setState({ timeline, cameTo: null })

/** A row of the timeline leads to this place, which is about to be shown. */
export const comeTo = (cameTo: View['cameTo']) => view.setState({ cameTo })

/** Wants a row of a link or a gathering in view; null: it is there, or cannot be. */
export const aimAt = (aim: Aim | null) => view.setState({ aim })

/** Another tab stands where the selected one was; a link or gathering that is shown stays in its place. */
export function standIn(agent: AgentId | null) {
  view.setState({ selected: agent })
  remember('selected', agent)
}

/** Shows a link in place of the selected tab; null: the tab again. */
export function showLink(link: LinkId | null) {
  view.setState({ link, gathering: null, ...away(link) })
  remember('link', link)
  remember('gathering', null)
}

/** Shows a gathering in place of the selected tab; null: the tab again. */
export function showGathering(gathering: GatheringId | null) {
  view.setState({ gathering, link: null, ...away(gathering) })
  remember('gathering', gathering)
  remember('link', null)
}

/** Looks at a gathering step by step; null: at it as it is. A reload comes back to the step. */
export function showReplay(replay: Replay | null) {
  if (replay !== null && view.getState().gathering !== replay.gathering) showGathering(replay.gathering)
  view.setState({ replay })
  remember('replay', replay)
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
export const callFor = (call: Call | null) => view.setState({ call })

/** Folds the list of tabs, or unfolds it. */
export function setList(list: ListWidth) {
  view.setState({ list })
  remember('list', list)
}

/** Opens the panel at the right, or closes it. */
export function setSide(side: View['side']) {
  view.setState({ side })
  remember('side', side)
}

/** Opens a panel, or closes the open one. */
export const show = (panel: Panel | null) =>
  view.setState(({ panelNumber }) => ({ panel, panelNumber: panelNumber + 1 }))

let toasts = 0

/** Tells one fact in the corner, and answers with its id. An error stays until it is dismissed. */
export function toast(text: string, more: Partial<Pick<Toast, 'isError' | 'action'>> = {}): number {
  const fresh: Toast = { id: ++toasts, text, isError: false, ...more }
  view.setState((now) => ({ toasts: [...now.toasts.slice(-3), fresh] }))
  if (!fresh.isError) setTimeout(() => dismiss(fresh.id), 8_000)
  return fresh.id
}

/** Takes a toast away. */
export const dismiss = (id: number) =>
  view.setState((now) => ({ toasts: now.toasts.filter((one) => one.id !== id) }))

/** Fixes the theme, here at once and in the person's settings. */
export function setTheme(theme: View['theme']) {
  takeTheme(theme ?? 'system')
  ask('settings.change', { theme: theme ?? 'system' }).catch(() =>
    toast('The theme could not be kept; it holds in this window only.'),
  )
}

/** Takes the theme of the person's settings; remembered, so that the next window opens in it at once. */
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
