import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AgentId, MessageId } from '../main/contract/model.ts'
import { recall, remember } from './memory.ts'

/** What stands over the window, if anything. */
export type Panel =
  | { readonly kind: 'newAgent' }
  | { readonly kind: 'rename'; readonly agent: AgentId }
  | { readonly kind: 'settings'; readonly agent: AgentId }
  | { readonly kind: 'close'; readonly agent: AgentId }
  | { readonly kind: 'message'; readonly message: MessageId; readonly from: string }

/** One fact, with at most one action. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** What a person has not sent yet; `key` makes a second try of the same words count once. */
export interface Draft {
  readonly text: string
  readonly key: string
}

/** What belongs to this window alone. */
interface View {
  readonly selected: AgentId | null
  readonly drafts: Readonly<Record<AgentId, Draft>>
  readonly panel: Panel | null
  readonly toasts: readonly Toast[]
  /** null follows the system. */
  readonly theme: 'light' | 'dark' | null
}

const emptyDraft: Draft = { text: '', key: '' }

/** The window's own state. */
export const view = createStore<View>(() => ({
  selected: recall<AgentId | null>('selected', null),
  drafts: recall<Record<AgentId, Draft>>('drafts', {}),
  panel: null,
  toasts: [],
  theme: recall<View['theme']>('theme', null),
}))

/** Reads a part of the window's own state and follows it. */
export const useView = <T>(select: (now: View) => T): T => useStore(view, select)

/** Shows a tab. */
export function select(agent: AgentId | null) {
  view.setState({ selected: agent })
  remember('selected', agent)
}

/** The words not sent yet to an agent. */
export const draftOf = (now: View, agent: AgentId): Draft => now.drafts[agent] ?? emptyDraft

/** Keeps what is being written to an agent; every change of the words makes a new key. */
export function keepDraft(agent: AgentId, text: string) {
  const drafts: Record<AgentId, Draft> = {
    ...view.getState().drafts,
    [agent]: { text, key: text === '' ? '' : newKey() },
  }
  if (text === '') delete drafts[agent]
  view.setState({ drafts })
  rememberSoon()
}

let saving: ReturnType<typeof setTimeout> | undefined

function rememberSoon() {
  clearTimeout(saving)
  saving = setTimeout(rememberDrafts, 300)
}

/** Writes the drafts down now; the window calls it when it goes away. */
export function rememberDrafts() {
  clearTimeout(saving)
  remember('drafts', view.getState().drafts)
}

/** Opens a panel, or closes the open one. */
export const show = (panel: Panel | null) => view.setState({ panel })

let toasts = 0

/** Tells one fact in the corner. An error stays until it is dismissed. */
export function toast(text: string, more: Partial<Pick<Toast, 'isError' | 'action'>> = {}) {
  const fresh: Toast = { id: ++toasts, text, isError: false, ...more }
  view.setState((now) => ({ toasts: [...now.toasts.slice(-3), fresh] }))
  if (!fresh.isError) setTimeout(() => dismiss(fresh.id), 8_000)
}

/** Takes a toast away. */
export const dismiss = (id: number) =>
  view.setState((now) => ({ toasts: now.toasts.filter((one) => one.id !== id) }))

/** Fixes the theme. */
export function setTheme(theme: View['theme']) {
  view.setState({ theme })
  remember('theme', theme)
}

/** A fresh idempotency key. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
