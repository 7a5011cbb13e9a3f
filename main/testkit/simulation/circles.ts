import type {
  Gathering,
  GatheringId,
  SpeakingTurnId,
  Phase,
  UtteranceId,
} from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { MonotonicView } from './one-time.ts'
import type { Store } from '../../ports/ports.ts'
import type { Commit } from './ledger.ts'

/** The user's action on a gathering, and the turn that was running. */
export interface Hand {
  readonly verb: string
  readonly at: number
  readonly pieceTurnId: SpeakingTurnId | null
}

/** A turn with the piece, as commits showed it. */
export interface Held {
  readonly pieceTurnId: SpeakingTurnId
  readonly number: number
  readonly phase: Phase
  readonly round: number
  readonly from: number
  /** Its prompt was written, or it is the user's turn. */
  isWritten: boolean
}

export interface Change {
  readonly was: Gathering | null
  readonly is: Gathering
  readonly rows: readonly Utterance[]
}

/** An attempt to pass the piece: by whom, in which turn, to whom. */
export interface Tried {
  readonly by: AgentId | null
  readonly pieceTurnId: SpeakingTurnId | null
  readonly to: string | null
}

/** What the watch recorded of a gathering, independent of its state. */
export class Circle {
  readonly rows = new Map<UtteranceId, Utterance>()
  readonly held: Held[] = []
  readonly hands: Hand[] = []
  readonly tries: Tried[] = []
  /** Why the piece left each turn, as observed from outside. */
  readonly whys = new Map<SpeakingTurnId, string>()
  last: Gathering | null = null
  /** A commit was lost: what was observed of the gathering may not have happened. */
  isDim = false

  handsOn(pieceTurnId: SpeakingTurnId): readonly Hand[] {
    return this.hands.filter((hand) => hand.pieceTurnId === pieceTurnId)
  }
}

export class Circles {
  readonly all = new Map<GatheringId, Circle>()
  changes: readonly Change[] = []

  /** Returns a gathering's record, creating it if needed. */
  of(id: GatheringId): Circle {
    const known = this.all.get(id) ?? new Circle()
    this.all.set(id, known)
    return known
  }

  take({ rows, now }: Commit): void {
    const changes: Change[] = []
    const utterances = new Map<GatheringId, Utterance[]>()
    for (const row of rows) {
      if (row.table !== 'utterance') continue
      const of = utterances.get(row.row.gathering)
      if (of) of.push(row.row)
      else utterances.set(row.row.gathering, [row.row])
    }
    for (const row of rows) {
      if (row.table !== 'gathering') continue
      const circle = this.of(row.row.id)
      changes.push({ was: circle.last, is: row.row, rows: utterances.get(row.row.id) ?? [] })
      note(circle, row.row, now)
      circle.last = row.row
    }
    for (const [id, list] of utterances) for (const one of list) this.of(id).rows.set(one.id, one)
    this.changes = changes
  }

  reload(store: Store, time: MonotonicView): void {
    for (const [id, circle] of this.all) {
      const kept = store.gathering(id)
      if (kept?.rows !== circle.last?.rows || kept?.piece?.id !== circle.last?.piece?.id) circle.isDim = true
      circle.last = kept && time.kept(kept)
      if (!kept) this.all.delete(id)
      circle.rows.clear()
      for (const row of store.utterances(id, null, Number.MAX_SAFE_INTEGER)) circle.rows.set(row.id, row)
    }
  }
}

function note(circle: Circle, { piece, phase, round, seats }: Gathering, now: number): void {
  if (!piece) return
  const isUser = seats.find(({ number }) => number === piece.number)?.kind === 'user'
  const known = circle.held.find(({ pieceTurnId }) => pieceTurnId === piece.id)
  if (known) known.isWritten ||= piece.clockFrom !== null
  else
    circle.held.push({
      pieceTurnId: piece.id,
      number: piece.number,
      phase,
      round,
      from: now,
      isWritten: isUser || piece.clockFrom !== null,
    })
}
