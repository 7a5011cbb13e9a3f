import type { GatheringId, Structure } from '../../../main/contract/gatherings/gatherings.ts'
import type { KindDraft } from '../../entities/kind/kind-choice.tsx'
import type { AgentId, PermissionMode } from '../../../main/contract/api/model.ts'
import { isGuest } from '../../state/peers.ts'
import type { ForkRow } from '../../state/panel.ts'
import type { WrongNumbers } from './numbers.ts'

/** Somebody who is to sit: a tab that there is, one to be made, or the user. */
export type Sitter =
  | { readonly kind: 'agent'; readonly agent: AgentId }
  | NewSitter
  | { readonly kind: 'user' }

export interface NewSitter {
  readonly kind: 'new'
  readonly name: string
  /** Whose agent; the usual kind without it. */
  readonly of?: KindDraft
  /** Name of the user's role that it is made with. */
  readonly template?: string
  readonly model?: string
  readonly effort?: string
  readonly permissionMode?: PermissionMode
}

/** A seat while a gathering is thought out; its place in the list is its number. */
export interface SeatDraft {
  /** Stays while the seat moves. */
  readonly key: string
  readonly who: Sitter
  readonly role: string
}

export interface CircleDraft {
  readonly topic: string
  /** What Janus has called it; while that stands, another preset calls it otherwise. */
  readonly madeTopic: string
  readonly question: string
  /** Name of the preset that it was begun with. */
  readonly rhythm: string | null
  readonly seats: readonly SeatDraft[]
  readonly harvester: Exclude<Sitter, { kind: 'user' }>
  readonly structure: Structure
  readonly beats: number
  /** s */
  readonly interval: number
  /** s */
  readonly grace: number
  readonly sealed: boolean
  /** Null: it ends without one. */
  readonly decision: DecisionDraft | null
  /** The clock waits whenever the piece comes to the user. */
  readonly holds: boolean
  /** Numbers that are none, as they were typed. */
  readonly unread: WrongNumbers
  readonly cap: string
  /** Folder of the tabs to be made; empty: the usual one. */
  readonly folder: string
  readonly proposal: GatheringId | null
  /** The row of an earlier gathering from which it goes on; null: it begins by itself. */
  readonly fork: ForkDraft | null
}

/** How it decides; `options` of a vote, one on each line. */
export interface DecisionDraft {
  readonly by: 'consent' | 'vote'
  readonly alone: boolean
  readonly options: string
}

/** The options of a vote as they were typed. */
export const typedOptions = ({ by, options }: DecisionDraft): readonly string[] =>
  by === 'vote' ? options.split('\n').flatMap((line) => line.trim() || []) : []

/** What a part of the sheet takes: the circle, and what changes it. */
export interface PartProps {
  readonly draft: CircleDraft
  readonly onChange: (more: Partial<CircleDraft>) => void
}

export interface ForkDraft {
  readonly gathering: GatheringId
  readonly topic: string
  readonly row: ForkRow
  /** Null: at that place, where it can. */
  readonly begins: 'there' | 'anew' | null
  readonly copies: boolean
  /** Who sat there and is gone: to be made again, or replaced. */
  readonly gone: readonly string[]
}

export const draftSeat = (who: Sitter, role = ''): SeatDraft => ({ key: keyOf(who), who, role })

function keyOf(who: Sitter): string {
  if (who.kind === 'agent') return who.agent
  return who.kind === 'user' ? 'user' : `new ${crypto.getRandomValues(new Uint32Array(1)).join('')}`
}

/** A user speaks there, of this machine or another: no agent. */
export const isUser = (who: Sitter): boolean =>
  who.kind === 'user' || (who.kind === 'agent' && isGuest(who.agent))

export const hasUser = (seats: readonly SeatDraft[]): boolean =>
  seats.some((seat) => seat.who.kind === 'user')

/** The seats with one moved to the place `to`, from 0; the same list where nothing moves. */
export function moveSeat(seats: readonly SeatDraft[], key: string, to: number): readonly SeatDraft[] {
  const at = seats.findIndex((seat) => seat.key === key)
  const place = Math.max(0, Math.min(seats.length - 1, to))
  const seat = seats[at]
  if (!seat || at === place) return seats
  return seats.toSpliced(at, 1).toSpliced(place, 0, seat)
}

export const changed = (
  seats: readonly SeatDraft[],
  key: string,
  more: Partial<Omit<SeatDraft, 'key'>>,
): readonly SeatDraft[] => seats.map((seat) => (seat.key === key ? { ...seat, ...more } : seat))

/** The agents that are spoken for, the harvester too. */
export const takenBy = ({
  seats,
  harvester,
}: Pick<CircleDraft, 'seats' | 'harvester'>): ReadonlySet<AgentId> =>
  new Set(
    [...seats.map((seat) => seat.who), harvester].flatMap((who) => (who.kind === 'agent' ? [who.agent] : [])),
  )

/** The names that tabs to be made have so far. */
export const newNames = ({ seats, harvester }: Pick<CircleDraft, 'seats' | 'harvester'>): readonly string[] =>
  [...seats.map((seat) => seat.who), harvester].flatMap((who) => (who.kind === 'new' ? [who.name] : []))

export const roundsIn = ([inhale, hold, exhale]: Structure): number => inhale + hold + exhale
