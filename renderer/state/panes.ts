import type { GatheringId } from '../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../main/contract/links/links.ts'
import type { AgentId, MessageId } from '../../main/contract/api/model.ts'

/** What is shown over a pane's tab. */
type Over =
  | { readonly kind: 'link'; readonly id: LinkId }
  | { readonly kind: 'gathering'; readonly id: GatheringId }
  | { readonly kind: 'thread'; readonly id: MessageId }

export type Thing = { readonly kind: 'agent'; readonly id: AgentId } | Over | { readonly kind: 'timeline' }

/** A pane and the layers under what it shows, which come back when the top one is closed. */
export interface PaneState {
  /** Stable while the pane exists, also after a swap. */
  readonly key: number
  /** Null before one is chosen. */
  readonly tab: AgentId | null
  readonly over: Over | null
  /** Shown above both. */
  readonly timeline: boolean
}

/** Left or right; a single pane is the left one. */
export type PaneIndex = 0 | 1

/** A thing is shown in at most one pane; opening it again focuses that pane. */
export interface PanesState {
  readonly list: readonly PaneState[]
  /** The focused pane, in which things open. */
  readonly at: PaneIndex
  /** Width of the left pane in percent. */
  readonly share: number
  /** The pane that was closed last, and its side; the next split restores it. */
  readonly beside: { readonly pane: PaneState; readonly at: PaneIndex } | null
}

/** Bounds and default of the left pane's width, in percent. */
export const shares = { least: 25, most: 75, usual: 50 } as const

const bare = (key: number): PaneState => ({ key, tab: null, over: null, timeline: false })

export const onePane: PanesState = { list: [bare(1)], at: 0, share: shares.usual, beside: null }

/** Null if nothing is chosen. */
export function shownIn({ tab, over, timeline }: PaneState): Thing | null {
  if (timeline) return { kind: 'timeline' }
  return over ?? (tab === null ? null : { kind: 'agent', id: tab })
}

export const focused = ({ list, at }: PanesState): PaneState => list[at] ?? list[0] ?? bare(1)

export const isSame = (one: Thing | null, other: Thing | null): boolean =>
  one === null || other === null
    ? one === other
    : one.kind === other.kind && (!('id' in one) || !('id' in other) || one.id === other.id)

export function paneIndexOf({ list }: PanesState, thing: Thing): PaneIndex | null {
  const at = list.findIndex((pane) => isSame(shownIn(pane), thing))
  return at < 0 ? null : (at as PaneIndex)
}

/** Shows a thing in the focused pane; if the other pane shows it, focuses that one. */
export const openThing = (panes: PanesState, thing: Thing): PanesState =>
  put(panes, paneIndexOf(panes, thing) ?? panes.at, thing)

/** Shows a thing in a pane; if the other one shows it, they are swapped. */
export function openThingAt(panes: PanesState, thing: Thing, at: PaneIndex): PanesState {
  const place = paneIndexOf(panes, thing)
  if (place === null || place === at) return put(panes, at, thing)
  return { ...swapped(panes), at }
}

/**
 * Shows a thing in a new pane at `side`, or in the other of two. `alone` is the tab shown by a single pane
 * without a chosen one.
 */
export function openThingBeside(
  panes: PanesState,
  thing: Thing,
  side: PaneIndex,
  alone: AgentId | null,
): PanesState {
  if (paneIndexOf(panes, thing) !== null) return openThing(panes, thing)
  if (panes.list.length === 2) return put(panes, other(panes.at), thing)
  return put(withFresh(panes, bare(freshKey(panes)), side, alone), side, thing)
}

/** Splits a single pane, restoring the pane closed last; of two panes it keeps the focused one. */
export function split(panes: PanesState, alone: AgentId | null): PanesState {
  if (panes.list.length === 2) return closePaneAt(panes, other(panes.at))
  const { beside } = panes
  const fresh = { ...(beside?.pane ?? bare(0)), key: freshKey(panes) }
  return withFresh(panes, fresh, beside?.at ?? 1, alone)
}

export function closePaneAt(panes: PanesState, at: PaneIndex): PanesState {
  const [gone, rest] = [panes.list[at], panes.list[other(at)]]
  if (!gone || !rest) return panes
  const beside = shownIn(gone) === null ? panes.beside : { pane: gone, at }
  return { ...panes, list: [rest], at: 0, beside }
}

