import type { GatheringId, Structure } from '../../../main/contract/gatherings/gatherings.ts'
import type { KindDraft } from '../../entities/kind/kind-choice.tsx'
import type { AgentId, PermissionMode } from '../../../main/contract/api/model.ts'
import { isGuest } from '../../state/peers.ts'
import type { ForkRow } from '../../state/panel.ts'
import type { WrongNumbers } from './numbers.ts'

export type Sitter =
  | { readonly kind: 'agent'; readonly agent: AgentId }
  | NewSitter
  | { readonly kind: 'user' }

export interface NewSitter {
  readonly kind: 'new'
  readonly name: string
  /** Defaults to the usual kind. */
  readonly of?: KindDraft
  /** Name of the saved role it is created with. */
  readonly template?: string
  readonly model?: string
  readonly effort?: string
  readonly permissionMode?: PermissionMode
}

/** Its index in the list is its number. */
export interface SeatDraft {
  /** Stable while the seat moves. */
  readonly key: string
  readonly who: Sitter
  readonly role: string
}

export interface CircleDraft {
  readonly topic: string
  /** The generated topic. It is replaced when the preset changes, unless the user edited it. */
  readonly madeTopic: string
  readonly question: string
  readonly rhythm: string | null
  readonly seats: readonly SeatDraft[]
  readonly harvester: Exclude<Sitter, { kind: 'user' }>
  readonly structure: Structure
  readonly beats: number
  /** Seconds. */
  readonly interval: number
  /** Seconds. */
  readonly grace: number
  readonly sealed: boolean
  readonly decision: DecisionDraft | null
  /** The clock stops whenever the user gets the piece. */
  readonly holds: boolean
  /** Invalid numbers, as typed. */
  readonly unread: WrongNumbers
  readonly cap: string
  /** Folder of new tabs; empty: the default. */
  readonly folder: string
  readonly proposal: GatheringId | null
  /** The row of an earlier gathering that it continues; null: not a fork. */
  readonly fork: ForkDraft | null
}

/** `options` of a vote, one per line. */
export interface DecisionDraft {
  readonly by: 'consent' | 'vote'
  readonly alone: boolean
  readonly options: string
}

export const typedOptions = ({ by, options }: DecisionDraft): readonly string[] =>
  by === 'vote' ? options.split('\n').flatMap((line) => line.trim() || []) : []

export interface PartProps {
  readonly draft: CircleDraft
  readonly onChange: (more: Partial<CircleDraft>) => void
}

export interface ForkDraft {
  readonly gathering: GatheringId
  readonly topic: string
  readonly row: ForkRow
  /** Null: at that row, where that is possible. */
  readonly begins: 'there' | 'anew' | null
  readonly copies: boolean
  /** Names of earlier members that no longer exist: created again, or replaced. */
  readonly gone: readonly string[]
}

export const draftSeat = (who: Sitter, role = ''): SeatDraft => ({ key: keyOf(who), who, role })

function keyOf(who: Sitter): string {
  if (who.kind === 'agent') return who.agent
  return who.kind === 'user' ? 'user' : `new ${crypto.getRandomValues(new Uint32Array(1)).join('')}`
}

/** A user of this machine or of another, not an agent. */
export const isUser = (who: Sitter): boolean =>
  who.kind === 'user' || (who.kind === 'agent' && isGuest(who.agent))

export const hasUser = (seats: readonly SeatDraft[]): boolean =>
  seats.some((seat) => seat.who.kind === 'user')

/** Moves a seat to index `to`; returns the same list if nothing moves. */
export function moveSeat(seats: readonly SeatDraft[], key: string, to: number): readonly SeatDraft[] {
  const at = seats.findIndex((seat) => seat.key === key)
  const place = Math.max(0, Math.min(seats.length - 1, to))
  const seat = seats[at]
  if (!seat || at === place) return seats
  return seats.toSpliced(at, 1).toSpliced(place, 0, seat)
}

export const updateSeat = (
  seats: readonly SeatDraft[],
  key: string,
  more: Partial<Omit<SeatDraft, 'key'>>,
): readonly SeatDraft[] => seats.map((seat) => (seat.key === key ? { ...seat, ...more } : seat))

/** Agents that already have a seat or are the harvester. */
export const seatedAgents = ({
  seats,
  harvester,
}: Pick<CircleDraft, 'seats' | 'harvester'>): ReadonlySet<AgentId> =>
  new Set(
    [...seats.map((seat) => seat.who), harvester].flatMap((who) => (who.kind === 'agent' ? [who.agent] : [])),
  )

export const newNames = ({ seats, harvester }: Pick<CircleDraft, 'seats' | 'harvester'>): readonly string[] =>
  [...seats.map((seat) => seat.who), harvester].flatMap((who) => (who.kind === 'new' ? [who.name] : []))

export const roundsIn = ([inhale, hold, exhale]: Structure): number => inhale + hold + exhale
