import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { announce } from '../../components/voice.ts'
import { act } from '../../state/act.ts'
import { mirror, openAgents } from '../../state/store.ts'
import { groupsNow } from './list-layout.ts'

/** The user's order after a move that main may not have confirmed yet. */
const made = createStore<{ readonly ids: readonly AgentId[] | null }>(() => ({ ids: null }))

/** Longest wait for main to confirm a move; ms. */
const settleMs = 1_000

/**
 * The index among all open tabs that puts a tab before `before` (null: at the end) of its group; null if
 * nothing would move.
 */
export function tabIndexBefore(
  all: readonly AgentView[],
  id: AgentId,
  before: AgentId | null,
): number | null {
  const group = idsAround(all, id)
  const last = group.filter((one) => one !== id).at(-1)
  const next = group[group.indexOf(id) + 1] ?? null
  if (last === undefined || before === id || before === next) return null
  const others = all.map((one) => one.id).filter((one) => one !== id)
  const place = before === null ? others.indexOf(last) + 1 : others.indexOf(before)
  return place < 0 ? null : place
}

/** What to pass as `before` to move a tab one step up or down in its group; undefined at the group's edge. */
export function neighbourInGroup(
  all: readonly AgentView[],
  id: AgentId,
  step: 1 | -1,
): AgentId | null | undefined {
  const ids = idsAround(all, id)
  const at = ids.indexOf(id)
  if (step === -1) return at > 0 ? ids[at - 1] : undefined
  return at < 0 || at === ids.length - 1 ? undefined : (ids[at + 2] ?? null)
}

const idsAround = (all: readonly AgentView[], id: AgentId): readonly AgentId[] =>
  groupsNow(all)
    .map((group) => group.agents.map((one) => one.id))
    .find((ids) => ids.includes(id)) ?? []

/** Moves a tab immediately in this window and sends the change; a refusal reverts it. */
export async function moveTab(id: AgentId, before: AgentId | null): Promise<void> {
  const all = orderedNow()
  const order = tabIndexBefore(all, id, before)
  if (order === null) return
  const ids = all.map((one) => one.id).filter((one) => one !== id)
  ids.splice(order, 0, id)
  made.setState({ ids })
  const forget = () => made.getState().ids === ids && made.setState({ ids: null })
  if (await act('agents.change', { agent: id, order })) setTimeout(forget, settleMs)
  else forget()
}

/** Moves a tab one step up (-1) or down (1) in its group. */
export function stepTab(id: AgentId, step: 1 | -1): void {
  const all = orderedNow()
  const before = neighbourInGroup(all, id, step)
  if (before === undefined) return
  void moveTab(id, before)
  const now = idsAround(orderedNow(), id)
  const name = mirror.getState().agents[id]?.name ?? ''
  announce(`${name} is number ${now.indexOf(id) + 1} of ${now.length}`)
}

/** The open tabs in the user's order, including an unconfirmed move. */
export function useOrdered(all: readonly AgentView[]): readonly AgentView[] {
  const ids = useStore(made, (now) => now.ids)
  return useMemo(() => ordered(all, ids), [all, ids])
}

const orderedNow = () => ordered(openAgents(mirror.getState()), made.getState().ids)

function ordered(all: readonly AgentView[], ids: readonly AgentId[] | null): readonly AgentView[] {
  if (ids === null) return all
  const place = new Map(ids.map((id, at) => [id, at]))
  const placeIn = (one: AgentView) => place.get(one.id) ?? ids.length
  return [...all].sort((a, b) => placeIn(a) - placeIn(b) || a.order - b.order)
}