/** Closes a thing, which shows what is under it. An empty pane is closed, unless it is the only one. */
export function closeThing(panes: PanesState, thing: Thing): PanesState {
  const at = paneIndexOf(panes, thing)
  const pane = at === null ? undefined : panes.list[at]
  if (at === null || !pane) return panes
  const rest = without(pane, thing)
  if (shownIn(rest) === null && panes.list.length === 2) return closePaneAt(replaced(panes, at, rest), at)
  return replaced(panes, at, rest)
}

function without(pane: PaneState, { kind }: Thing): PaneState {
  if (kind === 'timeline') return { ...pane, timeline: false }
  return kind === 'agent' ? { ...pane, tab: null } : { ...pane, over: null }
}

/** Replaces the tab under what a pane shows; null removes it, which closes an empty pane. */
export function replaceTab(panes: PanesState, at: PaneIndex, tab: AgentId | null): PanesState {
  const pane = panes.list[at]
  if (!pane) return panes
  const now = replaced(panes, at, { ...pane, tab })
  const isBare = tab === null && shownIn({ ...pane, tab }) === null
  return isBare && panes.list.length === 2 ? closePaneAt(now, at) : now
}

/** The focus moves with its pane. */
export const swapped = (panes: PanesState): PanesState =>
  panes.list.length === 2 ? { ...panes, list: panes.list.toReversed(), at: other(panes.at) } : panes

export const other = (at: PaneIndex): PaneIndex => (at === 0 ? 1 : 0)

/** Moves the divider within its bounds. */
export const resizePanes = (panes: PanesState, share: number): PanesState => ({
  ...panes,
  share: Math.min(shares.most, Math.max(shares.least, Math.round(share))),
})

/** Validates stored panes; returns a single pane if they are unusable. */
export function recalledPanes(kept: unknown): PanesState {
  const { list, at, share, beside } = (kept ?? {}) as Partial<PanesState>
  const isWhole = Array.isArray(list) && (list.length === 1 || list.length === 2) && list.every(isPane)
  if (!isWhole) return onePane
  const known = { list, at: at === 1 && list.length === 2 ? 1 : 0, beside: beside ?? null } as const
  return resizePanes({ ...known, share: shares.usual }, typeof share === 'number' ? share : shares.usual)
}

const isPane = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && 'key' in one && 'tab' in one && 'over' in one

const freshKey = ({ list, beside }: PanesState): number =>
  Math.max(...list.map(({ key }) => key), beside?.pane.key ?? 0) + 1

function withFresh(panes: PanesState, fresh: PaneState, side: PaneIndex, alone: AgentId | null): PanesState {
  const only = focused(panes)
  const kept = { ...only, tab: only.tab ?? alone }
  const list = side === 0 ? [fresh, kept] : [kept, fresh]
  return cleared({ ...panes, list, at: side, beside: null }, other(side))
}

function put(panes: PanesState, at: PaneIndex, thing: Thing): PanesState {
  const pane = panes.list[at]
  if (!pane) return panes
  return { ...replaced(panes, at, holding(pane, thing)), at }
}

function holding(pane: PaneState, thing: Thing): PaneState {
  if (thing.kind === 'timeline') return { ...pane, timeline: true }
  if (thing.kind === 'agent') return { ...pane, tab: thing.id, over: null, timeline: false }
  return { ...pane, over: thing, timeline: false }
}

const replaced = (panes: PanesState, at: PaneIndex, pane: PaneState): PanesState =>
  cleared({ ...panes, list: panes.list.map((one, place) => (place === at ? pane : one)) }, at)

/** Removes from one pane what the other one shows. */
function cleared(panes: PanesState, at: PaneIndex): PanesState {
  const [pane, beside] = [panes.list[at], panes.list[other(at)]]
  if (!pane || !beside) return panes
  const rest = {
    ...beside,
    tab: beside.tab === pane.tab ? null : beside.tab,
    over: beside.over !== null && isSame(pane.over, beside.over) ? null : beside.over,
    timeline: beside.timeline && !pane.timeline,
  }
  return { ...panes, list: panes.list.map((one, place) => (place === at ? pane : rest)) }
}
